/** Runs command-line tools that are installed in node_modules, without a shell: no pattern is expanded before the tool sees it. */
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));

/** Runs a tool with its output shown; its exit code. */
export function runTool([tool = '', ...words]: readonly string[]): number {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}` };
  const { status, error } = spawnSync(tool, words, { stdio: 'inherit', env });
  if (error !== undefined) throw error;
  return status ?? 1;
}
