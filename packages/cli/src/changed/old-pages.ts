/** What is kept of the first crawl: hash and digest of each page in memory, its text in a file. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'refrain';
import { makeScratchFolder, removeScratchFolder } from '../scratch-folder.ts';
import { lineKey } from './line-key.ts';
import type { Version } from './lines.ts';

/** A page of the first crawl. */
export interface OldPage {
  readonly hash: string | undefined;
  readonly digest: string | undefined;
  readonly at: number;
  readonly length: number;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** The current page as one version. */
export const versionOf = (page: Page): Version => ({
  main: linesOf(page.text('main')),
  all: new Set(linesOf(page.text('all')).map(lineKey)),
});

export class OldPages {
  readonly #folder: string;
  readonly #file: number;
  readonly #pages = new Map<string, OldPage>();
  #end = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#file = openSync(join(folder, 'texts'), 'w+');
  }

  static async create(): Promise<OldPages> {
    return new OldPages(await makeScratchFolder());
  }

  get size(): number {
    return this.#pages.size;
  }

  /** Keeps the current page; the first of several with one key. */
  add(key: string, page: Page): void {
    if (this.#pages.has(key)) return;
    const { contentHash: hash, contentDigest: digest } = page;
    const bytes = Buffer.from(JSON.stringify([page.text('main'), page.text('all')]));
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#end + written);
    }
    this.#pages.set(key, { hash, digest, at: this.#end, length: bytes.length });
    this.#end += bytes.length;
  }

  /** Takes a page out: the second crawl has it too. */
  take(key: string): OldPage | undefined {
    const found = this.#pages.get(key);
    this.#pages.delete(key);
    return found;
  }

  /** The text of a page. */
  version({ at, length }: OldPage): Version {
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length; ) read += readSync(this.#file, bytes, read, length - read, at + read) || length;
    const [main = '', all = ''] = JSON.parse(bytes.toString()) as readonly string[];
    return { main: linesOf(main), all: new Set(linesOf(all).map(lineKey)) };
  }

  /** The pages that were not taken. */
  *left(): Generator<readonly [string, OldPage]> {
    yield* this.#pages;
  }

  async close(): Promise<void> {
    closeSync(this.#file);
    await removeScratchFolder(this.#folder);
  }
}
