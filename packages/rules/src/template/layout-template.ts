/** What is known of a layout: a tree of its places, of bounded size, over the pages that were read. */
import type { Places } from 'refrain/unstable';
import { folded, isGenerated, partsOf } from './names.ts';
import { PlaceNode, type Variant } from './place-node.ts';

/** Words of a record: see `PLACE_…` in assembly/layout.ts. */
const RECORD = { parent: 0, tag: 1, key: 2, count: 5, template: 6, content: 7, main: 8, linked: 9, words: 10 } as const;

/** Maximum places of a layout, and children of one place that have the same element name. */
export const NODES_MAX = 256;
const ALIKE_MAX = 12;
/** Places of one name, but for numbers in it, from which on others with such a name are the same place. */
const NUMBERED_MAX = 3;
/** Keys of names that a place knows the children of. */
const KNOWN_MAX = 64;

/** Of the pages of a layout, one in so many is read up to a number of pages; then one in `READ_LATER`. */
const READ = [
  [8, 1],
  [64, 2],
  [512, 32],
] as const;
const READ_LATER = 64;
/** One in so many pages that are read is not used to make rules, but to measure them. */
const TEST_EVERY = 4;
/** Pages read after which what is known counts half. */
const FADE_PAGES = 64;
/** A page is of full weight from this many known pages of its layout on: the verdicts before are weaker. */
const FULL_WEIGHT = 16;
const EXAMPLES_MAX = 3;
/** Longer ids are not kept: they would be most of what is saved. */
const ID_MAX = 1024;

/** Whether the `sample`-th page that is read is one of those that rules are measured on. */
export const isTest = (sample: number): boolean => sample % TEST_EVERY === 0;

/** A page whose labels would teach much: how much of its text is at places with verdicts of both kinds. */
interface Example {
  readonly id: string;
  readonly doubt: number;
}

export class LayoutTemplate {
  readonly id: number;
  /** Pages of the layout that were counted, and those that were read. */
  pages = 0;
  samples = 0;
  root = new PlaceNode(undefined, '', 0);
  examples: readonly Example[] = [];
  #size = 0;
  /** Page of the layout from which on its first pages are counted: it has another template since. */
  #since = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** Places that are known. */
  get size(): number {
    return this.#size;
  }

  /** Counts a page; whether it should be read. */
  count(): boolean {
    this.pages += 1;
    const pages = this.pages - this.#since;
    const [, every] = READ.find(([end]) => pages <= end) ?? [0, READ_LATER];
    return pages % every === 0;
  }

  /** Forgets the places: the layout has another template from here on. */
  restart(): void {
    this.#since = this.pages;
    this.samples = 0;
    this.root = new PlaceNode(undefined, '', 0);
    this.examples = [];
    this.#size = 0;
  }

