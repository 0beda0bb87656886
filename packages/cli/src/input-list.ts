/** `--files-from`: inputs that a file lists. */
import { readFileSync } from 'node:fs';
import { STDIN } from '@refrain/crawl/internal';
import { CommandError } from './errors.ts';
import { checkInputs } from './input-arguments.ts';
import { usageError } from './values.ts';

/** Standard input as a file. */
const STDIN_FILE = 0;

/**
 * The inputs of a run: those given, and those that the file lists, one on a line; or between NULs, as `find -print0` writes them.
 *
 * @throws {CommandError} if the file cannot be read, or lists what is no input
 */
export function inputsOf(inputs: readonly string[], listFile: string | undefined): readonly string[] {
  if (listFile === undefined) return inputs;
  const listed = readList(listFile);
  checkInputs([...inputs, ...listed]);
  if (listFile === STDIN && listed.includes(STDIN))
    throw usageError('--files-from -: the list on standard input names standard input');
  return [...inputs, ...listed];
}

function readList(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file === STDIN ? STDIN_FILE : file, 'utf8');
  } catch (error) {
    throw CommandError.of(`--files-from ${file}`, error);
  }
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((line) => line !== '');
}
