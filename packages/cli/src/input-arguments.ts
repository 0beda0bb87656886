/** Checks of inputs before anything is opened. */
import { existsSync } from 'node:fs';
import { COMMANDS } from './flags.ts';
import { nearest } from './nearest.ts';
import { checkPatterns, type Patterns } from './patterns.ts';
import { type ListOf, type TextOf, usageError } from './values.ts';

/** The inputs of a command, and which of their pages are read. */
export interface InputArguments {
  readonly inputs: readonly string[];
  /** A file that lists more inputs. */
  readonly listFile: string | undefined;
  readonly patterns: Patterns;
}

/** @throws {CommandError} if there is no input, one is a URL, or a pattern cannot be read */
export function readInputs(inputs: readonly string[], text: TextOf, list: ListOf): InputArguments {
  const listFile = text('files-from');
  if (listFile === undefined || inputs.length > 0) checkInputs(inputs);
  if (listFile === '-' && inputs.includes('-'))
    throw usageError('--files-from -: reads standard input, which is also an input');
  const patterns = { include: list('include'), exclude: list('exclude') };
  checkPatterns(patterns);
  return { inputs, listFile, patterns };
}

/** @throws {CommandError} if there is no input, or one is a URL */
export function checkInputs(inputs: readonly string[]): void {
  if (inputs.length === 0) throw usageError('no input was given');
  const url = inputs.find((input) => /^[a-z][a-z0-9+.-]*:\/\//i.test(input));
  if (url === undefined) return;
  throw usageError(
    /^file:/i.test(url)
      ? `${url}: refrain reads paths, not URLs; write the path of the file`
      : `${url}: refrain reads files; fetch the pages first, for example with wget --warc-file`,
  );
}

/** @throws {CommandError} if the first input does not exist and is almost the name of a command */
export function checkNotMisspelt([first = '']: readonly string[]): void {
  const near = nearest(
    first,
    COMMANDS.filter((name) => name !== 'run'),
  );
  if (near === undefined || existsSync(first)) return;
  throw usageError(`${first}: neither a file nor a command; did you mean refrain ${near}?`);
}
