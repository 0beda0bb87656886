/** Files with a temporary name until they are complete. */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOfDeadProcess, processPrefix } from './scratch-folder.ts';

/** Files of pages never begin with a dot. */
const PREFIX = '.refrain-';

/** The temporary path of a file. `part`, without a hyphen, distinguishes files of this process. */
export const partialPath = (folder: string, part: string | number): string =>
  join(folder, `${PREFIX}${processPrefix()}${part}`);

/** Removes unfinished files of killed processes of this machine. */
export function removePartials(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!name.startsWith(PREFIX) || !isOfDeadProcess(name.slice(PREFIX.length))) continue;
    try {
      rmSync(join(folder, name));
    } catch {
      // The file belongs to another user, or was already removed.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A file that replaces an earlier one when it is complete. */
export class PartialFile {
  readonly path: string;
  readonly #target: string;
  readonly #mode: number | undefined;
  #isOpen = true;

  private constructor(target: string, mode: number | undefined) {
    removePartials(dirname(target));
    this.#target = target;
    this.#mode = mode;
    this.path = partialPath(dirname(target), randomBytes(4).toString('hex'));
  }

  /** Follows links. Undefined if the path exists and is not a regular file, for example a device. */
  static of(path: string): PartialFile | undefined {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return new PartialFile(path, undefined);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true ? new PartialFile(realpathSync(path), stat.mode & 0o777) : undefined;
  }

  finish(): void {
    if (this.#mode !== undefined) chmodSync(this.path, this.#mode);
    this.#move(this.#target);
    rmSync(this.#cut, { force: true });
  }

  /** Keeps the incomplete file under another name, which it returns. */
  leave(): string {
    this.#move(this.#cut);
    return this.#cut;
  }

  discard(): void {
    if (this.#isOpen) rmSync(this.path, { force: true });
  }

  get #cut(): string {
    return `${this.#target}.partial`;
  }

  #move(path: string): void {
    renameSync(this.path, path);
    this.#isOpen = false;
  }
}
