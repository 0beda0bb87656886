/**
 * What Trafilatura does against repetition today: a cache of the texts seen last, in full, over all pages; a text of some
 * length that was seen often enough is left out. It learns page by page and keeps no batch.
 */
import type { StreamBaseline } from './baseline.ts';
import type { PageTree } from './document.ts';

export interface TextCacheOptions {
  readonly size: number;
  /** From which sighting on a text is template. */
  readonly sighting: number;
  /** Shorter texts are never looked up. */
  readonly length: number;
}

export const TEXT_CACHE: TextCacheOptions = { size: 4096, sighting: 4, length: 1 };

/** What an entry takes beside its text. */
const COUNT_BYTES = 8;

export class TextCache implements StreamBaseline {
  readonly #options: TextCacheOptions;
  /** In the order of their last use. */
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
