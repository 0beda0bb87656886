/** Edits of a source text, which are collected in any order and applied together. */

interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
  /** Position among the insertions of the same offset. */
  readonly order: number;
}

export class Edits {
  readonly #edits: Edit[] = [];

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** Replacements must not overlap. Insertions at one offset keep the order in which they came. */
  replace(at: number, end: number, text: string): void {
    this.#edits.push({ at, end, text, order: this.#edits.length });
  }

  /** Puts `before` and `after` around a range. An outer range must be given before the ranges inside it. */
  wrap(at: number, end: number, before: string, after: string): void {
    this.insert(at, before);
    this.#edits.push({ at: end, end, text: after, order: -this.#edits.length });
  }

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  applied(source: string): string {
    const edits = this.#edits.toSorted((one, other) => one.at - other.at || one.order - other.order);
    let text = '';
    let done = 0;
    for (const { at, end, text: added } of edits) {
      text += source.slice(done, at) + added;
      done = end;
    }
    return text + source.slice(done);
  }
}
