/** The folder of `--out` with one file per page. Only regular files are replaced. */

import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { asOutputError, CommandError } from '../errors.ts';
import { OutputFolder } from '../files/output-folder.ts';
import { checkReplaceable, makeFolder } from '../files/output-target.ts';
import { removePartials } from '../files/partial-file.ts';
import {
  escapeField,
  foldedName,
  hashDigits,
  type PageExtension,
  type PageIdentity,
  pageFiles,
  unescapeField,
} from './file-name.ts';
import { withoutFormulas } from './formulas.ts';

/**
 * Makes the folder and its index, and removes unfinished files of a killed run.
 *
 * @throws {CommandError} if it cannot be used
 */
export function preparePageFolder(folder: string): void {
  makeFolder(folder, `--out ${folder}`);
  prepareIndex(folder);
  removePartials(folder);
}

/** Writes pages into a prepared folder. Each thread has its own. */
export class PageFolder {
  readonly #folder: string;
  readonly #extension: PageExtension;
  readonly #home: string | undefined;
  readonly #files: OutputFolder;
  readonly #owners = new Owners();
  #index: number | undefined;

  /** @param home see {@link pageFiles} */
  constructor(folder: string, extension: PageExtension, home?: string) {
    this.#folder = folder;
    this.#extension = extension;
    this.#home = home;
    this.#files = new OutputFolder(folder, threadId);
  }

  /**
   * Writes the file of a page, then its line of the index.
   *
   * @throws {OutputError}
   */
  write(page: PageIdentity, text: string | Uint8Array): void {
    // An error of the folder would repeat for every page, so it ends the run.
    const folder = `cannot write to ${this.#folder}`;
    const [index, file] = asOutputError(folder, () => {
      this.#index ??= openIndex(this.#folder);
      this.#owners.read(this.#index);
      return [this.#index, this.#files.open()];
    });
    const names = pageFiles(page, this.#extension, this.#home);
    const name = names.find((each) => this.#owners.isFree(each, page.id)) ?? (names.at(-1) as string);
    this.#files.write(name, text, file);
    const line = indexLine(page, name);
    if (!this.#owners.hasLine(line)) asOutputError(folder, () => writeFileSync(index, line));
  }
}

/**
 * The index has a line for each page: id, file, site, and why a fetched page is not the requested one. Threads append
 * whole lines.
 */
const INDEX = 'index.tsv';
const HEADER = 'id\tfile\tsite\treason\n';
const LINE_FEED = 0x0a;
const CHUNK = 1 << 16;

/** Columns separated by tabs. Tabs, line ends, backslashes and signs of formulas are escaped. */
const indexLine = ({ id, site, missing }: PageIdentity, file: string): string =>
  `${[id, file, site, missing ?? ''].map((field) => withoutFormulas(escapeField(field), '\\')).join('\t')}\n`;

/** 48 bits of a hash, which need less memory than the text. */
const hashOf = (text: string): number => Number.parseInt(hashDigits(text).slice(0, 12), 16);

/** Knows the page of each file by the index, which earlier runs and other threads write too. */
class Owners {
  /** Hashes of ids by hashes of folded names. The template of a crawl has a name that no page can have. */
  readonly #ids = new Map<number, number>([[hashOf('template.md'), 0]]);
  readonly #lines = new Set<number>();
  #at = 0;
  #rest = '';

  read(index: number): void {
    for (let chunk = chunkAt(index, this.#at); chunk.length > 0; chunk = chunkAt(index, this.#at)) {
      this.#at += chunk.length;
      // Latin-1 keeps the bytes of UTF-8: a chunk may end within a character.
      const lines = (this.#rest + chunk.toString('latin1')).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) {
        this.#lines.add(hashOf(line));
        const [id = '', name = ''] = Buffer.from(line, 'latin1').toString().split('\t').map(unescapeField);
        const key = hashOf(foldedName(name));
        if (!this.#ids.has(key)) this.#ids.set(key, hashOf(JSON.stringify(id)));
      }
      if (chunk.length < CHUNK) return;
    }
  }

  hasLine(line: string): boolean {
    return this.#lines.has(hashOf(Buffer.from(line.slice(0, -1)).toString('latin1')));
  }

  /** True if no other page has the file. */
  isFree(name: string, id: string): boolean {
    const owner = this.#ids.get(hashOf(foldedName(name)));
    return owner === undefined || owner === hashOf(JSON.stringify(id));
  }
}

/** A flag that makes `open` fail for links. Windows does not have it. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/**
 * Creates a missing index. Removes an unfinished line of a killed run; the page is written again.
 *
 * @throws {CommandError} if something else has its name
 */
function prepareIndex(folder: string): void {
  const path = join(folder, INDEX);
  const refused = `${path}: cannot be the index of the pages: it`;
  checkReplaceable(path, refused);
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDWR | constants.O_CREAT | NO_FOLLOW);
    const { size } = fstatSync(file);
    if (size === 0) return void writeFileSync(file, HEADER);
    if (!chunkAt(file, 0).toString('latin1').startsWith(HEADER))
      throw new CommandError(`${refused} is not an index of pages`, { code: 'OUTPUT_INVALID' });
    const end = endOfLines(file, size);
    if (end < size) ftruncateSync(file, end);
  } catch (error) {
    throw error instanceof CommandError ? error : CommandError.of(path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The position after the last line end. */
function endOfLines(file: number, size: number): number {
  for (let start = size; start > 0; ) {
    start = Math.max(0, start - CHUNK);
    const found = chunkAt(file, start).lastIndexOf(LINE_FEED);
    if (found !== -1) return start + found + 1;
  }
  return 0;
}

const chunkMemory = Buffer.alloc(CHUNK);

/** Valid until the next chunk is read. */
const chunkAt = (file: number, at: number): Buffer =>
  chunkMemory.subarray(0, readSync(file, chunkMemory, 0, CHUNK, at));

/** Opens the index for appending. Each line is one write, so that lines of threads do not mix. */
const openIndex = (folder: string): number =>
  openSync(join(folder, INDEX), constants.O_RDWR | constants.O_APPEND | NO_FOLLOW);
