/** The pages of an archive as tasks, read one at a time. */
import type { Readable } from 'node:stream';
import type { InputFailure } from '@refrain/crawl/input';
import { type Archive, readArchive, STDIN, type WarcPage } from '@refrain/crawl/internal';
import { checkSite } from 'refrain/internal';
import type { Task } from './task.ts';

export interface StepOptions {
  readonly onFailure: (failure: InputFailure) => void;
  readonly interrupted: AbortSignal;
}

/** How far an archive has been read, in bytes and pages. */
export interface Position {
  at: number;
  pages: number;
}

/** How every archive of a run is read. */
export interface ArchiveOptions {
  readonly maxPageBytes: number;
  /** Whether records of WARCs that are not pages are read too, and the heads of those that are. */
  readonly raw: boolean;
  /** The site of all pages. */
  readonly site: string | undefined;
  readonly siteOf: (url: string) => string;
  readonly isRead: (task: Task) => boolean;
  /** Whether it is the only input. */
  readonly isOnly: boolean;
}

interface Reading extends ArchiveOptions, StepOptions {
  readonly stdin?: Readable;
  readonly position: Position;
}

/** Source of the one page on standard input. */
const STDIN_SOURCE = 'stdin';

export async function* archiveTasks(archive: Archive, reading: Reading): AsyncGenerator<Task> {
  const { stdin, interrupted, maxPageBytes, raw, position, site: given, siteOf, isRead } = reading;
  const isStdin = archive.name === STDIN;
  // After an interruption we end standard input ourselves, which is not a failure.
  const onFailure = (failure: InputFailure): void => {
    if (!isStdin || !interrupted.aborted) reading.onFailure(failure);
  };
  const options = { ...(stdin === undefined ? {} : { stdin }), onFailure, maxPageBytes, raw };
  // An interrupted run must not wait for more standard input.
  const stop = (): void => void stdin?.destroy();
  if (isStdin) interrupted.addEventListener('abort', stop);
  try {
    // With `raw`, WARCs also give records that are not pages.
    for await (const item of readArchive(archive, options)) {
      if ('raw' in item) {
        yield {
          site: '',
          id: '',
          namesSite: false,
          url: '',
          source: item.source,
          from: { kind: 'record', raw: item.raw },
        };
        continue;
      }
      position.pages += 1;
      // The source of a WARC record ends in its byte offset. Lines have a number only, so their HTML is counted.
      const offset = archive.kind === 'ndjson' ? undefined : /:(\d+)$/.exec(item.source)?.[1];
      position.at = offset === undefined ? position.at + item.bytes.length : Number(offset);
      try {
        const site = given ?? checkSite(item.site ?? siteOf(item.url));
        const { url, id = url, source, bytes, contentType } = item;
        const capture = raw && 'capture' in item ? (item as WarcPage).capture : undefined;
        const namesSite = given !== undefined || (id === url && isSiteOf(item.site, url, siteOf));
        // The source of a page among others has its number or offset.
        const isOnly = reading.isOnly && (source === archive.name || source === STDIN_SOURCE);
        const from = { kind: 'bytes', bytes, contentType, capture } as const;
        const task = { site, id, namesSite, url, source, isOnly, from };
        if (isRead(task)) yield task;
      } catch (error) {
        onFailure({ source: item.source, error: error as Error });
      }
    }
  } catch (error) {
    if (!interrupted.aborted) onFailure({ source: archive.name, error: error as Error });
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

/** Whether the URL alone gives the site, which a line may name too. */
function isSiteOf(named: string | undefined, url: string, siteOf: (url: string) => string): boolean {
  if (named === undefined) return true;
  try {
    return siteOf(url) === named;
  } catch {
    return false;
  }
}
