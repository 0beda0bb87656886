import { RefrainError, resolveOptions } from 'refrain';
import { check } from 'refrain/engine';
import type { CrawlPage } from '../crawl-page.ts';

/** A page, or a part of an input, that could not be read. */
export interface InputFailure {
  /** The file, and the position in it. */
  readonly source: string;
  readonly error: Error;
}

/** Members by which a message or a filter identifies a page. */
export type PageNames = Pick<CrawlPage, 'url' | 'id' | 'site'>;

/** Options of readers. */
export interface ReadOptions {
  /** Called for each failure; reading continues. Without it the first failure is thrown. */
  readonly onFailure?: ((failure: InputFailure) => void) | undefined;
  /**
   * Maximum bytes of a page; default: 32 MiB. A larger page is a failure with `PAGE_TOO_LARGE`, and is not kept in
   * memory.
   */
  readonly maxPageBytes?: number | undefined;
  /** Returns false to skip a page before its bytes are decoded. Default: all pages are read. */
  readonly takes?: ((page: PageNames) => boolean) | undefined;
}

/** @throws {OptionError} `OPTION_INVALID`; `names` are options besides those of {@link ReadOptions} */
export function checkReadOptions(reader: string, options: ReadOptions, names: readonly string[] = []): void {
  check.object(reader, options, ['onFailure', 'maxPageBytes', 'takes', ...names]);
  check.type('onFailure', options.onFailure, 'function');
  check.type('takes', options.takes, 'function');
  maxPageBytesOf(options);
}

export const maxPageBytesOf = ({ maxPageBytes }: ReadOptions): number =>
  resolveOptions(maxPageBytes === undefined ? {} : { maxPageBytes }).maxPageBytes;

export function reportFailure({ onFailure }: ReadOptions, failure: InputFailure): void {
  if (onFailure !== undefined) {
    onFailure(failure);
    return;
  }
  const { error, source } = failure;
  // Adds the source to the message. Errors of the system already name their file.
  if (error instanceof RefrainError) error.message = `${source}: ${error.message}`;
  throw error;
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Yields items until the end or the first error. Passes this error to `onError`. */
export async function* untilFailure<T>(items: AsyncIterable<T>, onError: (error: Error) => void): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch(asError);
      if (next instanceof Error) return onError(next);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
