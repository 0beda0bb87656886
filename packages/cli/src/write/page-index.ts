/**
 * `index.tsv` in the folder of `--out`: a line for each page that was written, with its id, its file and its site. Every thread
 * appends whole lines. A page that is written again, by this run or by a later one, has its line again, which is the same.
 */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../errors.ts';
import { checkReplaceable } from '../files/output-target.ts';
import { escaped } from './file-name.ts';
import type { PageIdentity } from './page-file.ts';

const NAME = 'index.tsv';
const LINE_FEED = 0x0a;
/** How a file begins that is such an index; an id may be long. */
const FIRST_LINE = /^[^\t\n]*\t[^\t\n]+\.(?:html|htm|xhtml|txt|md)\t[^\t\n]*$/;
const CHUNK = 1 << 16;

/** The line of a page: columns separated by tabs, in which tabs, line ends and backslashes are escaped. */
export const indexLine = ({ id, site }: PageIdentity, file: string): string =>
  `${escaped(id)}\t${escaped(file)}\t${escaped(site)}\n`;

/** No links are followed; Windows has no such flag, and hardly links. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/**
 * Makes the index where there is none, before a page is read. A line that a killed run has not finished is removed; its page is
 * written again.
 *
 * @throws {CommandError} if something else has its name
 */
export function prepareIndex(folder: string): void {
  const path = join(folder, NAME);
  const refused = `${path}: cannot be the index of the pages: it`;
  checkReplaceable(path, refused);
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDWR | constants.O_CREAT | NO_FOLLOW);
    const { size } = fstatSync(file);
    if (size === 0) return;
    if (!FIRST_LINE.test(firstLine(file)))
      throw new CommandError(`${refused} is no index of pages`, { code: 'OUTPUT_INVALID' });
    const end = endOfLines(file, size);
    if (end < size) ftruncateSync(file, end);
  } catch (error) {
    throw error instanceof CommandError ? error : CommandError.of(path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Without its end; a line that has none is what a killed run has left. */
function firstLine(file: number): string {
  let text = '';
  for (let at = 0; !text.includes('\n'); at += CHUNK) {
    const read = chunkAt(file, at);
    if (read.length === 0) break;
    text += read.toString('latin1');
  }
  return text.split('\n', 1)[0] ?? '';
}

/** The position behind the last line end. */
function endOfLines(file: number, size: number): number {
  for (let start = size; start > 0; ) {
    start = Math.max(0, start - CHUNK);
    const found = chunkAt(file, start).lastIndexOf(LINE_FEED);
    if (found !== -1) return start + found + 1;
  }
  return 0;
}

function chunkAt(file: number, at: number): Buffer {
  const chunk = Buffer.alloc(CHUNK);
  return chunk.subarray(0, readSync(file, chunk, 0, CHUNK, at));
}

/** Opens the index for lines at its end. Each is written at once, so that lines of threads do not mix. */
export const openIndex = (folder: string): number =>
  openSync(join(folder, NAME), constants.O_WRONLY | constants.O_APPEND | NO_FOLLOW);
