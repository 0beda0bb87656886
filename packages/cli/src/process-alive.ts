import { codeOf } from '@refrain/crawl/unstable';

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
    return codeOf(error) !== 'ESRCH';
  }
}
