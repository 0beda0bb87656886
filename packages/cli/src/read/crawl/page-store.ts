/**
 * The pages of a crawl in a folder, as their servers gave them, each with what the next question for it needs. A page and what is
 * known of it are written together or not at all; what waits to be read follows from the pages, so that a killed crawl has lost nothing.
 */
import { join } from 'node:path';
import { lock } from '@refrain/crawl/engine/node';
import { CommandError, naming } from '../../errors.ts';
import { makeFolder } from '../../files/output-target.ts';
import { withFolder } from '../../files/scratch-folder.ts';
import type { Absence } from '../absence/absence.ts';
import { PageLog } from './page-log.ts';

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
  /** Bytes of a file, if they are known. */
  readonly length?: number | undefined;
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

/** What is known of an address, and of the folder under an empty one. */
interface Known {
  readonly head?: PageHead | undefined;
  readonly other?: Other | undefined;
  readonly last?: LastCrawl & { readonly version: number };
}

export class PageStore {
  readonly #log: PageLog<Known>;
  readonly #release: () => void;

  private constructor(log: PageLog<Known>, release: () => void) {
    this.#log = log;
    this.#release = release;
  }

  /** @throws {CommandError} if the folder cannot be used, or a crawl uses it */
  static async open(folder: string): Promise<PageStore> {
    const path = join(folder, 'pages');
    makeFolder(path, `--state ${folder}`);
    const release = await naming(folder, () => lock(path));
    try {
      const log = await naming(folder, () => PageLog.open<Known>(join(path, 'log')));
      return new PageStore(log, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** @throws {CommandError} `STORE_VERSION` */
  last(): LastCrawl | undefined {
    const found = this.#log.get('')?.last;
    if (found !== undefined && found.version !== VERSION)
      throw new CommandError(`the folder of the crawl has the format ${found.version}`, { code: 'STORE_VERSION' });
    return found;
  }

  setLast(last: LastCrawl): void {
    this.#log.set('', { last: { version: VERSION, ...last } });
  }

  head(address: string): PageHead | undefined {
    return this.#log.get(address)?.head;
  }

  /** A copy of a page. */
  body(address: string): Uint8Array<ArrayBuffer> {
    return this.#log.bytes(address);
  }

  /** Writes what is known of a page, and the page unless it is the same as before. */
  put(address: string, head: PageHead, body?: Uint8Array): void {
    this.#log.set(address, { head }, body);
  }

  remove(address: string): void {
    const { head, other } = this.#log.get(address) ?? {};
    if (other === undefined) this.#log.delete(address);
    else if (head !== undefined) this.#log.set(address, { other }, new Uint8Array());
  }

  /** All pages, in the order of their addresses. */
  *heads(): Generator<[address: string, head: PageHead]> {
    for (const [address, { head }] of this.#log.entries()) if (head !== undefined) yield [address, head];
  }

  putOther(address: string, other: Other): void {
    this.#log.set(address, { ...this.#log.get(address), other });
  }

  removeOther(address: string): void {
    const head = this.head(address);
    if (head === undefined) this.#log.delete(address);
    else this.#log.set(address, { head });
  }

  /** What is no page, in the order of its addresses. */
  *others(): Generator<[address: string, other: Other]> {
    for (const [address, { other }] of this.#log.entries()) if (other !== undefined) yield [address, other];
  }

  close(): void {
    this.#log.close();
    this.#release();
  }
}

/** Uses the pages of a folder; without one, those of a folder that is removed afterwards. */
export const withPages = <T>(kept: string | undefined, use: (store: PageStore) => Promise<T>): Promise<T> =>
  withFolder(kept, async (folder) => {
    const store = await PageStore.open(folder);
    try {
      return await use(store);
    } finally {
      store.close();
    }
  });
