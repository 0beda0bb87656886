/** The folder of a report: made under a temporary name, and renamed when it is complete. */
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '@refrain/crawl/unstable';
import { isAlive } from '../process-alive.ts';

/** A folder with this file is a report, which a later report may replace. */
const MARK = 'refrain-report.json';

export class ReportFolder {
  /** The temporary folder. */
  readonly partial: string;
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
    this.partial = `${path}.partial-${process.pid}`;
  }

  /** Undefined, without any change on disk, where `path` is a file, or a folder that is neither empty nor a report. */
  static async begin(path: string): Promise<ReportFolder | undefined> {
    const target = resolve(path);
    if (!(await isFree(target))) return undefined;
    await removeAbandoned(target);
    const folder = new ReportFolder(target);
    await rm(folder.partial, { recursive: true, force: true });
    await mkdir(join(folder.partial, 'sites'), { recursive: true });
    return folder;
  }

  /** Renames the folder, and removes an earlier report. */
  async finish(version: string): Promise<void> {
    await writeFile(join(this.partial, MARK), `${JSON.stringify({ software: 'refrain', version })}\n`);
    // An earlier report is whole until it is out of the way: a killed process leaves a whole report or none.
    const replaced = `${this.partial}-replaced`;
    await rename(this.#path, replaced).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    await rename(this.partial, this.#path);
    await rm(replaced, { recursive: true, force: true });
  }

  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true });
  }
}

/** Removes the temporary folders of processes that were killed. */
async function removeAbandoned(path: string): Promise<void> {
  const prefix = `${basename(path)}.partial-`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    const owner = name.startsWith(prefix) ? /^(\d+)(-replaced)?$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (owner === undefined || isAlive(Number(owner))) continue;
    await rm(join(dirname(path), name), { recursive: true, force: true });
  }
}

async function isFree(path: string): Promise<boolean> {
  let names: readonly string[];
  try {
    names = await readdir(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    if (codeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
  if (names.length === 0) return true;
  return access(join(path, MARK)).then(
    () => true,
    () => false,
  );
}
