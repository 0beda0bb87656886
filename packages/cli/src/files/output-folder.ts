/** Files in an output folder, each written completely or not at all. Only regular files are replaced. */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errors } from '@refrain/crawl/engine';
import { CommandError, OutputError } from '../errors.ts';
import { checkReplaceable, kindOf } from './output-target.ts';
import { partialPath } from './partial-file.ts';

/** Maximum number of remembered folders. */
const KNOWN_MAX = 10_000;

export class OutputFolder {
  readonly #root: string;
  readonly #partial: string;
  readonly #known = new Set<string>();

  /** @param part distinguishes files that are written at the same time */
  constructor(root: string, part: string | number) {
    this.#root = root;
    this.#partial = partialPath(root, part);
  }

  open(): number {
    try {
      return openSync(this.#partial, 'wx');
    } catch (error) {
      if (errors.codeOf(error) !== 'EEXIST') throw error;
      // A killed process with the same number may have left this file.
      rmSync(this.#partial);
      return openSync(this.#partial, 'wx');
    }
  }

  /**
   * Writes a file, and makes its folder.
   *
   * @param opened the result of `open`
   * @throws {OutputError} with the code of the system, or `OUTPUT_INVALID` if the name exists and is a link, a folder
   * or a device
   */
  write(name: string, content: string | Uint8Array, opened?: number): void {
    const path = join(this.#root, name);
    try {
      const file = opened ?? this.open();
      try {
        writeFileSync(file, content);
      } finally {
        closeSync(file);
      }
      this.#makeFolder(dirname(name));
      checkReplaceable(path, 'it');
      // Renaming follows no link, and leaves no incomplete page.
      renameSync(this.#partial, path);
    } catch (error) {
      rmSync(this.#partial, { force: true });
      throw new OutputError(`cannot write ${path}`, error as Error);
    }
  }

  /** Creates one folder after another: `mkdir` with `recursive` follows links, and never returns below /proc. */
  #makeFolder(name: string): void {
    if (name === '.' || this.#known.has(name)) return;
    this.#makeFolder(dirname(name));
    const path = join(this.#root, name);
    try {
      mkdirSync(path);
    } catch (error) {
      // The folder exists, perhaps made by another thread.
      if (errors.codeOf(error) !== 'EEXIST') throw error;
    }
    const kind = kindOf(path);
    if (kind !== 'a folder')
      throw new CommandError(`${path} is ${kind === 'file' ? 'a file' : kind}`, { code: 'OUTPUT_INVALID' });
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.add(name);
  }
}
