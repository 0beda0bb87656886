/** The folder of a report: made under a temporary name, and renamed when it is complete. */
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf } from '@refrain/crawl/unstable';

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
    const folder = new ReportFolder(target);
    await rm(folder.partial, { recursive: true, force: true });
    await mkdir(join(folder.partial, 'sites'), { recursive: true });
    return folder;
  }

  /** Renames the folder, and removes an earlier report. */
  async finish(version: string): Promise<void> {
    await writeFile(join(this.partial, MARK), `${JSON.stringify({ software: 'refrain', version })}\n`);
    await rm(this.#path, { recursive: true, force: true });
    await rename(this.partial, this.#path);
  }

  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true });
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
