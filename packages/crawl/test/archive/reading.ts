import { type IndexedOptions, readFrom, readIndexed } from '../../src/archive/read-indexed.ts';
import { type RetryLimits, ServerArchives } from '../../src/archive/server-archives.ts';
import { codeOf } from '../../src/errors.ts';
import type { InputFailure } from '../../src/reading/failures.ts';
import type { WarcPage } from '../../src/warc/capture.ts';

export interface Reading {
  readonly pages: WarcPage[];
  readonly urls: string[];
  /** Source and code of each failure. */
  readonly failures: string[];
  readonly errors: Error[];
  /** The error that ended the reading. */
  readonly end: Error | undefined;
}

async function* oneChunk(bytes: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(bytes);
}

type Options = Omit<IndexedOptions, 'name' | 'onFailure'>;

export const readIndex = (index: string | Uint8Array, options: Options): Promise<Reading> =>
  collect((onFailure) => readIndexed(oneChunk(index), { ...options, onFailure, name: 'x' }));

/** Reads an index with archives on a server, with few retries. */
export const readFromServer = (
  index: string,
  server: string,
  patience: Partial<RetryLimits> = {},
  options: Omit<Options, 'archives'> = {},
): Promise<Reading> => {
  const archives = new ServerArchives(server, undefined, {
    attempts: 3,
    first: 1,
    most: 10,
    total: 60_000,
    ...patience,
  });
  return collect((onFailure) => readFrom(archives, oneChunk(index), { ...options, onFailure, name: 'x' }));
};

async function collect(
  read: (onFailure: (failure: InputFailure) => void) => AsyncIterable<WarcPage>,
): Promise<Reading> {
  const pages: WarcPage[] = [];
  const failed: InputFailure[] = [];
  let end: unknown;
  try {
    for await (const page of read((failure) => void failed.push(failure))) pages.push(page);
  } catch (error) {
    end = error;
  }
  return {
    pages,
    urls: pages.map(({ url }) => url),
    failures: failed.map(({ source, error }) => `${source} ${codeOf(error)}`),
    errors: failed.map(({ error }) => error),
    end: end as Error | undefined,
  };
}
