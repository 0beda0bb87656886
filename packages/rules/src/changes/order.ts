/** In what order pages of a site come: section by section, or from all over it. */
import { type Checked, list } from '../apply/schema.ts';
import { flag, row } from '../template/row.ts';
import { type Place, SAVED_KEY } from './place.ts';

/** Last pages that count, and those that must have been seen. */
const LAST = 32;
const LEAST = 16;
/** Share of them that are not in order: they return to a folder from which others had led away, or turn within one. */
const TURNS_SHARE = 0.2;
/** Folders that are remembered. */
const FOLDERS_MAX = 1024;

/** Keys of folders, and that of the last page; not its id: the next page in the folder is in order. */
export const SAVED_ORDER = row({ folders: list(SAVED_KEY), last: SAVED_KEY, turns: list(flag) });

/** In path order, forwards or backwards, any page may be the first of a new section. */
export class Order {
  #folders = new Set<number>();
  #last = '';
  #lastFolder = 0;
  #isRising = true;
  #turns: boolean[] = [];

  add(id: string, { folder }: Place): void {
    const isRising = id > this.#last;
    const isSame = folder === this.#lastFolder;
    this.#turns.push(isSame ? isRising !== this.#isRising : this.#folders.has(folder));
    if (this.#turns.length > LAST) this.#turns.shift();
    if (this.#folders.size > FOLDERS_MAX) this.#folders.clear();
    this.#folders.add(folder);
    this.#last = id;
    this.#lastFolder = folder;
    this.#isRising = isRising;
  }

  /** Whether pages come from all over the site. */
  get isMixed(): boolean {
    const turns = this.#turns.filter(Boolean).length;
    return this.#turns.length >= LEAST && turns >= this.#turns.length * TURNS_SHARE;
  }

  has({ folder }: Place): boolean {
    return this.#folders.has(folder);
  }

  save(): Checked<typeof SAVED_ORDER> {
    return { folders: [...this.#folders].slice(-LAST), last: this.#lastFolder, turns: [...this.#turns] };
  }

  load({ folders, last, turns }: Checked<typeof SAVED_ORDER>): void {
    this.#folders = new Set(folders);
    this.#lastFolder = last;
    this.#turns = turns;
  }
}
