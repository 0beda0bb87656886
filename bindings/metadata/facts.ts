/** Elements that say something about the whole page, as the module writes them (assembly/page/facts.ts). */

/** An element. */
export interface Fact {
  /** Name of the element; or `PART` for a part of the title, `LINES` or `TEMPLATE_LINES` for the lines around the heading before it. */
  readonly name: string;
  /** Its text, with single spaces; of lines, those before the heading. */
  readonly text: string;
  /** Attributes by name. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Of lines, those from the heading on; of a part, its DF before the page. */
  readonly more?: string;
}

export const PART = '-';
export const LINES = '';
/** The heading is template. */
export const TEMPLATE_LINES = '+';
const NONE: ReadonlyMap<string, string> = new Map();

/** Text with single spaces. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function readFacts(output: string): Fact[] {
  return output
    .split('\x1e')
    .slice(1)
    .map((record) => {
      const [name = '', text = '', ...rest] = record.split('\x1f');
      if (name === LINES || name === TEMPLATE_LINES || name === PART)
        return { name, text, attributes: NONE, more: rest[0] ?? '' };
      const attributes = new Map<string, string>();
      for (let at = 0; at + 1 < rest.length; at += 2) {
        const key = (rest[at] ?? '').toLowerCase();
        if (!attributes.has(key)) attributes.set(key, (rest[at + 1] ?? '').trim());
      }
      return { name, text: text.trim(), attributes };
    });
}

/** Values of `meta` elements, and of elements with `property` or `itemprop`, by what they are called; in document order. */
export class Named {
  readonly #values = new Map<string, string[]>();

  add(name: string, value: string | undefined): void {
    if (name === '' || !value) return;
    const key = name.toLowerCase();
    const list = this.#values.get(key);
    if (list === undefined) this.#values.set(key, [value]);
    else if (list.length < 32) list.push(value);
  }

  all(...names: readonly string[]): string[] {
    return names.flatMap((name) => this.#values.get(name) ?? []);
  }

  /** Values whose names pass a test. */
  matching(test: (name: string) => boolean): string[] {
    return [...this.#values].flatMap(([name, values]) => (test(name) ? values : []));
  }

  first(...names: readonly string[]): string | undefined {
    return this.all(...names)[0];
  }
}
