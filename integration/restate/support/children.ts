import type { ChildProcess } from 'node:child_process';

/** Child processes that end with this process. */
const children = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export function endWithUs(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}
