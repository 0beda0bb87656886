/** Determines target and format of a run from flags and the ending of `--out`. */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { nearest, usageError, type ValuesOf } from '../arguments/flag-kinds.ts';
import type { FLAGS } from '../arguments/flag-table.ts';
import { CommandError } from '../errors.ts';
import { isFolder } from '../files/output-target.ts';
import { auto } from './formats/auto.ts';
import { FORMATS, formatByName } from './formats/index.ts';
import { markdown } from './formats/markdown.ts';
import { ndjson } from './formats/ndjson.ts';

type TargetFlags = Pick<ValuesOf<typeof FLAGS>, 'format' | 'out' | 'structured'>;

export interface Target {
  readonly format: string;
  /** True if `--out` is a folder with one file per page. */
  readonly isFolder: boolean;
}

const ENDINGS = FORMATS.flatMap(({ endings = [] }) => endings);

/** The ending of a file's name without `.gz`. */
const endingOf = (path: string): string =>
  /[^.]\.([^.]+)$/.exec(basename(path).replace(/(\.[^.]+)\.gz$/i, '$1'))?.[1]?.toLowerCase() ?? '';

/** True for pipes and devices, which may receive any format. */
function isSpecial(path: string): boolean {
  const stat = existsSync(path) ? statSync(path) : undefined;
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

/**
 * @param given the names of all given flags
 * @throws {CommandError} if the ending of `--out` names no format, or another than the requested one
 */
export function targetOf(flags: TargetFlags, given: readonly string[]): Target {
  const { format, out } = flags;
  // Some flags exist for only one format, and therefore select it.
  const named = format ?? FORMATS.find(({ flags: own = [] }) => own.some((name) => given.includes(name)))?.name;
  // Only JSON lines have members for these texts.
  const isLine = given.includes('fields') || (out === undefined && flags.structured);
  const usual = named ?? (isLine ? ndjson.name : undefined);
  if (out === undefined || isSpecial(out)) return { format: usual ?? auto.name, isFolder: false };
  if (/[/\\]$/.test(out) || isFolder(out)) return folderOf(out, usual);
  const ending = endingOf(out);
  const byEnding = FORMATS.find(({ endings }) => endings?.includes(ending));
  if (byEnding !== undefined) {
    const { endings = [ending] } = formatByName(named ?? byEnding.name);
    if (endings.includes(ending)) return { format: named ?? byEnding.name, isFolder: false };
    const [own, other] = [`--format ${byEnding.name}`, `--format ${named}`];
    throw usageError(
      `--out ${out}: the ending .${ending} is that of ${own}, not of ${other}: change the ending, or leave out the flag`,
    );
  }
  const isFile = usual !== undefined && formatByName(usual).extension === undefined;
  const near = ending === '' || isFile ? undefined : nearest(ending, ENDINGS);
  // With a format such as markdown, a name with an unknown ending (example.org) is a folder.
  if (near !== undefined || (ending !== '' && usual === undefined)) {
    const hint = near === undefined ? '' : `; did you mean .${near}?`;
    const all = [...new Set(ENDINGS)].map((each) => `.${each}`).join(', ');
    throw usageError(
      `--out ${out}: no format has the ending .${ending}${hint} (${all}, each also with .gz; a folder ends in a slash)`,
    );
  }
  return isFile ? { format: usual, isFolder: false } : folderOf(out, usual);
}

function folderOf(out: string, name: string = markdown.name): Target {
  const { extension, endings: [ending] = ['txt'] } = formatByName(name);
  if (extension !== undefined) return { format: name, isFolder: true };
  const file = `${out.replace(/[/\\]+$/, '')}/pages.${ending}`;
  throw new CommandError(`--out ${out}: must be a file for --format ${name}, and it is a folder: write --out ${file}`, {
    code: 'OUTPUT_INVALID',
  });
}
