/**
 * Removal of repeated lines, as in CCNet (Wenzek et al., LREC 2020): a line is dropped where a copy was seen before, on this
 * page or another. The first copy stays. Lines are compared in lower case, with digits as zeros and without punctuation.
 */
import type { StreamBaseline } from './baseline.ts';
import type { PageTree } from './document.ts';
import { fingerprint } from './fingerprint.ts';

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\p{N}/gu, '0')
    .replace(/[\p{P}\p{S}]/gu, '');

const HASH_BYTES = 8;

export class Lines implements StreamBaseline {
  readonly #seen = new Set<bigint>();

  read(page: PageTree): boolean[] {
    return page.texts.map(({ text }) => {
      const before = this.#seen.size;
      this.#seen.add(fingerprint(folded(text)));
      return this.#seen.size === before;
    });
  }

  get entries(): number {
    return this.#seen.size;
  }

  get bytes(): number {
    return this.#seen.size * HASH_BYTES;
  }
}
