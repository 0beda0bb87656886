/** Files of a crawl in the folder `files` beside its pages, as they came. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OutputError } from '../errors.ts';
import { Folders } from '../files/folders.ts';
import { checkReplaceable, makeFolder } from '../files/output-target.ts';
import { partialPath } from '../files/partial-file.ts';
import { savedName } from './file-name.ts';

export class SavedFiles {
  readonly #folder: string;
  readonly #folders: Folders;

  /** @throws {CommandError} if the folder cannot be used */
  constructor(folder: string) {
    makeFolder(folder, `--out ${folder}`);
    this.#folder = folder;
    this.#folders = new Folders(folder);
  }

  has(name: string): boolean {
    return existsSync(join(this.#folder, name));
  }

  /**
   * Writes a file, whole or not at all, and gives its path below the folder.
   *
   * @throws {OutputError}
   */
  keep(address: string, contentType: string, bytes: Uint8Array): string {
    const name = savedName(address, contentType);
    const path = join(this.#folder, name);
    const partial = partialPath(this.#folder, 'file');
    try {
      rmSync(partial, { force: true });
      writeFileSync(partial, bytes, { flag: 'wx' });
      this.#folders.make(dirname(name));
      checkReplaceable(path, 'it');
      renameSync(partial, path);
      return name;
    } catch (error) {
      rmSync(partial, { force: true });
      throw new OutputError(`cannot write ${path}`, error as Error);
    }
  }
}
