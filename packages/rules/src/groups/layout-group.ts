/** A group of elements on the read pages of a layout. */
import { list, number, row, text, type ValueOf, whole } from '../apply/schema.ts';
import { ElementGroup, NAMES_MAX } from './element-group.ts';
import { foldNumbers, isOfPage } from './names.ts';

/** Text of a group and its descendants: the sum over pages of its share of the text, in 1/10000. */
export interface Texts {
  template: number;
  content: number;
  main: number;
  linked: number;
}

export const TEXT_KINDS = ['template', 'content', 'main', 'linked'] as const satisfies readonly (keyof Texts)[];

const noTexts = (): Texts => ({ template: 0, content: 0, main: 0, linked: 0 });

export const allOf = ({ template, content }: Texts): number => template + content;

/** Number of last pages for which it is known if they have a group. */
export const HISTORY = 32;

export function pagesIn(history: number): number {
  let count = 0;
  for (let rest = history >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count += 1;
  return count;
}

/** A group, and the names of an element of it. */
export interface NamedGroup {
  readonly node: LayoutGroup;
  readonly names: readonly Name[];
}

/** A name of a group: number of read pages on which the group has it, and the last of these pages. */
export interface Name {
  readonly part: string;
  count: number;
  last: number;
  isForgotten: boolean;
}

/** Minimum share of pages of a group for a saved name. Below: maximum length of saved element names. */
const SAVED_SHARE = 0.25;
const SAVED_TAG = 64;
/** Texts are saved as multiples of this, in 1/10000 of a page. */
const SCALE = 5;

export const SAVED_GROUP = row({
  /** Number of the parent among the saved groups, from 1; 0 for the outermost group. */
  parent: whole,
  tag: text,
  position: whole,
  pages: whole,
  /** See `LayoutGroup.seen`. */
  seen: number(0, 2 ** 32 - 1),
  elements: whole,
  names: list(row({ name: text, pages: whole })),
  made: list(whole),
  tested: list(whole),
});

/** `position`: among siblings of the same name; 8 for the eighth and all later ones. */
export class LayoutGroup extends ElementGroup {
  /** True if its names are not part of its key. */
  readonly isOfPage = isOfPage(this.tag);
  /** Cache: children by the keys of their names on the page. */
  known: Map<number, NamedGroup | undefined> | undefined;
  readonly names = new Map<string, Name>();
  #form: string | undefined;
  /** Number of read pages with the group; number of its elements on them. */
  pages = 0;
  elements = 0;
  /** Texts on pages from which rules are made; texts on held-out pages. */
  readonly made = noTexts();
  readonly tested = noTexts();
  /** Bit `n`: the group was on the `n`-th page before the last one that has it. */
  #history = 0;
  #last = 0;

  get count(): number {
    return this.pages;
  }

  namesOf(parts: readonly string[]): Name[] {
    return parts.map((part) => this.names.get(part) ?? this.#newName(part));
  }

  /** Records an element with these names on the `sample`-th read page. */
  see(sample: number, names: readonly Name[]): void {
    for (const name of names) {
      if (name.isForgotten) this.#keep(name);
      if (name.last === sample) continue;
      name.last = sample;
      name.count += 1;
    }
    if (this.#last === sample && this.pages > 0) return;
    const gap = sample - this.#last;
    this.#history = gap >= HISTORY ? 1 : (this.#history << gap) | 1;
    this.#last = sample;
    this.pages += 1;
  }

  #newName(part: string): Name {
    const name = { part, count: 0, last: 0, isForgotten: false };
    this.#keep(name);
    return name;
  }

  #keep(name: Name): void {
    if (this.names.size === NAMES_MAX) {
      let rarest: Name | undefined;
      for (const one of this.names.values()) if (rarest === undefined || one.count < rarest.count) rarest = one;
      if (rarest !== undefined) this.#forget(rarest);
    }
    Object.assign(name, { count: 0, last: 0, isForgotten: false });
    this.names.set(name.part, name);
    this.#form = undefined;
  }

  #forget(name: Name): void {
    name.isForgotten = true;
    this.names.delete(name.part);
  }

  /** The names of the group, with all numbers replaced by 0. */
  get form(): string {
    this.#form ??= [...this.names.keys()].map(foldNumbers).join();
    return this.#form;
  }

  /** Bit `n` is set if the `n`-th page before the last of `sample` read pages has the group. */
  seen(sample: number): number {
    const gap = sample - this.#last;
    return gap >= HISTORY ? 0 : (this.#history << gap) >>> 0;
  }

  fade(factor: number): void {
    for (const texts of [this.made, this.tested]) for (const kind of TEXT_KINDS) texts[kind] *= factor;
    this.pages *= factor;
    this.elements *= factor;
    for (const name of this.names.values()) name.count *= factor;
  }

  /** Adds a group of another layout. `bits`: its history. */
  add(other: LayoutGroup, weight: number, bits: number): void {
    this.pages += other.pages * weight;
    this.elements += other.elements * weight;
    for (const [part, { count }] of other.names) {
      const name = this.names.get(part) ?? this.#newName(part);
      name.count += count * weight;
    }
    this.#history |= bits;
  }

  end(sample: number): void {
    this.#last = sample;
  }

  save(parent: number, samples: number): ValueOf<typeof SAVED_GROUP> {
    const { tag, position, pages, elements, made, tested } = this;
    return {
      parent,
      tag: tag.slice(0, SAVED_TAG),
      position,
      pages: Math.round(pages),
      seen: this.seen(samples),
      elements: Math.round(elements),
      names: this.frequentNames(SAVED_SHARE).map((name) => ({
        name,
        pages: Math.round(this.names.get(name)?.count ?? 0),
      })),
      made: savedTexts(made),
      tested: savedTexts(tested),
    };
  }

  load({ pages, seen, elements, names, made, tested }: ValueOf<typeof SAVED_GROUP>, samples: number): void {
    this.pages = pages;
    this.elements = elements;
    this.#history = seen;
    this.#last = samples;
    for (const { name, pages: count } of names)
      this.names.set(name, { part: name, count, last: 0, isForgotten: false });
    loadTexts(this.made, made);
    loadTexts(this.tested, tested);
  }
}

const savedTexts = (texts: Texts): number[] => TEXT_KINDS.map((kind) => Math.round(texts[kind] / SCALE));

function loadTexts(to: Texts, saved: readonly number[]): void {
  for (const [at, kind] of TEXT_KINDS.entries()) to[kind] = (saved[at] ?? 0) * SCALE;
}
