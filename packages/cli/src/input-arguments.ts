/** Checks of inputs before anything is opened. */
import { existsSync } from 'node:fs';
import { COMMANDS } from './flags.ts';
import { nearest } from './nearest.ts';
import { usageError } from './values.ts';

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
