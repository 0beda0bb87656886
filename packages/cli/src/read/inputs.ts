/** Checks the inputs of a command line before any is opened. */

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { usageError, type ValuesOf } from '../arguments/flag-kinds.ts';
import type { INPUT_FLAGS } from '../arguments/flag-table.ts';
import { checkUrl, isUrl, type Shard, urlWithoutLogin } from '../arguments/flag-values.ts';
import { type IdentityOptions, identityOptions } from '../arguments/headers.ts';
import { type PageTest, pageTest } from './patterns.ts';

export interface InputArguments {
  readonly inputs: readonly string[];
  /** A file that lists more inputs. */
  readonly listFile: string | undefined;
  readonly isRead: PageTest;
  readonly shard?: Shard | undefined;
  readonly allowPrivate?: boolean;
  /** Location of the archives of an index, and maximum number of pages per site. */
  readonly archives?: string | undefined;
  readonly pagesPerSite?: number | undefined;
  readonly identity?: IdentityOptions;
}

/** @throws {CommandError} without an input, or if a URL or a pattern is invalid */
export function readInputs(words: readonly string[], values: ValuesOf<typeof INPUT_FLAGS>): InputArguments {
  const inputs = words.map(asAddress);
  const { filesFrom, include, exclude, allowPrivate, archives } = values;
  if (filesFrom === undefined || inputs.length > 0) checkInputs(inputs);
  if (filesFrom === '-' && inputs.includes('-'))
    throw usageError('--files-from -: reads standard input, which is also an input');
  if (archives !== undefined && isUrl(archives)) checkUrl(archives, '--archives');
  const pagesPerSite = archives === undefined ? undefined : values.maxPages;
  // Headers and cookies are only sent to hosts on the command line, not to those of `--files-from`.
  const urls = [...inputs, archives ?? ''].filter(isUrl);
  const identity = identityOptions(values, urls);
  const isRead = pageTest(include, exclude);
  return { inputs, listFile: filesFrom, isRead, allowPrivate, archives, pagesPerSite, identity };
}

/** A URL without a scheme, or with an incomplete one. Endings of files do not count as domains. */
const ADDRESS =
  /^(?:https?:?\/*|(?=www\.)|(?=(?:[a-z\d-]+\.)+(?:com|org|net|edu|gov|info|example|(?!md|gz|js|ts|py|sh|7z|xz)[a-z]{2})(?:[/:?#]|$)))([^/:].*)$/i;

/** A local name or IP address, or any host with a port. */
const LOCAL = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\]|[a-z\d.-]+(?=:))(?::\d+)?(?:[/?#]|$)/i;

/** A host without a scheme as a URL: `127.0.0.1:8080/a` is read as `http://127.0.0.1:8080/a`. */
const asAddress = (input: string): string =>
  LOCAL.test(input) && !isUrl(input) && !existsSync(input) ? `http://${input}` : input;

/** Explains a missing file whose name resembles a URL or a pattern. */
function checkNoMistake(input: string): void {
  if (input === '-' || isUrl(input) || existsSync(input)) return;
  const [, rest] = ADDRESS.exec(input) ?? [];
  if (rest !== undefined)
    throw usageError(`${urlWithoutLogin(input)}: no such file; an address is written https://${urlWithoutLogin(rest)}`);
  if (/\.(?:md|markdown|txt|csv|json)$/i.test(input))
    throw usageError(`${input}: no such file; the output is named by -o ${input}`);
  if (/[*?]/.test(input))
    throw usageError(`${input}: no such file; for a pattern, give the folder and --include '${basename(input)}'`);
}

/** @throws {CommandError} without an input, or if a URL is invalid */
export function checkInputs(inputs: readonly string[]): void {
  if (inputs.length === 0) throw usageError('no input was given');
  for (const input of inputs) checkNoMistake(input);
  for (const input of inputs.filter((each) => /^[a-z][a-z0-9+.-]*:\/\//i.test(each))) {
    if (/^file:/i.test(input)) throw usageError(`${input}: refrain reads paths; write the path of the file`);
    checkUrl(input);
  }
}

export function checkReadTwice(what: string, inputs: readonly string[]): void {
  if (inputs.includes('-'))
    throw usageError(`${what}: reads the input twice, and standard input can be read only once`);
}
