/**
 * The pages of a crawl in a folder, as their servers gave them, each with what the next question for it needs. A page and what is
 * known of it are written together or not at all; what waits to be read follows from the pages, so that a killed crawl has lost nothing.
 */
import { join } from 'node:path';
import { errors } from '@refrain/crawl/engine';
import { Level } from 'level';
import { CommandError, messageOf } from '../../errors.ts';
import { makeFolder } from '../../files/output-target.ts';
import { withFolder } from '../../files/scratch-folder.ts';
import type { Absence } from '../absence/absence.ts';

/** What is known of a page. */
export interface PageHead {
  /** Links from a start URL. */
  readonly depth: number;
  /** Numbers of the crawls that have seen it last, and that found it new or changed. */
  readonly seen: number;
  readonly changed: number;
  readonly length: number;
  /** When its bytes came, as ISO 8601. */
  readonly fetched?: string | undefined;
  readonly contentType?: string | undefined;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Why it is another page than that of its address. */
  readonly absence?: Absence | undefined;
}

/** What forbids an address where its server was not asked. */
export const ROBOTS = 'robots.txt';

/** An address that is no page. */
export interface Other {
  /** Number of the crawl that has seen it last. */
  readonly seen: number;
  readonly reason: Absence | 'file';
  /** What says so: a status, {@link ROBOTS}, or where the server leads to; the type of a file. */
  readonly by: string;
  /** Bytes of a file, where they are known; where it was kept; and what the next question for it needs. */
  readonly length?: number | undefined;
  readonly file?: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** The last crawl of a folder. */
export interface LastCrawl {
  readonly number: number;
  /** Whether all of it was read and written. */
  readonly isDone: boolean;
  /** What it has written, and how; another output gets all pages. */
  readonly output?: string;
}

const VERSION = 1;
const LAST = 'last';

export class PageStore {
  readonly #level: Level<string, Uint8Array>;
  readonly #heads;
  readonly #bodies;
  readonly #others;
  readonly #facts;

  private constructor(level: Level<string, Uint8Array>) {
    this.#level = level;
    this.#heads = level.sublevel<string, PageHead>('head', { valueEncoding: 'json' });
    this.#bodies = level.sublevel<string, Uint8Array>('body', { valueEncoding: 'view' });
    this.#others = level.sublevel<string, Other>('other', { valueEncoding: 'json' });
    this.#facts = level.sublevel<string, LastCrawl & { readonly version: number }>('fact', { valueEncoding: 'json' });
  }

  /** @throws {CommandError} if the folder cannot be used, or a crawl uses it */
  static async open(folder: string): Promise<PageStore> {
    const path = join(folder, 'pages');
    makeFolder(path, `--state ${folder}`);
    const level = new Level<string, Uint8Array>(path, { valueEncoding: 'view' });
    try {
      await level.open();
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const isLocked = errors.codeOf(cause) === 'LEVEL_LOCKED';
      const message = isLocked ? 'another crawl uses this folder' : messageOf(cause);
      throw new CommandError(`${folder}: ${message}`, { code: isLocked ? 'STORE_LOCKED' : 'STORE_FAILED' });
    }
    return new PageStore(level);
  }

  /** @throws {CommandError} `STORE_VERSION` */
  async last(): Promise<LastCrawl | undefined> {
    const found = await this.#facts.get(LAST);
    if (found !== undefined && found.version !== VERSION)
      throw new CommandError(`the folder of the crawl has the format ${found.version}`, { code: 'STORE_VERSION' });
    return found;
  }

  setLast(last: LastCrawl): Promise<void> {
    return this.#facts.put(LAST, { version: VERSION, ...last });
  }

  head(address: string): Promise<PageHead | undefined> {
    return this.#heads.get(address);
  }

  async body(address: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array((await this.#bodies.get(address)) ?? []);
  }

  /** Writes what is known of a page, and the page unless it is the same as before. */
  put(address: string, head: PageHead, body?: Uint8Array): Promise<void> {
    const batch = this.#level.batch().put(address, head, { sublevel: this.#heads });
    batch.del(address, { sublevel: this.#others });
    if (body !== undefined) batch.put(address, body, { sublevel: this.#bodies });
    return batch.write();
  }

  remove(address: string): Promise<void> {
    return this.#level.batch().del(address, { sublevel: this.#heads }).del(address, { sublevel: this.#bodies }).write();
  }

  /** All pages, in the order of their addresses. */
  heads(): AsyncIterable<[address: string, head: PageHead]> {
    return this.#heads.iterator();
  }

  /** The pages themselves, in the same order. */
  bodies(): AsyncIterableIterator<[address: string, body: Uint8Array]> {
    return this.#bodies.iterator()[Symbol.asyncIterator]();
  }

  other(address: string): Promise<Other | undefined> {
    return this.#others.get(address);
  }

  putOther(address: string, other: Other): Promise<void> {
    return this.#others.put(address, other);
  }

  removeOther(address: string): Promise<void> {
    return this.#others.del(address);
  }

  /** What is no page, in the order of its addresses. */
  others(): AsyncIterable<[address: string, other: Other]> {
    return this.#others.iterator();
  }

  close(): Promise<void> {
    return this.#level.close();
  }
}

/** Uses the pages of a folder; without one, those of a folder that is removed afterwards. */
export const withPages = <T>(kept: string | undefined, use: (store: PageStore) => Promise<T>): Promise<T> =>
  withFolder(kept, async (folder) => {
    const store = await PageStore.open(folder);
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  });
