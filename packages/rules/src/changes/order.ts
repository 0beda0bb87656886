/** In what order pages of a site come: section by section, or from all over it. */
import { folderOf } from './place.ts';
import type { SavedOrder } from './saved.ts';

/** Last pages that count, and those that must have been seen. */
const LAST = 32;
const LEAST = 16;
/** Share of them that returned to a folder from which others had led away. */
const RETURNS_SHARE = 0.2;
/** Folders that are remembered. */
const FOLDERS_MAX = 1024;

/** A crawl in path order never returns to a folder, so that any page there may be the first of a new section. */
export class Order {
  #folders = new Set<string>();
  #last = '';
  #returns: boolean[] = [];

  add(place: string): void {
    const folder = folderOf(place);
    this.#returns.push(folder !== this.#last && this.#folders.has(folder));
    if (this.#returns.length > LAST) this.#returns.shift();
    if (this.#folders.size > FOLDERS_MAX) this.#folders.clear();
    this.#folders.add(folder);
    this.#last = folder;
  }

  /** Whether pages come from all over the site. */
  get isMixed(): boolean {
    const returns = this.#returns.filter(Boolean).length;
    return this.#returns.length >= LEAST && returns >= this.#returns.length * RETURNS_SHARE;
  }

  has(place: string): boolean {
    return this.#folders.has(folderOf(place));
  }

  save(): SavedOrder {
    return { folders: [...this.#folders].slice(-LAST), last: this.#last, returns: [...this.#returns] };
  }

  load({ folders, last, returns }: SavedOrder): void {
    this.#folders = new Set(folders);
    this.#last = last;
    this.#returns = [...returns];
  }
}
