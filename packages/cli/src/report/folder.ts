/** The folder of a report: made beside its place, and put there when it is whole. */
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** By this file a report is known, which a later one may take the place of. */
const MARK = 'refrain-report.json';

export class ReportFolder {
  /** Where it is made. */
  readonly partial: string;
  readonly #place: string;

  private constructor(place: string) {
    this.#place = place;
    this.partial = `${place}.partial-${process.pid}`;
  }

  /** Undefined, and nothing done, where something else than an earlier report is in its place. */
  static async begin(path: string): Promise<ReportFolder | undefined> {
    const place = resolve(path);
    if (!(await isFree(place))) return undefined;
    const folder = new ReportFolder(place);
    await rm(folder.partial, { recursive: true, force: true });
    await mkdir(join(folder.partial, 'sites'), { recursive: true });
    return folder;
  }

  /** Puts it in its place, and an earlier one away. */
  async finish(version: string): Promise<void> {
    await writeFile(join(this.partial, MARK), `${JSON.stringify({ software: 'refrain', version })}\n`);
    await rm(this.#place, { recursive: true, force: true });
    await rename(this.partial, this.#place);
  }

  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true });
  }
}

async function isFree(place: string): Promise<boolean> {
  let names: readonly string[];
  try {
    names = await readdir(place);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
  if (names.length === 0) return true;
  return access(join(place, MARK)).then(
    () => true,
    () => false,
  );
}
