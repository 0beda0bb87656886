/**
 * Removal of repeated texts as in Trafilatura: an LRU cache of full texts over all pages. A text of a minimum length that was
 * seen often enough is left out. Learns page by page and keeps no batch.
 */
import type { StreamBaseline } from './baseline.ts';
import type { PageTree } from './document.ts';

export interface TextCacheOptions {
  readonly size: number;
  /** A text is template from this occurrence on. */
  readonly sighting: number;
  /** Minimum length of a text in UTF-16 code units. */
  readonly length: number;
}

export const TEXT_CACHE: TextCacheOptions = { size: 4096, sighting: 4, length: 1 };

/** Bytes of an entry without its text. */
const COUNT_BYTES = 8;

export class TextCache implements StreamBaseline {
  readonly #options: TextCacheOptions;
  /** Ordered by last use. */
  readonly #seen = new Map<string, number>();
  #bytes = 0;

  constructor(options: TextCacheOptions = TEXT_CACHE) {
    this.#options = options;
  }

  get entries(): number {
    return this.#seen.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  read(page: PageTree): boolean[] {
    return page.texts.map(
      ({ text }) => text.length >= this.#options.length && this.#see(text) >= this.#options.sighting,
    );
  }

  #see(text: string): number {
    const count = (this.#seen.get(text) ?? 0) + 1;
    if (count > 1) this.#seen.delete(text);
    else this.#bytes += Buffer.byteLength(text) + COUNT_BYTES;
    this.#seen.set(text, count);
    if (this.#seen.size > this.#options.size) {
      const [oldest] = this.#seen.keys();
      if (oldest !== undefined) {
        this.#seen.delete(oldest);
        this.#bytes -= Buffer.byteLength(oldest) + COUNT_BYTES;
      }
    }
    return count;
  }
}
