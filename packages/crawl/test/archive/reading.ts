/** Reads an index of archives. */
import { type IndexedOptions, readIndexed } from '../../src/archive/read.ts';
import { codeOf } from '../../src/errors.ts';
import type { InputFailure } from '../../src/reading/page.ts';
import type { WarcPage } from '../../src/warc/capture.ts';

export interface Reading {
  readonly pages: WarcPage[];
  readonly urls: string[];
  /** Source and code of each failure. */
  readonly failures: string[];
  readonly errors: Error[];
}

async function* oneChunk(bytes: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(bytes);
}

/** Reads an index to its end. */
export async function readIndex(index: string | Uint8Array, options: Omit<IndexedOptions, 'name'>): Promise<Reading> {
  const pages: WarcPage[] = [];
  const failed: InputFailure[] = [];
  const onFailure = (failure: InputFailure): void => void failed.push(failure);
  for await (const page of readIndexed(oneChunk(index), { onFailure, ...options, name: 'x' })) pages.push(page);
  return {
    pages,
    urls: pages.map(({ url }) => url),
    failures: failed.map(({ source, error }) => `${source} ${codeOf(error)}`),
    errors: failed.map(({ error }) => error),
  };
}
