/** Files that are written under another name, and get their own when they are whole. */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOfDeadProcess, processPrefix } from './scratch-folder.ts';

/** No page has a name that begins with a dot. */
const PREFIX = '.refrain-';

/** The path of a file that is being written. `part`: tells files of this process apart; without a hyphen. */
export const partialPath = (folder: string, part: string | number): string =>
  join(folder, `${PREFIX}${processPrefix()}${part}`);

/** Removes files that killed processes of this machine have not finished. What cannot be removed is left. */
export function removePartials(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!name.startsWith(PREFIX) || !isOfDeadProcess(name.slice(PREFIX.length))) continue;
    try {
      rmSync(join(folder, name));
    } catch {
      // It belongs to another user, or another process has removed it.
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

/** A file of which nobody sees a part: it replaces an earlier one when it is whole. */
export class PartialFile {
  /** What is written. */
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

  /** Undefined where the path is no regular file, but a device or a pipe, and not a new one. A link stays one. */
  static of(path: string): PartialFile | undefined {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return new PartialFile(path, undefined);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true ? new PartialFile(realpathSync(path), stat.mode & 0o777) : undefined;
  }

  /** Gives the file its name. */
  finish(): void {
    if (this.#mode !== undefined) chmodSync(this.path, this.#mode);
    this.#move(this.#target);
    rmSync(this.#cut, { force: true });
  }

  /** Leaves what is there under a name of its own, which it gives. */
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
