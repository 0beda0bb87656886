/** An empty project somewhere else, into which the package is installed as anybody would. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import type { Packed } from './pack.ts';

/** The folder of this repository, whose compilers and bundlers the project borrows. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Project {
  readonly folder: string;
  readonly packed: Packed;
  readonly browser: Browser;
}

/** A test throws where something is not as it should be. They are run in the order of their names' definition. */
export type PackedTests = Readonly<Record<string, (project: Project) => void | Promise<void>>>;

/** Writes a file of the project, with the folders above it. */
export function writeInto(folder: string, name: string, data: string | Uint8Array): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

/** Milliseconds that a command may take. */
const PATIENCE = 60_000;

/** Standard output of a command that went well; one that did not is an error with all that it said. */
export function run(folder: string, command: string, words: readonly string[]): Promise<string> {
  const options = { cwd: folder, timeout: PATIENCE, maxBuffer: 2 ** 26, env: environment() };
  return new Promise((resolve, reject) => {
    execFile(command, words, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${words.join(' ')}: ${error.code ?? error.signal}\n${stdout}${stderr}`));
    });
  });
}

/** Without what npm and tsx tell the processes that they start. */
export function environment(): NodeJS.ProcessEnv {
  const left = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/i.test(name));
  return { ...Object.fromEntries(left), NO_COLOR: '1' };
}

/** Installs what is named, beside what is there. */
export const install = (folder: string, packages: readonly string[]): Promise<string> =>
  run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages]);
