/** The inputs of a command as they are given, before any is opened. */
import type { INPUT_FLAGS } from '../arguments/common-flags.ts';
import { usageError, type ValuesOf } from '../arguments/flags.ts';
import { type PageTest, pageTest } from './patterns.ts';

/** The inputs of a command, and which of their pages are read. */
export interface InputArguments {
  readonly inputs: readonly string[];
  /** A file that lists more inputs. */
  readonly listFile: string | undefined;
  readonly isRead: PageTest;
  readonly allowPrivate?: boolean;
}

/** @throws {CommandError} if there is no input, one is a URL that cannot be read, or a pattern cannot be read */
export function readInputs(inputs: readonly string[], values: ValuesOf<typeof INPUT_FLAGS>): InputArguments {
  const { filesFrom, include, exclude, allowPrivate } = values;
  if (filesFrom === undefined || inputs.length > 0) checkInputs(inputs);
  if (filesFrom === '-' && inputs.includes('-'))
    throw usageError('--files-from -: reads standard input, which is also an input');
  return { inputs, listFile: filesFrom, isRead: pageTest(include, exclude), allowPrivate };
}

/** Whether an input is the address of a page. */
export const isAddress = (input: string): boolean => /^https?:\/\//i.test(input);

/** @throws {CommandError} if it is no address of a page */
export function checkAddress(given: string, name = given): string {
  if (isAddress(given) && URL.canParse(given)) return given;
  const value = name === given ? '' : `, not ${given}`;
  throw usageError(`${name}: must be an address that begins with http:// or https://${value}`);
}

/** @throws {CommandError} if there is no input, or one is a URL that cannot be read */
export function checkInputs(inputs: readonly string[]): void {
  if (inputs.length === 0) throw usageError('no input was given');
  for (const input of inputs.filter((each) => /^[a-z][a-z0-9+.-]*:\/\//i.test(each))) {
    if (/^file:/i.test(input)) throw usageError(`${input}: refrain reads paths; write the path of the file`);
    checkAddress(input);
  }
}

export function checkReadTwice(what: string, inputs: readonly string[]): void {
  if (inputs.includes('-'))
    throw usageError(`${what}: reads the input twice, and standard input can be read only once`);
}
