/** Parts of pages that are template where enough pages of the batch have them. */
import type { Baseline } from './baseline.ts';
import type { PageTree, TextNode } from './document.ts';

/** A part of a page, by its fingerprint. */
export type PagePart = readonly [print: bigint, texts: readonly TextNode[]];

export class Repeated implements Baseline {
  readonly #partsOf: (page: PageTree) => Iterable<PagePart>;
  readonly #least: { readonly pages: number; readonly share: number };
  /** Number of pages for each fingerprint. */
  #pages = new Map<bigint, number>();
  #count = 0;

  /** `least`: a part is template from this number of pages, and this share of the pages, on. */
  constructor(
    partsOf: (page: PageTree) => Iterable<PagePart>,
    least: { readonly pages: number; readonly share: number },
  ) {
    this.#partsOf = partsOf;
    this.#least = least;
  }

  fit(batch: readonly PageTree[]): void {
    this.#pages = new Map();
    this.#count = batch.length;
    for (const page of batch) {
      const prints = new Set(Array.from(this.#partsOf(page), ([print]) => print));
      for (const print of prints) this.#pages.set(print, (this.#pages.get(print) ?? 0) + 1);
    }
  }

  label(page: PageTree): boolean[] {
    const verdicts = page.texts.map(() => false);
    const least = Math.max(this.#least.pages, this.#least.share * this.#count);
    for (const [print, texts] of this.#partsOf(page)) {
      if ((this.#pages.get(print) ?? 0) < least) continue;
      for (const { index } of texts) verdicts[index] = true;
    }
    return verdicts;
  }

  get entries(): number {
    return this.#pages.size;
  }

  /** A fingerprint and a count for each part. */
  get bytes(): number {
    return this.#pages.size * 12;
  }
}
