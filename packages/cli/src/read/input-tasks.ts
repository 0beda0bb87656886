/** The pages of an archive, and the page at an address, as tasks. */

import type { Readable } from 'node:stream';
import { inputFiles } from '@refrain/crawl/engine/node';
import type { InputFailure, PageAddress, WarcPage } from '@refrain/crawl/input';
import { check } from 'refrain/engine';
import type { Shard } from '../arguments/values.ts';
import { absenceOf } from './absence/absence.ts';
import { checkRefusal } from './absence/refusal.ts';
import { ofIndex } from './archives.ts';
import { type GetOptions, getPage } from './fetch.ts';
import type { InputArguments } from './inputs.ts';
import { isInShard } from './shard.ts';
import type { KnownTest, Task } from './task.ts';

/** How the pages of a run are read. */
export interface ReadingOptions {
  readonly interrupted: AbortSignal;
  readonly maxPageBytes: number;
  readonly onFailure: (failure: InputFailure) => void;
  /** Asked of inputs that name their pages before these are read. */
  readonly known?: KnownTest | undefined;
}

/** How far an archive has been read, in bytes and pages. */
export interface Position {
  at: number;
  pages: number;
}

/** How one input is read. */
interface InputReading extends ReadingOptions {
  /** The site of all pages. */
  readonly site: string | undefined;
  readonly siteOf: (url: string) => string;
  /** Whether it is the only input. */
  readonly isOnly: boolean;
  /** Who asks servers. */
  readonly identity: GetOptions['identity'];
}

interface ArchiveReading extends InputReading {
  readonly stdin: Readable;
  readonly position: Position;
  /** Whether records of WARCs that are not pages are read too, and the heads of those that are. */
  readonly raw: boolean;
  /** Which pages are read, and from where those of an index are. */
  readonly asked: InputArguments;
}

/** Source of the one page on standard input. */
const STDIN_SOURCE = 'stdin';

const NO_PAGE = { site: '', id: '', namesSite: false, url: '' } as const;

const wholeBuffer = (bytes: Uint8Array): Uint8Array =>
  bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();

/** The part of an archive that a shard has. */
class ArchiveShard {
  readonly #shard: Shard;
  readonly #archive: inputFiles.Archive;
  readonly #siteOf: (page: PageAddress) => string;
  /** Whether the shard has the page that was read last: what follows it and is no page stays with it. */
  hasLast: boolean;
  /** Whether the page that is being read is one of the shard, as far as it is known. */
  #isOpen = false;

  constructor(shard: Shard, archive: inputFiles.Archive, siteOf: (page: PageAddress) => string) {
    this.#shard = shard;
    this.#archive = archive;
    this.#siteOf = siteOf;
    this.hasLast = shard.number === 1;
  }

  has(page: PageAddress): boolean {
    this.hasLast = this.#isOurs(page);
    this.#isOpen = this.hasLast;
    return this.hasLast;
  }

