/**
 * Stores the pages of a crawl as they were read, with validators for conditional requests. A page and its metadata are
 * written together or not at all. The queue can be computed from the pages, so a killed crawl loses nothing.
 */
import { join } from 'node:path';
import { lock } from '@refrain/crawl/engine/node';
import { CommandError, withSource } from '../../errors.ts';
import { makeFolder } from '../../files/output-target.ts';
import { withFolder } from '../../files/scratch-folder.ts';
import type { MissingReason } from '../missing-page/missing-reason.ts';
import { PageLog } from './page-log.ts';

export interface PageHead {
  /** Number of links from a start URL. */
  readonly depth: number;
  /** Number of the last crawl that found the page; number of the last crawl that found it new or changed. */
  readonly seen: number;
  readonly changed: number;
  readonly length: number;
  /** When the page was fetched, as ISO 8601. */
  readonly fetched?: string | undefined;
  readonly contentType?: string | undefined;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Why it is not the requested page. */
  readonly missing?: MissingReason | undefined;
}

/** `by` of a URL that was not requested. */
export const ROBOTS = 'robots.txt';

export interface OtherUrl {
  /** Number of the last crawl that found the URL. */
  readonly seen: number;
  /** `not-found`: a broken link. */
  readonly reason: MissingReason | 'file' | 'not-found';
  /** Why it is not a page: a status, {@link ROBOTS}, the target of a redirect, or the type of a file. */
  readonly by: string;
  /** Bytes of a file, if known. */
  readonly length?: number | undefined;
}

export interface LastCrawl {
  readonly number: number;
  /** True if everything was read and written. */
  readonly isDone: boolean;
  /** The crawl's output flags. With other flags, all pages are written again. */
  readonly output?: string;
}

const VERSION = 1;

/** A record of the log: about a URL, or about the folder if the URL is empty. */
interface UrlRecord {
  readonly head?: PageHead | undefined;
  readonly other?: OtherUrl | undefined;
  readonly last?: LastCrawl & { readonly version: number };
}

export class PageStore {
  readonly #log: PageLog<UrlRecord>;
  readonly #release: () => void;

  private constructor(log: PageLog<UrlRecord>, release: () => void) {
    this.#log = log;
    this.#release = release;
  }

  /** @throws {CommandError} if the folder cannot be used, or another crawl uses it */
  static async open(folder: string): Promise<PageStore> {
    const path = join(folder, 'pages');
    makeFolder(path, `--state ${folder}`);
    const release = await withSource(folder, () => lock(path));
    try {
      const log = await withSource(folder, () => PageLog.open<UrlRecord>(join(path, 'log')));
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

  body(address: string): Uint8Array<ArrayBuffer> {
    return this.#log.bytes(address);
  }

  /** Writes the metadata of a page, and `body` if the page has changed. */
  put(address: string, head: PageHead, body?: Uint8Array): void {
    this.#log.set(address, { head }, body);
  }

  remove(address: string): void {
    const { head, other } = this.#log.get(address) ?? {};
    if (other === undefined) this.#log.delete(address);
    else if (head !== undefined) this.#log.set(address, { other }, new Uint8Array());
  }

  *heads(): Generator<[address: string, head: PageHead]> {
    for (const [address, { head }] of this.#log.entries()) if (head !== undefined) yield [address, head];
  }

  putOther(address: string, other: OtherUrl): void {
    this.#log.set(address, { ...this.#log.get(address), other });
  }

  removeOther(address: string): void {
    const head = this.head(address);
    if (head === undefined) this.#log.delete(address);
    else this.#log.set(address, { head });
  }

  *others(): Generator<[address: string, other: OtherUrl]> {
    for (const [address, { other }] of this.#log.entries()) if (other !== undefined) yield [address, other];
  }

  close(): void {
    this.#log.close();
    this.#release();
  }
}

/** Runs with the store of a folder. Default: a temporary folder. */
export const withPages = <T>(kept: string | undefined, use: (store: PageStore) => Promise<T>): Promise<T> =>
  withFolder(kept, async (folder) => {
    const store = await PageStore.open(folder);
    try {
      return await use(store);
    } finally {
      store.close();
    }
  });
