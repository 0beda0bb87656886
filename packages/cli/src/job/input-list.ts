/** `--files-from`: inputs that a file lists. */
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { STDIN } from '@refrain/crawl/internal';
import { checkInputs } from '../arguments/common-flags.ts';
import { usageError } from '../arguments/flags.ts';
import { CommandError } from '../errors.ts';

/**
 * The inputs of a run: those given, and those that the file lists, one on a line; or between NULs, as `find -print0` writes them.
 *
 * @throws {CommandError} if the file cannot be read, or lists what is no input
 */
export async function inputsOf(
  inputs: readonly string[],
  listFile: string | undefined,
  stdin: Readable,
): Promise<readonly string[]> {
  if (listFile === undefined) return inputs;
  const listed = await readList(listFile, stdin);
  checkInputs([...inputs, ...listed]);
  if (listFile === STDIN && listed.includes(STDIN))
    throw usageError('--files-from -: the list on standard input names standard input');
  return [...inputs, ...listed];
}

async function readList(file: string, stdin: Readable): Promise<readonly string[]> {
  try {
    const list = file === STDIN ? await text(stdin) : await readFile(file, 'utf8');
    return list.split(list.includes('\0') ? '\0' : /\r?\n/).filter((line) => line !== '');
  } catch (error) {
    throw CommandError.of(`--files-from ${file}`, error);
  }
}
