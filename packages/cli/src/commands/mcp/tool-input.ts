/** Arguments of tools. They come from a language model, so that all of them are checked. */
import { realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Choice, ResolvedOptions } from 'refrain';
import { InputError, OptionError } from 'refrain';
import { oneOf, shown } from 'refrain/internal';
import { choiceOf, KEEPS } from '../../arguments/common-flags.ts';
import { messageOf } from '../../errors.ts';

export type ToolInput = Readonly<Record<string, unknown>>;

/** A member that is text; undefined where it is missing. */
export function textIn(input: ToolInput, name: string): string | undefined {
  const value = input[name] ?? undefined;
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new InputError(`${name} must be text that is not empty, not ${shown(value)}`);
}

/** A whole number from 1 to `max`. */
export function countIn(input: ToolInput, name: string, max: number, missing: number): number {
  const value = input[name] ?? Math.min(missing, max);
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new InputError(`${name} must be a whole number from 1 to ${max}, not ${shown(value)}`);
}

/** What a call keeps of a page: main content, unless no model decides. */
export function partIn({ keep }: ToolInput, { evidence }: ResolvedOptions): Choice {
  return choiceOf(wordIn({ keep: keep ?? (evidence === 'repetition' ? 'content' : 'main') }, 'keep', KEEPS));
}

/** One of some words; the first where it is missing. */
export function wordIn<const T extends string>(input: ToolInput, name: string, words: readonly [T, ...T[]]): T {
  try {
    return oneOf(name, input[name] ?? words[0], words);
  } catch (error) {
    throw error instanceof OptionError ? new InputError(error.message) : error;
  }
}

/** Names of files and folders. */
export function filesIn(input: ToolInput, name: string): string[] | undefined {
  const value = input[name] ?? undefined;
  if (value === undefined) return undefined;
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  if (isList) return value as string[];
  throw new InputError(`${name} must be a list of paths, not ${shown(value)}`);
}

/** The path of a file or folder below the root; links that lead out of it are refused, and what is neither: a pipe would never end. */
export function pathBelow(root: string, path: string): string {
  const from = realpathSync(root);
  let real: string;
  let isRead: boolean;
  try {
    real = realpathSync(resolve(from, path));
    const stat = statSync(real);
    isRead = stat.isFile() || stat.isDirectory();
  } catch (error) {
    throw new InputError(`${path}: ${messageOf(error)}`);
  }
  if (!isRead) throw new InputError(`${path} is neither a file nor a folder`);
  const [first] = relative(from, real).split(sep);
  if (first !== '..' && resolve(from, relative(from, real)) === real) return real;
  throw new InputError(`${path} is outside of the folder that this server may read (--root)`);
}