  /** Reads the places of the page that was counted last, with the given id. */
  read(places: Places, id: string): void {
    const { count, words } = places;
    this.samples += 1;
    if (this.samples % FADE_PAGES === 0) this.#fade();
    const at: (PlaceNode | undefined)[] = [];
    const all = (words[RECORD.template] ?? 0) + (words[RECORD.content] ?? 0);
    const weight = ((10_000 / Math.max(1, all)) * Math.min(this.pages - this.#since, FULL_WEIGHT)) / FULL_WEIGHT;
    let doubt = 0;
    const kind = isTest(this.samples) ? 'tested' : 'made';
    for (let place = 0, from = 0; place < count; place += 1, from += RECORD.words) {
      const around = words[from + RECORD.parent] as number;
      const parent = around === 0 ? this.root : at[around - 1];
      if (parent === undefined) continue;
      const head = words[from + RECORD.tag] as number;
      const key = (words[from + RECORD.key] as number) + ((words[from + RECORD.key + 1] as number) & 0x7ffff) * 2 ** 32;
      const variant = this.#variantOf(parent, key + head, head >>> 16, places, place);
      if (variant === undefined) continue;
      const { node } = variant;
      at[place] = node;
      node.see(this.samples, variant);
      node.elements += words[from + RECORD.count] as number;
      const texts = node[kind];
      texts.template += (words[from + RECORD.template] as number) * weight;
      texts.content += (words[from + RECORD.content] as number) * weight;
      texts.main += (words[from + RECORD.main] as number) * weight;
      texts.linked += (words[from + RECORD.linked] as number) * weight;
      doubt += doubtOf(node);
    }
    this.#exemplify(id, doubt);
  }

  #variantOf(parent: PlaceNode, key: number, position: number, places: Places, place: number): Variant | undefined {
    const before = parent.known.get(key);
    if (before !== undefined && !isOfPage(before.node)) return before;
    if (before === undefined && parent.known.has(key)) return undefined;
    const names = places.namesOf(place);
    const parts = partsOf(names);
    if (before !== undefined) return before.node.variant(parts);
    const node = this.#find(parent, names.tag, position, parts) ?? this.add(parent, names.tag, position);
    const found = node?.variant(parts);
    if (parent.known.size >= KNOWN_MAX) parent.known.clear();
    parent.known.set(key, found);
    return found;
  }

  /** The child of the same element name that has most of the names. */
  #find(parent: PlaceNode, tag: string, position: number, parts: readonly string[]): PlaceNode | undefined {
    const alike = parent.children.filter((child) => child.tag === tag);
    if (parts.length === 0) {
      const bare = alike.find((child) => child.names.size === 0 && child.position === position);
      return bare ?? (alike.length >= ALIKE_MAX ? alike.at(-1) : undefined);
    }
    let best: PlaceNode | undefined;
    let most = 0;
    for (const child of alike) {
      const shared = likeness(child, parts);
      if (shared > most) [best, most] = [child, shared];
    }
    if (most >= 0.5) return best;
    const form = parts.map(folded).join();
    const numbered = alike.filter((child) => [...child.names.keys()].map(folded).join() === form);
    if (numbered.length >= NUMBERED_MAX || (numbered.length > 0 && parts.every(isGenerated))) return numbered[0];
    return alike.length >= ALIKE_MAX ? alike.at(-1) : undefined;
  }

  /** A new place; undefined where there are too many. */
  add(parent: PlaceNode, tag: string, position: number): PlaceNode | undefined {
    if (this.#size >= NODES_MAX) return undefined;
    this.#size += 1;
    return new PlaceNode(parent, tag, position);
  }

  /** Keeps the page among the examples if its labels would teach more than those of another. */
  #exemplify(id: string, doubt: number): void {
    if (id === '' || id.length > ID_MAX || this.examples.some((example) => example.id === id)) return;
    const faded = this.examples.map((example) => ({ id: example.id, doubt: example.doubt * 0.95 }));
    this.examples = [...faded, { id, doubt }].sort((a, b) => b.doubt - a.doubt).slice(0, EXAMPLES_MAX);
  }

  /** Halves what is known, and forgets places that pages no longer have. */
  #fade(): void {
    const fade = (node: PlaceNode): void => {
      node.fade(0.5);
      const kept = node.children.filter((child) => child.pages >= 0.5 && child.seen(this.samples) !== 0);
      if (kept.length < node.children.length) {
        node.children.splice(0, node.children.length, ...kept);
        node.known.clear();
      }
      for (const child of kept) fade(child);
    };
    fade(this.root);
    this.recount();
  }

  /** Counts the places again, after the tree was changed. */
  recount(): void {
    const sizeOf = (node: PlaceNode): number => node.children.reduce((sum, child) => sum + 1 + sizeOf(child), 0);
    this.#size = sizeOf(this.root);
  }
}

/** Whether the names of an element say what kind of page it is: a page has one of each, so they are no part of its key. */
const isOfPage = ({ tag }: PlaceNode): boolean => tag === 'html' || tag === 'body';

/** Text of a place that could be of either kind, as all pages so far have it. */
const doubtOf = ({ made, pages }: PlaceNode): number => Math.min(made.template, made.content) / pages;

/** Share of the names that a place and an element have together; none where both have ids, and others. */
export function likeness(node: PlaceNode, parts: readonly string[]): number {
  const own = [...node.names.keys()].filter((name) => node.shareOf(name) >= 0.5);
  const id = parts.find((part) => part.startsWith('#'));
  const ownId = own.find((part) => part.startsWith('#'));
  if (id !== undefined && ownId !== undefined) return id === ownId ? 1 : 0;
  const shared = parts.filter((part) => own.includes(part)).length;
  return shared / Math.max(1, own.length, parts.length);
}
