/** The folder of a report, renamed when it is complete. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { errors } from '@refrain/crawl/engine';
import { asOutputError, CommandError } from '../../errors.ts';
import { makeFolder } from '../../files/output-target.ts';
import { isOfDeadProcess, processPrefix } from '../../files/scratch-folder.ts';
import { siteFolder } from '../file-name.ts';

/** Marks a folder as a report, which a later report may replace. */
const MARK = 'refrain-report.json';
export const homeOf = (site: string): string => `sites/${siteFolder(site)}`;

/** Writes a data file as a script, because a document opened from disk can load only scripts. */
export function writeData(folder: string, file: string, data: unknown): void {
  const packed = deflateRawSync(JSON.stringify(data), { level: 3 }).toString('base64');
  const path = join(folder, file);
  asOutputError(`cannot write to ${dirname(path)}`, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `refrainData(${JSON.stringify(file)},"${packed}")\n`);
  });
}

/** Follows the path of the report in names of temporary folders. */
const PARTIAL = '.partial-';

export class ReportFolder {
  readonly partial: string;
  readonly #path: string;
  /** Path of the earlier report while it is replaced. */
  readonly #earlier: string;

  private constructor(path: string) {
    this.#path = path;
    this.partial = `${path}${PARTIAL}${processPrefix()}new`;
    this.#earlier = `${path}${PARTIAL}${processPrefix()}old`;
  }

  /**
   * Makes the temporary folder.
   *
   * @throws {CommandError} if that fails; and, without any change on disk, if `path` is a file, or a folder that is
   * neither empty nor a report
   */
  static async begin(path: string): Promise<ReportFolder> {
    const source = `--out ${path}`;
    // Follows a link, so that the report replaces the folder and not the link.
    const target = await realpath(path).catch(() => resolve(path));
    try {
      if (!(await isFree(target)))
        throw new CommandError(`${path} is neither empty nor an earlier report; a report replaces nothing else`, {
          code: 'OUTPUT_INVALID',
        });
      makeFolder(dirname(target), source);
      await removeDead(target);
      const folder = new ReportFolder(target);
      await folder.discard();
      await mkdir(folder.partial);
      return folder;
    } catch (error) {
      throw error instanceof CommandError ? error : CommandError.of(source, error);
    }
  }

  async finish(version: string): Promise<void> {
    await writeFile(join(this.partial, MARK), `${JSON.stringify({ software: 'refrain', version })}\n`, { flush: true });
    await rename(this.#path, this.#earlier).catch((error: unknown) => {
      if (errors.codeOf(error) !== 'ENOENT') throw error;
    });
    await rename(this.partial, this.#path);
    await rm(this.#earlier, { recursive: true, force: true });
  }

  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true });
  }
}

/** Removes folders of killed processes. Restores an earlier report that a killed process has moved. */
async function removeDead(target: string): Promise<void> {
  const prefix = `${basename(target)}${PARTIAL}`;
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(prefix) || !isOfDeadProcess(name.slice(prefix.length))) continue;
    const left = join(dirname(target), name);
    if (name.endsWith('old') && !existsSync(target)) await rename(left, target);
    else await rm(left, { recursive: true, force: true });
  }
}

async function isFree(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0 || existsSync(join(path, MARK));
  } catch (error) {
    if (errors.codeOf(error) === 'ENOENT') return true;
    if (errors.codeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}
