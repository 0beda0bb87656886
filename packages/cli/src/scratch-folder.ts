/** Temporary folders that a killed process leaves behind, and that a later run removes. */
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './process-alive.ts';

/** The folder that has all scratch folders of this user. */
const home = (): string => join(tmpdir(), `refrain-scratch-${process.getuid?.() ?? 'user'}`);

/** Process ids say nothing about processes of other machines and containers, which may share the folder. */
const prefix = (pid: number | string): string => `${hostname().replace(/[^\w.]/g, '_')}-${pid}-`;

/** Makes a folder that is named by this process. */
export async function makeScratchFolder(): Promise<string> {
  await mkdir(home(), { recursive: true, mode: 0o700 });
  return mkdtemp(join(home(), prefix(process.pid)));
}

export const removeScratchFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Removes the folders of processes of this machine that have ended. What cannot be removed is left for the next run. */
export async function removeDeadScratchFolders(): Promise<void> {
  // Another user may have made a folder of this name.
  const stat = await lstat(home()).catch(() => undefined);
  if (stat === undefined || !stat.isDirectory() || (process.getuid !== undefined && stat.uid !== process.getuid()))
    return;
  const names = await readdir(home()).catch(() => []);
  await Promise.all(names.filter(isDead).map((name) => removeScratchFolder(join(home(), name)).catch(() => undefined)));
}

function isDead(name: string): boolean {
  const [, pid] = /-(\d+)-[^-]+$/.exec(name) ?? [];
  if (pid === undefined || !name.startsWith(prefix(pid))) return false;
  return !isAlive(Number(pid));
}
