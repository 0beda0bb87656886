/** Runs one test file of the copy. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface FileRun {
  readonly passed: boolean;
  readonly milliseconds: number;
}

/** The file with extra variables of the environment. After `limit` milliseconds it is killed with all that it started. */
export function runFile(
  copy: string,
  file: string,
  variables: Readonly<Record<string, string>>,
  limit: number,
): Promise<FileRun> {
  const start = performance.now();
  const preload = join(copy, 'scripts/mutants/preload.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', preload, file], {
    cwd: copy,
    stdio: 'ignore',
    // Processes that the test starts have the same mutant.
    env: { ...process.env, NODE_OPTIONS: `--import tsx --import ${preload}`, ...variables },
    detached: true,
  });
  return new Promise((resolve) => {
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(kill, limit);
    child.on('close', (code) => {
      clearTimeout(timer);
      kill();
      resolve({ passed: code === 0, milliseconds: performance.now() - start });
    });
  });
}
