/** The folder of `--out` with one file per page. What is in it already is replaced only where it is a regular file. */
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { errors } from '@refrain/crawl/engine';
import { CommandError, OutputError } from '../errors.ts';
import { checkReplaceable, kindOf, makeFolder } from '../files/output-target.ts';
import { isOfDeadProcess, processPrefix } from '../files/scratch-folder.ts';
import { type PageExtension, type PageIdentity, pageFile } from './page-file.ts';
import { indexLine, openIndex, prepareIndex } from './page-index.ts';

/** Names of files that are being written. No page has a name that begins with a dot. */
const PARTIAL = '.refrain-';

/** Folders that are known to be folders. */
const KNOWN_MAX = 10_000;

/**
 * Prepares the folder before a page is read: makes it and its index, and removes files that a killed run has not finished.
 *
 * @throws {CommandError} if it cannot be used
 */
export function preparePageFolder(folder: string): void {
  makeFolder(folder, `--out ${folder}`);
  prepareIndex(folder);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(PARTIAL) && isOfDeadProcess(name.slice(PARTIAL.length))) rmSync(join(folder, name));
  }
}

/** Writes pages into a folder that `preparePageFolder` has made; one of each thread. */
export class PageFolder {
  readonly #folder: string;
  readonly #extension: PageExtension;
  readonly #partial: string;
  readonly #known = new Set<string>();
  #index: number | undefined;

  constructor(folder: string, extension: PageExtension) {
    this.#folder = folder;
    this.#extension = extension;
    this.#partial = join(folder, `${PARTIAL}${processPrefix()}${threadId}`);
  }

  /**
   * Writes a page: first its file, whole or not at all, then its line of the index.
   *
   * @throws {OutputError} with the code of the system, or `OUTPUT_INVALID` where a link, a folder or a device has the name
   */
  write(page: PageIdentity, text: string | Uint8Array): void {
    const name = pageFile(page, this.#extension);
    const path = join(this.#folder, name);
    const [index, file] = this.#ofFolder(() => {
      this.#index ??= openIndex(this.#folder);
      return [this.#index, this.#openPartial()];
    });
    try {
      try {
        writeFileSync(file, text);
      } finally {
        closeSync(file);
      }
      this.#makeFolders(dirname(name));
      checkReplaceable(path, 'it');
      // The new file takes the place of an old one: no link is followed, and no page is half written.
      renameSync(this.#partial, path);
    } catch (error) {
      rmSync(this.#partial, { force: true });
      throw new OutputError(`cannot write ${path}`, error as Error);
    }
    this.#ofFolder(() => writeFileSync(index, indexLine(page, name)));
  }

  /** What fails here fails for every page. */
  #ofFolder<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw new OutputError(`cannot write to ${this.#folder}`, error as Error, { endsRun: true });
    }
  }

  #openPartial(): number {
    try {
      return openSync(this.#partial, 'wx');
    } catch (error) {
      if (errors.codeOf(error) !== 'EEXIST') throw error;
      // A killed process had the same number.
      rmSync(this.#partial);
      return openSync(this.#partial, 'wx');
    }
  }

  /** One by one: `mkdir` with `recursive` follows links, and does not return below /proc. */
  #makeFolders(name: string): void {
    if (name === '.' || this.#known.has(name)) return;
    this.#makeFolders(dirname(name));
    const path = join(this.#folder, name);
    try {
      mkdirSync(path);
    } catch (error) {
      // It is there already, or another thread makes it at the same time.
      if (errors.codeOf(error) !== 'EEXIST') throw error;
    }
    const kind = kindOf(path);
    if (kind !== 'a folder')
      throw new CommandError(`${path} is ${kind === 'file' ? 'a file' : kind}`, { code: 'OUTPUT_INVALID' });
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.add(name);
  }
}
