/** Names of temporary files and folders by their process, so that a later run can remove what a killed one left. */
import { hostname } from 'node:os';
import { codeOf } from '@refrain/crawl/internal';

/** Process ids say nothing about processes of other machines and containers, which may share the folder. */
export const processPrefix = (pid: number | string = process.pid): string =>
  `${hostname().replace(/[^\w.]/g, '_')}-${pid}-`;

/** Whether a name of `processPrefix` and a part without a hyphen belongs to a process of this machine that has ended. */
export function isOfDeadProcess(name: string): boolean {
  const [, pid] = /-(\d+)-[^-]+$/.exec(name) ?? [];
  if (pid === undefined || !name.startsWith(processPrefix(pid))) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
    return codeOf(error) === 'ESRCH';
  }
}
