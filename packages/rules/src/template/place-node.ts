/** A place of a layout: what the pages of the layout that were read have there, in one record. */

/** Text of a place and of those inside of it: shares of the text of each page, in 1/10000, added over pages. */
export interface Texts {
  template: number;
  content: number;
  main: number;
  linked: number;
}

export const noTexts = (): Texts => ({ template: 0, content: 0, main: 0, linked: 0 });

export const allOf = ({ template, content }: Texts): number => template + content;

/** Names of a place beyond these are forgotten, the rarest first. */
const NAMES_MAX = 12;
/** Pages whose sight of a place is remembered one by one. */
export const HISTORY = 32;

export class PlaceNode {
  readonly parent: PlaceNode | undefined;
  readonly tag: string;
  /** The position among the siblings of its name, from 1; 0 where it is not told, and 8 for all from there on. */
  readonly position: number;
  readonly children: PlaceNode[] = [];
  /** Children by the keys of their names on the page: the same names need not be read again. */
  readonly known = new Map<number, readonly [child: PlaceNode, parts: readonly string[]] | undefined>();
  /** Pages that were read on which it had a name, by parts of selectors. */
  readonly names = new Map<string, number>();
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
    this.position = position;
    parent?.children.push(this);
  }

  /** Notes that the `sample`-th page that was read has the place. */
  see(sample: number, parts: readonly string[]): void {
    if (this.#last === sample && this.pages > 0) return;
    const gap = sample - this.#last;
    this.#history = gap >= HISTORY ? 1 : (this.#history << gap) | 1;
    this.#last = sample;
    this.pages += 1;
    for (const part of parts) this.#name(part);
  }

  #name(part: string): void {
    const count = this.names.get(part);
    if (count === undefined && this.names.size >= NAMES_MAX) this.#forgetRarest();
    this.names.set(part, (count ?? 0) + 1);
  }

  #forgetRarest(): void {
    let [rarest, least] = ['', Number.POSITIVE_INFINITY];
    for (const [name, count] of this.names) if (count < least) [rarest, least] = [name, count];
    this.names.delete(rarest);
  }

  /** The last pages that were read, `sample` of them in all: bit `n` is set where the `n`-th page before the last has the place. */
  seen(sample: number): number {
    const gap = sample - this.#last;
    return gap >= HISTORY ? 0 : (this.#history << gap) >>> 0;
  }

  /** Share of its pages on which it has a name. */
  shareOf(part: string): number {
    return this.pages === 0 ? 0 : (this.names.get(part) ?? 0) / this.pages;
  }

  /** Old pages count less. */
  fade(factor: number): void {
    for (const texts of [this.made, this.tested]) {
      texts.template *= factor;
      texts.content *= factor;
      texts.main *= factor;
      texts.linked *= factor;
    }
    this.pages *= factor;
    this.elements *= factor;
    for (const [name, count] of this.names) this.names.set(name, count * factor);
  }

  /** What `restore` takes. */
  get sight(): readonly [history: number, last: number] {
    return [this.#history >>> 0, this.#last];
  }

  restore(history: number, last: number): void {
    this.#history = history | 0;
    this.#last = last;
  }
}
