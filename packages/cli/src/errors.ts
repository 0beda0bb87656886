/** Errors of the command, printed as `SOURCE: MESSAGE (CODE)`. */
import { errors } from '@refrain/crawl/engine';
import { RefrainError } from 'refrain';
import { count } from 'refrain/engine';

/**
 * An error that prevents the command from running (exit code 2). The message begins with a file, URL or flag, if the
 * error concerns one.
 */
export class CommandError extends Error {
  readonly code: string;
  readonly usage: boolean;
  /** A command line that solves the problem, printed on its own line. */
  readonly remedy: string | undefined;

  constructor(
    message: string,
    options: { readonly code?: string; readonly usage?: boolean; readonly remedy?: string | undefined } = {},
  ) {
    const { usage = false, code = usage ? 'USAGE' : 'COMMAND_REFUSED' } = options;
    super(message);
    this.usage = usage;
    this.remedy = options.remedy;
    this.code = code;
  }

  static of(source: string, error: unknown): CommandError {
    return new CommandError(`${source}: ${messageOf(error)}`, { code: errorCode(error) });
  }
}

/** Code of an error of refrain or the system. Default: the name of its class. */
export const errorCode = (error: unknown): string =>
  errors.codeOf(error) ?? (error instanceof Error ? error.name : 'Error');

/**
 * The first line of the message. From messages of the system (`ENOENT: no such file or directory, open 'page.html'`),
 * code and file are removed: callers print both.
 */
export function messageOf(error: unknown): string {
  // A name with several addresses fails for each of them.
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const isSystem = error instanceof Error && 'syscall' in error;
  if (!isSystem) return line;
  return line
    .replace(/^getaddrinfo ENOTFOUND/, 'no such host:')
    .replace(/^connect ECONNREFUSED/, 'connection refused by')
    .replace(`${errorCode(error)}: `, '')
    .replace(/, [a-z]+( '.*)?$/, '');
}

export const describe = (error: unknown): string => `${messageOf(error)} (${errorCode(error)})`;

const NAMED_MAX = 5;

export const firstOf = (names: readonly string[]): string =>
  names.slice(0, NAMED_MAX).join(', ') +
  (names.length > NAMED_MAX ? `, and ${count(names.length - NAMED_MAX)} more` : '');

/** Returns the result of `act`. Its errors name `source`. */
export function naming<T>(source: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw CommandError.of(source, error);
  }
}

/** Runs `act`. Errors of the library or the system become errors that name `source`. */
export async function withSource<T>(source: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isNamed = error instanceof RefrainError || (error instanceof Error && 'syscall' in error);
    throw isNamed ? CommandError.of(source, error) : error;
  }
}

/** Codes that concern the whole disk or process: writing elsewhere fails too. */
const WHOLE: ReadonlySet<string> = new Set(
  'ENOSPC EDQUOT EROFS EIO ENXIO ENODEV ESTALE EMFILE ENFILE ENOMEM EPIPE'.split(' '),
);

/** Writing to the output failed. `code` is `EPIPE` if the reader of the output has closed it. */
export class OutputError extends Error {
  readonly code: string;
  /** True if no other page could be written either, so that the run ends. */
  readonly endsRun: boolean;

  constructor(name: string, cause: Error, { endsRun = false } = {}) {
    super(`${name}: ${messageOf(cause)}`, { cause });
    this.code = errorCode(cause);
    this.endsRun = endsRun || WHOLE.has(this.code);
  }
}

/** Returns the result of `act`. Errors become an `OutputError` that ends the run. */
export function asOutputError<T>(name: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new OutputError(name, error as Error, { endsRun: true });
  }
}

/** Codes of errors that end the run. Other errors concern one page. */
const FATAL: ReadonlySet<string | undefined> = new Set(
  'CORE_FAILED STORE_FAILED INDEX_FAILED MODEL_INVALID'.split(' '),
);

export const endsRun = (error: unknown): boolean =>
  FATAL.has(errors.codeOf(error)) || (error instanceof OutputError && error.endsRun);
