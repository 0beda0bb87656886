/** A place of a layout: what the pages of the layout that were read have there, in one record. */
import { type Checked, list, text, whole } from '../apply/schema.ts';
import { folded, isOfPage } from './names.ts';
import { number, row } from './row.ts';

/** Text of a place and of those inside of it: shares of the text of each page, in 1/10000, added over pages. */
export interface Texts {
  template: number;
  content: number;
  main: number;
  linked: number;
}

export const TEXT_KINDS = ['template', 'content', 'main', 'linked'] as const satisfies readonly (keyof Texts)[];

const noTexts = (): Texts => ({ template: 0, content: 0, main: 0, linked: 0 });

export const allOf = ({ template, content }: Texts): number => template + content;

/** Names of a place beyond these are forgotten, the rarest first. */
const NAMES_MAX = 48;
/** Pages whose sight of a place is remembered one by one. */
export const HISTORY = 32;

/** On how many pages of a history something was seen. */
export function pagesIn(history: number): number {
  let count = 0;
  for (let rest = history >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count += 1;
  return count;
}

/** A place, and the names of an element of it. */
export interface Known {
  readonly node: PlaceNode;
  readonly names: readonly Name[];
}

/** Pages that were read on which a place has a name, and the last of them. */
export interface Name {
  readonly part: string;
  pages: number;
  last: number;
  isForgotten: boolean;
}

/** Names that fewer of the pages of a place have are not saved; longer names of elements are cut off. */
const SAVED_SHARE = 0.25;
const SAVED_TAG = 64;
/** Texts are saved in parts of a page of this size. */
const SCALE = 5;

export const SAVED_PLACE = row({
  /** Number of the place around it among those that are saved, from 1 on; 0 for the outermost. */
  parent: whole,
  tag: text,
  position: whole,
  pages: whole,
  /** See `PlaceNode.seen`. */
  seen: number(0, 2 ** 32 - 1),
  elements: whole,
  names: list(row({ name: text, pages: whole })),
  /** Members of `Texts`. */
  made: list(whole),
  tested: list(whole),
});

export class PlaceNode {
  readonly parent: PlaceNode | undefined;
  readonly tag: string;
  /** Whether its names are no part of its key. */
  readonly isOfPage: boolean;
  /** The position among the siblings of its name, from 1; 0 where it does not matter, and 8 for all from there on. */
  readonly position: number;
  readonly children: PlaceNode[] = [];
  /** Children by the keys of their names on the page: the same names need not be read again. */
  known: Map<number, Known | undefined> | undefined;
  /** Names of its elements, as parts of selectors. */
  readonly names = new Map<string, Name>();
  #form: string | undefined;
  /** Pages that were read and have the place, and its elements on them. */
  pages = 0;
  elements = 0;
  /** Texts of the pages that rules are made from, and of those that they are measured on. */
  readonly made = noTexts();
  readonly tested = noTexts();
  /** Bit `n`: the place was on the `n`-th page before the last one that has it. */
  #history = 0;
  #last = 0;

  constructor(parent: PlaceNode | undefined, tag: string, position: number) {
    this.parent = parent;
    this.tag = tag;
    this.isOfPage = isOfPage(tag);
    this.position = position;
    parent?.children.push(this);
  }

  /** What is known of names of an element. */
  namesOf(parts: readonly string[]): Name[] {
    return parts.map((part) => this.names.get(part) ?? this.#newName(part));
  }

  /** Notes that the `sample`-th page that was read has an element of the place with these names. */
  see(sample: number, names: readonly Name[]): void {
    for (const name of names) {
      if (name.isForgotten) this.#keep(name);
      if (name.last === sample) continue;
      name.last = sample;
      name.pages += 1;
    }
    if (this.#last === sample && this.pages > 0) return;
    const gap = sample - this.#last;
    this.#history = gap >= HISTORY ? 1 : (this.#history << gap) | 1;
    this.#last = sample;
    this.pages += 1;
  }

  #newName(part: string): Name {
    const name = { part, pages: 0, last: 0, isForgotten: false };
    this.#keep(name);
    return name;
  }

  #keep(name: Name): void {
    if (this.names.size === NAMES_MAX) {
      let rarest: Name | undefined;
      for (const one of this.names.values()) if (rarest === undefined || one.pages < rarest.pages) rarest = one;
      if (rarest !== undefined) this.#forget(rarest);
    }
    Object.assign(name, { pages: 0, last: 0, isForgotten: false });
    this.names.set(name.part, name);
    this.#form = undefined;
  }

  #forget(name: Name): void {
    name.isForgotten = true;
    this.names.delete(name.part);
  }

  /** Its names, where numbers count as the same. */
  get form(): string {
    this.#form ??= [...this.names.keys()].map(folded).join();
    return this.#form;
  }

  /** The last pages that were read, `sample` of them in all: bit `n` is set where the `n`-th page before the last has the place. */
  seen(sample: number): number {
    const gap = sample - this.#last;
    return gap >= HISTORY ? 0 : (this.#history << gap) >>> 0;
  }

  /** Share of its pages on which it has a name. */
  shareOf(part: string): number {
    return this.pages === 0 ? 0 : Math.min(1, (this.names.get(part)?.pages ?? 0) / this.pages);
  }

  /** Old pages count less. */
  fade(factor: number): void {
    for (const texts of [this.made, this.tested]) for (const kind of TEXT_KINDS) texts[kind] *= factor;
    this.pages *= factor;
    this.elements *= factor;
    for (const name of this.names.values()) name.pages *= factor;
  }

  /** Adds the pages of a place of another layout; `bits`: those of its last pages that are remembered. */
  add(other: PlaceNode, weight: number, bits: number): void {
    this.pages += other.pages * weight;
    this.elements += other.elements * weight;
    for (const [part, { pages }] of other.names) {
      const name = this.names.get(part) ?? this.#newName(part);
      name.pages += pages * weight;
    }
    this.#history |= bits;
  }

  /** The last page that is remembered is the `sample`-th. */
  end(sample: number): void {
    this.#last = sample;
  }

  save(parent: number, samples: number): Checked<typeof SAVED_PLACE> {
    const { tag, position, pages, elements, made, tested } = this;
    const names = [...this.names].filter(([name]) => this.shareOf(name) >= SAVED_SHARE);
    return {
      parent,
      tag: tag.slice(0, SAVED_TAG),
      position,
      pages: Math.round(pages),
      seen: this.seen(samples),
      elements: Math.round(elements),
      names: names.map(([name, { pages: seen }]) => ({ name, pages: Math.round(seen) })),
      made: savedTexts(made),
      tested: savedTexts(tested),
    };
  }

  load({ pages, seen, elements, names, made, tested }: Checked<typeof SAVED_PLACE>, samples: number): void {
    this.pages = pages;
    this.elements = elements;
    this.#history = seen;
    this.#last = samples;
    for (const { name, pages: count } of names)
      this.names.set(name, { part: name, pages: count, last: 0, isForgotten: false });
    loadTexts(this.made, made);
    loadTexts(this.tested, tested);
  }
}

const savedTexts = (texts: Texts): number[] => TEXT_KINDS.map((kind) => Math.round(texts[kind] / SCALE));

function loadTexts(to: Texts, saved: readonly number[]): void {
  for (const [at, kind] of TEXT_KINDS.entries()) to[kind] = (saved[at] ?? 0) * SCALE;
}
