/** The pages of an archive, and the page at a URL, as tasks. */

import type { Readable } from 'node:stream';
import { inputFiles } from '@refrain/crawl/engine/node';
import type { InputFailure, PageNames, WarcPage } from '@refrain/crawl/input';
import { check } from 'refrain/engine';
import type { Shard } from '../arguments/flag-values.ts';
import { indexOptions } from './archives.ts';
import { type GetOptions, getPage } from './fetch.ts';
import type { InputArguments } from './inputs.ts';
import { missingReasonOf } from './missing-page/missing-reason.ts';
import { checkRefusal } from './missing-page/refusal.ts';
import { isInShard } from './shard.ts';
import type { PageFilter, Task } from './task.ts';

export interface PlanReadOptions {
  readonly interrupted: AbortSignal;
  readonly maxPageBytes: number;
  readonly onFailure: (failure: InputFailure) => void;
  /** Used for inputs that list their pages, so that known pages need not be read. */
  readonly known?: PageFilter | undefined;
}

/** Position in an archive, in bytes and pages. */
export interface Position {
  at: number;
  pages: number;
}

interface InputSettings extends PlanReadOptions {
  readonly site: string | undefined;
  readonly siteOf: (url: string) => string;
  readonly isOnly: boolean;
  readonly identity: GetOptions['identity'];
}

interface ArchiveSettings extends InputSettings {
  readonly stdin: Readable;
  readonly position: Position;
  /** True if WARC records that are not pages, and headers of pages, are also read. */
  readonly raw: boolean;
  /** Filters of the pages, and the location of the archives of an index. */
  readonly inputArguments: InputArguments;
}

/** `source` of a page that is the only one on standard input. */
const STDIN_SOURCE = 'stdin';

const NO_PAGE = { site: '', id: '', namesSite: false, url: '' } as const;

const wholeBuffer = (bytes: Uint8Array): Uint8Array =>
  bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();

/** The part of an archive that belongs to a shard. */
class ArchiveShard {
  readonly #shard: Shard;
  readonly #archive: inputFiles.Archive;
  readonly #siteOf: (page: PageNames) => string;
  /** True if the last page belongs to the shard. Records after this page then belong to it too. */
  hasLast: boolean;
  /** True while a page of the shard is read, if known. */
  #isOpen = false;

  constructor(shard: Shard, archive: inputFiles.Archive, siteOf: (page: PageNames) => string) {
    this.#shard = shard;
    this.#archive = archive;
    this.#siteOf = siteOf;
    this.hasLast = shard.number === 1;
  }

  has(page: PageNames): boolean {
    this.hasLast = this.#isOurs(page);
    this.#isOpen = this.hasLast;
    return this.hasLast;
  }

