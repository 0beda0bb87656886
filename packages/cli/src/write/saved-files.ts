/** Files of a crawl in the folder `files` beside its pages, as they came. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OutputFolder } from '../files/output-folder.ts';
import { makeFolder } from '../files/output-target.ts';
import { savedName } from './file-name.ts';

export class SavedFiles {
  readonly #folder: string;
  readonly #files: OutputFolder;

  /** @throws {CommandError} if the folder cannot be used */
  constructor(folder: string) {
    makeFolder(folder, `--out ${folder}`);
    this.#folder = folder;
    this.#files = new OutputFolder(folder, 'file');
  }

  has(name: string): boolean {
    return existsSync(join(this.#folder, name));
  }

  /**
   * Writes a file, and gives its path below the folder.
   *
   * @throws {OutputError}
   */
  keep(address: string, contentType: string, bytes: Uint8Array): string {
    const name = savedName(address, contentType);
    this.#files.write(name, bytes);
    return name;
  }
}
