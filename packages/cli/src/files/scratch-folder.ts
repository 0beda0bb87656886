/** Temporary folders. A later run removes those of killed processes. */
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '@refrain/crawl';
import { errors } from '@refrain/crawl/engine';

/**
 * Contains the name of the machine, because several machines or containers may share the folder, and use the same
 * process ids.
 */
export const processPrefix = (pid: number | string = process.pid): string =>
  `${hostname().replace(/[^\w.]/g, '_')}-${pid}-`;

/**
 * `name`: a prefix of `processPrefix`, and a part without a hyphen. True if it belongs to an ended process of this
 * machine.
 */
export function isOfDeadProcess(name: string): boolean {
  const [, pid] = /-(\d+)-[^-]+$/.exec(name) ?? [];
  if (pid === undefined || !name.startsWith(processPrefix(pid))) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM would mean that the process exists and belongs to another user.
    return errors.codeOf(error) === 'ESRCH';
  }
}

/** The parent of all scratch folders of this user. */
const home = (): string => join(tmpdir(), `refrain-scratch-${process.getuid?.() ?? 'user'}`);

/** Checks the owner, because another user may have made a folder or link of this name. */
async function isOwn(path: string): Promise<boolean> {
  const stat = await lstat(path).catch(() => undefined);
  return stat?.isDirectory() === true && (process.getuid === undefined || stat.uid === process.getuid());
}

/**
 * Makes a folder that is named after this process, and removes those of killed processes.
 *
 * @throws {StoreError} `STORE_FAILED`
 */
export async function makeScratchFolder(): Promise<string> {
  try {
    await mkdir(home(), { mode: 0o700 }).catch((error: unknown) => {
      if (errors.codeOf(error) !== 'EEXIST') throw error;
    });
    if (!(await isOwn(home()))) throw new Error(`${home()} belongs to another user, or is a link`);
    await removeDeadScratchFolders();
    return await mkdtemp(join(home(), processPrefix()));
  } catch (cause) {
    throw new StoreError('STORE_FAILED', `a temporary folder cannot be made: ${(cause as Error).message}`, { cause });
  }
}

export const removeScratchFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Uses a folder. Default: a scratch folder, which is removed afterwards. */
export async function withFolder<T>(kept: string | undefined, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = kept ?? (await makeScratchFolder());
  try {
    return await use(folder);
  } finally {
    if (kept === undefined) await removeScratchFolder(folder);
  }
}

async function removeDeadScratchFolders(): Promise<void> {
  const names = (await readdir(home())).filter(isOfDeadProcess);
  await Promise.all(names.map((name) => removeScratchFolder(join(home(), name)).catch(() => undefined)));
}
