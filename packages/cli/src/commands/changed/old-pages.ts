/** What is kept of the first crawl: hash and digest of each page in memory, its text in a file. */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutputError } from '../../errors.ts';
import { makeScratchFolder, removeScratchFolder } from '../../files/scratch-folder.ts';
import type { PageFacts, Texts } from './pages.ts';

/** A page of the first crawl. Its text is in the file, if it has any. */
export interface OldPage extends Pick<PageFacts, 'name' | 'hash' | 'digest'> {
  readonly at: number;
  readonly length: number;
}

/** @throws {OutputError} where the file cannot be made, written or read */
export class OldPages {
  readonly #folder: string;
  readonly #file: number;
  readonly #pages = new Map<string, OldPage>();
  #end = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#file = ofFile(() => openSync(join(folder, 'texts'), 'wx+', 0o600));
  }

  static async create(): Promise<OldPages> {
    return new OldPages(await makeScratchFolder());
  }

  get size(): number {
    return this.#pages.size;
  }

  /** Keeps a page; the first of several with one key. */
  add({ key, name, hash, digest, texts }: PageFacts): void {
    if (this.#pages.has(key)) return;
    const bytes = Buffer.from(texts === undefined ? '' : JSON.stringify(texts));
    ofFile(() => writeFileSync(this.#file, bytes));
    this.#pages.set(key, { name, hash, digest, at: this.#end, length: bytes.length });
    this.#end += bytes.length;
  }

  /** Takes a page out: the second crawl has it too. */
  take(key: string): OldPage | undefined {
    const found = this.#pages.get(key);
    this.#pages.delete(key);
    return found;
  }

  /** The text of a page; undefined where only its hash is known. */
  texts({ at, length }: OldPage): Texts | undefined {
    if (length === 0) return undefined;
    const bytes = Buffer.alloc(length);
    ofFile(() => readSync(this.#file, bytes, 0, length, at));
    return JSON.parse(bytes.toString()) as Texts;
  }

  /** The pages that were not taken. */
  left(): IterableIterator<OldPage> {
    return this.#pages.values();
  }

  async close(): Promise<void> {
    closeSync(this.#file);
    await removeScratchFolder(this.#folder);
  }
}

/** Without the file no other page can be compared either. */
function ofFile<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new OutputError('temporary file', error as Error, { endsRun: true });
  }
}