  /** Whether the shard reports a failure: that of an input is one of all, and that of a record without a known address of one. */
  reports(source: string): boolean {
    const { name, kind } = this.#archive;
    if (source === name || source === STDIN_SOURCE) return true;
    const isOfInput = [name, STDIN_SOURCE].some((each) => source.startsWith(`${each}:`));
    // An index is read ahead. Its lines have its name, and its pages that of their archive.
    const isOurs = !isOfInput || (this.#isOpen && kind !== 'cdx');
    this.#isOpen = false;
    return isOurs || isInShard(this.#shard, source);
  }

  /** A page has been read. */
  close(): void {
    this.#isOpen = false;
  }

  /** A page without a site fails in one shard. */
  #isOurs(page: PageAddress): boolean {
    let site = page.url;
    try {
      site = this.#siteOf(page);
    } catch {
      // The page is read, and fails.
    }
    return isInShard(this.#shard, site);
  }
}

export async function* archiveTasks(archive: inputFiles.Archive, reading: ArchiveReading): AsyncGenerator<Task> {
  const { stdin, interrupted, maxPageBytes, raw, position, site: given, siteOf, asked } = reading;
  const isStdin = archive.name === inputFiles.STDIN;
  const shard =
    asked.shard && new ArchiveShard(asked.shard, archive, ({ url, site }) => given ?? check.site(site ?? siteOf(url)));
  // After an interruption we end standard input and pipes ourselves, which is not a failure.
  const onFailure = (failure: InputFailure): void => {
    if (shard?.reports(failure.source) === false) return;
    if (archive.kind !== undefined || !interrupted.aborted) reading.onFailure(failure);
  };
  // An interrupted run must not wait for more standard input.
  const stop = (): void => void stdin.destroy();
  if (isStdin) interrupted.addEventListener('abort', stop);
  try {
    // With `raw`, WARCs also give records that are not pages.
    const takes = takesOf(asked, shard);
    const options = { stdin, onFailure, maxPageBytes, raw, takes, signal: interrupted };
    const { identity, known } = reading;
    const ofArchives = ofIndex({ ...asked, identity, known, site: given, siteOf });
    for await (const item of inputFiles.readArchive(archive, { ...options, ...ofArchives })) {
      const { source } = item;
      if ('raw' in item) {
        shard?.close();
        if (shard?.hasLast !== false) yield { ...NO_PAGE, source, from: { kind: 'record', bytes: item.raw } };
        continue;
      }
      position.pages += 1;
      // The source of a WARC record ends in its byte offset. Lines have a number only, so their HTML is counted.
      const offset = archive.kind === 'ndjson' ? undefined : /:(\d+)$/.exec(source)?.[1];
      position.at = offset === undefined ? position.at + item.html.length : Number(offset);
      try {
        const { url, id = url, contentType, charset } = item;
        const site = given ?? check.site(item.site ?? siteOf(url));
        const capture = 'capture' in item ? (item as WarcPage).capture : undefined;
        const namesSite = given !== undefined || (id === url && isSiteOf(item.site, url, siteOf));
        // The source of a page among others has its number or offset.
        const isOnly = reading.isOnly && (source === archive.name || source === STDIN_SOURCE);
        const from = { kind: 'bytes', bytes: wholeBuffer(item.html), contentType, charset, capture } as const;
        const task = { site, id, namesSite, url, source, isOnly, from };
        if (asked.isRead(task) && isInShard(asked.shard, site)) yield task;
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

/** Which pages are read, before their bytes are. */
const takesOf =
  ({ isRead }: InputArguments, shard: ArchiveShard | undefined) =>
  (page: PageAddress): boolean => {
    if (shard?.has(page) === false) return false;
    const { url, id = url } = page;
    if (isRead({ url, id })) return true;
    shard?.close();
    return false;
  };

/** Whether the URL alone gives the site, which a line may name too. */
function isSiteOf(named: string | undefined, url: string, siteOf: (url: string) => string): boolean {
  if (named === undefined) return true;
  try {
    return siteOf(url) === named;
  } catch {
    return false;
  }
}

type AddressReading = InputReading & Pick<GetOptions, 'allowPrivate'>;

/** Fetches a page, which is identified by the address that it is read from at last; undefined where that fails. */
export async function addressTask(address: string, reading: AddressReading): Promise<Task | undefined> {
  const {
    interrupted: signal,
    maxPageBytes: maxBytes,
    allowPrivate,
    identity,
    site,
    siteOf,
    isOnly,
    onFailure,
  } = reading;
  try {
    const asked = { maxBytes, allowPrivate, identity, signal, onAnswer: checkRefusal };
    const { url, html: bytes, contentType } = await getPage(address, asked);
    const absence = await absenceOf(bytes, contentType, url);
    const fetched = new Date().toISOString();
    const from = { kind: 'bytes', bytes, contentType, capture: undefined, fetched } as const;
    return { site: site ?? siteOf(url), id: url, namesSite: true, url, source: address, isOnly, absence, from };
  } catch (error) {
    if (!signal.aborted) onFailure({ source: address, error: error as Error });
    return undefined;
  }
}
