/** What all readers of inputs share: failures, and options. */
import { RefrainError, resolveOptions } from 'refrain';
import { check } from 'refrain/engine';
import type { CrawlPage } from '../page.ts';

/** A page, or a part of an input, that could not be read. */
export interface InputFailure {
  /** The file, and the position in it. */
  readonly source: string;
  readonly error: Error;
}

/** What is known of a page before its bytes are decoded. */
export type PageAddress = Pick<CrawlPage, 'url' | 'id' | 'site'>;

/** How an input is read. */
export interface ReadOptions {
  /** Called for what could not be read; reading continues. Without it the first failure is thrown. */
  readonly onFailure?: ((failure: InputFailure) => void) | undefined;
  /** Maximum size of a page, in bytes; default: 32 MiB. A larger page is a failure with `PAGE_TOO_LARGE`, and is not kept in memory. */
  readonly maxPageBytes?: number | undefined;
  /** Whether a page is read; one that is not is passed over before its bytes are decoded. Default: every page is. */
  readonly takes?: ((page: PageAddress) => boolean) | undefined;
}

/** @throws {OptionError} `OPTION_INVALID`; `names` are options beside those of {@link ReadOptions} */
export function checkReadOptions(reader: string, options: ReadOptions, names: readonly string[] = []): void {
  check.object(reader, options, ['onFailure', 'maxPageBytes', 'takes', ...names]);
  check.type('onFailure', options.onFailure, 'function');
  check.type('takes', options.takes, 'function');
  maxPageBytesOf(options);
}

/** @throws {OptionError} */
export const maxPageBytesOf = ({ maxPageBytes }: ReadOptions): number =>
  resolveOptions(maxPageBytes === undefined ? {} : { maxPageBytes }).maxPageBytes;

/** Passes a failure to `onFailure`, or throws it where there is no such option. */
export function reportFailure({ onFailure }: ReadOptions, failure: InputFailure): void {
  if (onFailure !== undefined) {
    onFailure(failure);
    return;
  }
  const { error, source } = failure;
  // A thrown error comes without its source. The system's own errors name their file.
  if (error instanceof RefrainError) error.message = `${source}: ${error.message}`;
  throw error;
}

/** What was thrown, as an error. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Items up to the end, or up to an error of the iterator, which is passed to `onError`. */
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
