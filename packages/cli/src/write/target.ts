/** Where a run writes, and in which format: as flags say, by the ending of `--out`, or by what is read. */
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { nearest, usageError } from '../arguments/flags.ts';
import { CommandError } from '../errors.ts';
import { isFolder } from '../files/output-target.ts';
import type { Format } from './formats/format.ts';
import { FORMATS, formatNamed } from './formats/index.ts';

/** Flags that name what is written. */
interface TargetFlags {
  readonly format: string | undefined;
  readonly md: boolean;
  readonly print: string | undefined;
  readonly out: string | undefined;
}

export interface Target {
  readonly format: string;
  /** Whether `--out` is a folder with a file for each page. */
  readonly isFolder: boolean;
}

const ENDINGS = FORMATS.flatMap(({ endings = [] }) => endings);

/** The ending of a file's name without `.gz`: empty where it has none. */
const endingOf = (path: string): string =>
  /[^.]\.([^.]+)$/.exec(basename(path).replace(/(\.[^.]+)\.gz$/i, '$1'))?.[1]?.toLowerCase() ?? '';

/** Whether a path is a pipe or a device, which takes any format. */
function isSpecial(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile() && !stat.isDirectory() && !isFolder(path);
}

/**
 * @param given the names of all flags that were given
 * @throws {CommandError} where two of them name different formats, or the ending names none
 */
export function targetOf(flags: TargetFlags, given: readonly string[]): Target {
  const named = namedFormat(flags, given);
  const { out } = flags;
  if (out === undefined) return { format: named ?? 'auto', isFolder: false };
  const ending = endingOf(out);
  const byEnding = FORMATS.find(({ endings }) => endings?.includes(ending));
  const known = named === undefined ? undefined : formatNamed(named);
  if (/[/\\]$/.test(out) || isFolder(out)) return folderOf(out, known);
  if (isSpecial(out)) return { format: named ?? 'auto', isFolder: false };
  if (byEnding !== undefined) {
    if (known?.endings !== undefined && !known.endings.includes(ending))
      throw usageError(
        `--out ${out}: the ending .${ending} is that of --format ${byEnding.name}, not of --format ${named}: leave out the flag, or change the ending`,
      );
    return { format: named ?? byEnding.name, isFolder: false };
  }
  const near = ending === '' ? undefined : nearest(ending, ENDINGS);
  // Names of hosts are folders: with --md, example.org is one.
  if (ending !== '' && (known === undefined || (known.extension !== undefined && near !== undefined))) {
    const hint = near === undefined ? '' : `; did you mean .${near}?`;
    const all = [...new Set(ENDINGS)].map((each) => `.${each}`).join(', ');
    throw usageError(
      `--out ${out}: no format has the ending .${ending}${hint} (${all}, each also with .gz; a folder ends in a slash)`,
    );
  }
  return known === undefined || known.extension !== undefined
    ? folderOf(out, known)
    : { format: known.name, isFolder: false };
}

function folderOf(out: string, format: Format = formatNamed('markdown')): Target {
  const { name, extension, endings: [ending] = ['txt'] } = format;
  if (extension !== undefined) return { format: name, isFolder: true };
  const file = `${out.replace(/[/\\]+$/, '')}/pages.${ending}`;
  throw new CommandError(`--out ${out}: must be a file for --format ${name}, and it is a folder: write --out ${file}`, {
    code: 'OUTPUT_INVALID',
  });
}

/** The format that flags name: by its name, or because no other has them. */
function namedFormat({ format, md, print }: TargetFlags, given: readonly string[]): string | undefined {
  const named = [md ? 'markdown' : undefined, print === undefined ? undefined : 'value'].filter((name) => name);
  const [first = format] = named;
  if (named.length > 1 || (format !== undefined && first !== format))
    throw usageError(`${md ? '--md' : '--print'}: names a format; only one can be given`);
  if (first !== undefined) return first;
  const owner = FORMATS.find(({ flags }) => given.some((name) => Object.hasOwn(flags, name)));
  if (owner !== undefined) return owner.name;
  // Only these formats have fields, and say the language.
  return given.some((name) => LINE_FLAGS.has(name)) && !given.includes('out') ? 'ndjson' : undefined;
}

const LINE_FLAGS: ReadonlySet<string> = new Set(['fields', 'structured', 'detectLanguage']);