  /**
   * True if this shard reports a failure. Failures of whole inputs are reported by all shards, failures of records
   * without a known URL by one.
   */
  reports(source: string): boolean {
    const { name, kind } = this.#archive;
    if (source === name || source === STDIN_SOURCE) return true;
    const isOfInput = [name, STDIN_SOURCE].some((each) => source.startsWith(`${each}:`));
    // Lines of an index have its name in their source and are read ahead, so they do not belong to the current page.
    // Pages of an index have the name of the archive.
    const isOurs = !isOfInput || (this.#isOpen && kind !== 'cdx');
    this.#isOpen = false;
    return isOurs || isInShard(this.#shard, source);
  }

  close(): void {
    this.#isOpen = false;
  }

  /** A page whose site cannot be determined belongs to one shard, which reports the failure. */
  #isOurs(page: PageNames): boolean {
    let site = page.url;
    try {
      site = this.#siteOf(page);
    } catch {
      // Reading the page reports the error.
    }
    return isInShard(this.#shard, site);
  }
}

export async function* archiveTasks(archive: inputFiles.Archive, reading: ArchiveSettings): AsyncGenerator<Task> {
  const { stdin, interrupted, maxPageBytes, raw, position, site: given, siteOf, inputArguments } = reading;
  const isStdin = archive.name === inputFiles.STDIN;
  const shard =
    inputArguments.shard &&
    new ArchiveShard(inputArguments.shard, archive, ({ url, site }) => given ?? check.site(site ?? siteOf(url)));
  // An interruption ends standard input, which is not a failure.
  const onFailure = (failure: InputFailure): void => {
    if (shard?.reports(failure.source) === false) return;
    if (archive.kind !== undefined || !interrupted.aborted) reading.onFailure(failure);
  };
  // An interrupted run must not wait for standard input.
  const stop = (): void => void stdin.destroy();
  if (isStdin) interrupted.addEventListener('abort', stop);
  try {
    const takes = takesOf(inputArguments, shard);
    const options = { stdin, onFailure, maxPageBytes, raw, takes, signal: interrupted };
    const { identity, known } = reading;
    const ofArchives = indexOptions({ ...inputArguments, identity, known, site: given, siteOf });
    for await (const item of inputFiles.readArchive(archive, { ...options, ...ofArchives })) {
      const { source } = item;
      if ('raw' in item) {
        shard?.close();
        if (shard?.hasLast !== false) yield { ...NO_PAGE, source, from: { kind: 'record', bytes: item.raw } };
        continue;
      }
      position.pages += 1;
      // The source of a WARC record ends with its byte offset. A source of NDJSON has only a line number, so bytes are
      // counted.
      const offset = archive.kind === 'ndjson' ? undefined : /:(\d+)$/.exec(source)?.[1];
      position.at = offset === undefined ? position.at + item.html.length : Number(offset);
      try {
        const { url, id = url, contentType, charset } = item;
        const site = given ?? check.site(item.site ?? siteOf(url));
        const capture = 'capture' in item ? (item as WarcPage).capture : undefined;
        const namesSite = given !== undefined || (id === url && isSiteOf(item.site, url, siteOf));
        // If there are several pages, each source has a number or an offset.
        const isOnly = reading.isOnly && (source === archive.name || source === STDIN_SOURCE);
        const from = { kind: 'bytes', bytes: wholeBuffer(item.html), contentType, charset, capture } as const;
        const task = { site, id, namesSite, url, source, isOnly, from };
        if (inputArguments.isRead(task) && isInShard(inputArguments.shard, site)) yield task;
      } catch (error) {
        onFailure({ source, error: error as Error });
      }
      shard?.close();
    }
  } catch (error) {
    if (!interrupted.aborted) onFailure({ source: archive.name, error: error as Error });
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

const takesOf =
  ({ isRead }: InputArguments, shard: ArchiveShard | undefined) =>
  (page: PageNames): boolean => {
    if (shard?.has(page) === false) return false;
    const { url, id = url } = page;
    if (isRead({ url, id })) return true;
    shard?.close();
    return false;
  };

/** True if the URL determines the site. */
function isSiteOf(named: string | undefined, url: string, siteOf: (url: string) => string): boolean {
  if (named === undefined) return true;
  try {
    return siteOf(url) === named;
  } catch {
    return false;
  }
}

type AddressSettings = InputSettings & Pick<GetOptions, 'allowPrivate'>;

/** Fetches a page. Its id is the URL after redirects. Returns undefined if fetching fails. */
export async function addressTask(address: string, reading: AddressSettings): Promise<Task | undefined> {
  const { interrupted: signal, maxPageBytes: maxBytes, allowPrivate, identity, site, siteOf, isOnly } = reading;
  try {
    const requestOptions = { maxBytes, allowPrivate, identity, signal, onAnswer: checkRefusal };
    const { url, html: bytes, contentType } = await getPage(address, requestOptions);
    const missing = await missingReasonOf(bytes, contentType, url);
    const fetched = new Date().toISOString();
    const from = { kind: 'bytes', bytes, contentType, capture: undefined, fetched } as const;
    return { site: site ?? siteOf(url), id: url, namesSite: true, url, source: address, isOnly, missing, from };
  } catch (error) {
    if (!signal.aborted) reading.onFailure({ source: address, error: error as Error });
    return undefined;
  }
}
