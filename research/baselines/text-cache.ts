/**
 * Removal of repeated texts as in Trafilatura: an LRU cache of full texts over all pages. Frequent texts are omitted. Learns page by page
 * and keeps no batch.
 */
import type { StreamBaseline } from './baseline.ts';
import type { PageTree } from './document.ts';

/** A text is template from this occurrence on. */
const SIGHTING = 4;
const COUNT_BYTES = 8;

export class TextCache implements StreamBaseline {
  readonly #size: number;
  readonly #seen = new Map<string, number>();
  #bytes = 0;

  constructor(size = 4096) {
    this.#size = size;
  }

  get entries(): number {
    return this.#seen.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  read(page: PageTree): boolean[] {
    return page.texts.map(({ text }) => this.#see(text) >= SIGHTING);
  }

  #see(text: string): number {
    const count = (this.#seen.get(text) ?? 0) + 1;
    if (count > 1) this.#seen.delete(text);
    else this.#bytes += Buffer.byteLength(text) + COUNT_BYTES;
    this.#seen.set(text, count);
    if (this.#seen.size > this.#size) {
      const [oldest] = this.#seen.keys();
      if (oldest !== undefined) {
        this.#seen.delete(oldest);
        this.#bytes -= Buffer.byteLength(oldest) + COUNT_BYTES;
      }
    }
    return count;
  }
}
