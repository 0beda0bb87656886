/** A place of a layout: what the pages of the layout that were read have there, in one record. */
import { type Checked, list, text, whole } from '../apply/schema.ts';
import { folded } from './names.ts';
import { number, row } from './row.ts';

/** Text of a place and of those inside of it: shares of the text of each page, in 1/10000, added over pages. */
export interface Texts {
  template: number;
  content: number;
  main: number;
  linked: number;
}

export const TEXT_KINDS = ['template', 'content', 'main', 'linked'] as const satisfies readonly (keyof Texts)[];

export const noTexts = (): Texts => ({ template: 0, content: 0, main: 0, linked: 0 });

export const allOf = ({ template, content }: Texts): number => template + content;

/** Names of a place beyond these are forgotten, the rarest first; and sets of names that are counted each for itself. */
const NAMES_MAX = 12;
const VARIANTS_MAX = 8;
/** Pages whose sight of a place is remembered one by one. */
export const HISTORY = 32;

/** On how many pages of a history something was seen. */
export function pagesIn(history: number): number {
  let count = 0;
  for (let rest = history >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count += 1;
  return count;
}

/** Names that elements of a place have together, and the pages that were read on which one has them. */
export interface Variant {
  readonly node: PlaceNode;
  readonly parts: readonly string[];
  pages: number;
  last: number;
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
  /** Whether its names say what kind of page it is: a page has one of each, so they are no part of its key. */
  readonly isOfPage: boolean;
  /** The position among the siblings of its name, from 1; 0 where it does not matter, and 8 for all from there on. */
  readonly position: number;
  readonly children: PlaceNode[] = [];
  /** Children by the keys of their names on the page: the same names need not be read again. */
  readonly known = new Map<number, Variant | undefined>();
  readonly #variants: Variant[] = [];
  /** Names of sets that are no longer counted each for itself. */
  #others = new Map<string, number>();
  #names: Map<string, number> | undefined;
  #form: { readonly names: ReadonlyMap<string, number>; readonly size: number; readonly text: string } | undefined;
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
    this.isOfPage = tag === 'html' || tag === 'body';
    this.position = position;
    parent?.children.push(this);
  }

  /** A set of names that elements of the place have. */
  variant(parts: readonly string[]): Variant {
    const known = this.#variants.find(
      (variant) => variant.parts.length === parts.length && parts.every((part) => variant.parts.includes(part)),
    );
    if (known !== undefined) return known;
    if (this.#variants.length === VARIANTS_MAX) this.#join();
    const variant = { node: this, parts, pages: 0, last: 0 };
    this.#variants.push(variant);
    return variant;
  }

  /** Counts the names of the rarest set with the others. */
  #join(): void {
    const rarest = this.#variants.reduce((one, other) => (other.pages < one.pages ? other : one));
    this.#variants.splice(this.#variants.indexOf(rarest), 1);
    addNames(this.#others, rarest);
    if (this.#others.size <= NAMES_MAX) return;
    const [least] = [...this.#others].reduce((one, other) => (other[1] < one[1] ? other : one));
    this.#others.delete(least);
    this.#names = undefined;
  }

  /** Notes that the `sample`-th page that was read has elements of the place with the names of a set. */
  see(sample: number, variant: Variant): void {
    if (variant.last !== sample) {
      variant.last = sample;
      variant.pages += 1;
      const names = this.#names;
      if (names !== undefined) for (const part of variant.parts) names.set(part, (names.get(part) ?? 0) + 1);
    }
    if (this.#last === sample && this.pages > 0) return;
    const gap = sample - this.#last;
    this.#history = gap >= HISTORY ? 1 : (this.#history << gap) | 1;
    this.#last = sample;
    this.pages += 1;
  }

  /** Pages that were read on which it had a name, by parts of selectors. */
  get names(): ReadonlyMap<string, number> {
    if (this.#names === undefined) {
      this.#names = new Map(this.#others);
      for (const variant of this.#variants) addNames(this.#names, variant);
    }
    return this.#names;
  }

  /** Its names, where numbers count as the same. */
  get form(): string {
    const { names } = this;
    // Names are added only, until they are collected again.
    if (this.#form?.names !== names || this.#form.size !== names.size) {
      this.#form = { names, size: names.size, text: [...names.keys()].map(folded).join() };
    }
    return this.#form.text;
  }

  /** The last pages that were read, `sample` of them in all: bit `n` is set where the `n`-th page before the last has the place. */
  seen(sample: number): number {
    const gap = sample - this.#last;
    return gap >= HISTORY ? 0 : (this.#history << gap) >>> 0;
  }

  /** Share of its pages on which it has a name. */
  shareOf(part: string): number {
    return this.pages === 0 ? 0 : Math.min(1, (this.names.get(part) ?? 0) / this.pages);
  }

  /** Old pages count less. */
  fade(factor: number): void {
    for (const texts of [this.made, this.tested]) for (const kind of TEXT_KINDS) texts[kind] *= factor;
    this.pages *= factor;
    this.elements *= factor;
    for (const [name, count] of this.#others) this.#others.set(name, count * factor);
    for (const variant of this.#variants) variant.pages *= factor;
    this.#names = undefined;
  }

  /** Adds the pages of a place of another layout; `bits`: those of its last pages that are remembered. */
  add(other: PlaceNode, weight: number, bits: number): void {
    this.pages += other.pages * weight;
    this.elements += other.elements * weight;
    for (const [name, count] of other.names) this.#others.set(name, (this.#others.get(name) ?? 0) + count * weight);
    this.#history |= bits;
    this.#names = undefined;
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
      names: names.map(([name, count]) => ({ name, pages: Math.round(count) })),
      made: savedTexts(made),
      tested: savedTexts(tested),
    };
  }

  load({ pages, seen, elements, names, made, tested }: Checked<typeof SAVED_PLACE>, samples: number): void {
    this.pages = pages;
    this.elements = elements;
    this.#history = seen;
    this.#last = samples;
    this.#others = new Map(names.map(({ name, pages: count }) => [name, count]));
    loadTexts(this.made, made);
    loadTexts(this.tested, tested);
  }
}

function addNames(to: Map<string, number>, { parts, pages }: Variant): void {
  for (const part of parts) to.set(part, (to.get(part) ?? 0) + pages);
}

const savedTexts = (texts: Texts): number[] => TEXT_KINDS.map((kind) => Math.round(texts[kind] / SCALE));

function loadTexts(to: Texts, saved: readonly number[]): void {
  for (const [at, kind] of TEXT_KINDS.entries()) to[kind] = (saved[at] ?? 0) * SCALE;
}
