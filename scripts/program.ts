/** Common code of the programs in this folder: numbers in flags, and command-line tools. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A whole number of at least 1. */
export function readCount(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`--${flag} must be a whole number above 0, not ${text}`);
  return value;
}

export const seedOfNow = (): string => String(1 + (Date.now() % 1_000_000));

export function formatRows(rows: readonly (readonly [name: string, value: string | number])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

// Runs command-line tools without a shell, so that no pattern is expanded. Tools that no test needs are in
// scripts/tools, with a separate lock file, so that `npm ci` is fast. The first use installs all.

const BIN = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
const TOOLS = fileURLToPath(new URL('tools', import.meta.url));
const TOOLS_BIN = join(TOOLS, 'node_modules/.bin');

const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Installs packages in a folder if they are missing or older than its lock file. */
export function installPackages(folder: string): void {
  // npm writes this file at the end of an installation.
  if (writtenAt(join(folder, 'node_modules/.package-lock.json')) >= writtenAt(join(folder, 'package-lock.json')))
    return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' });
}

/** A package of scripts/tools, for CommonJS. */
export function requireTool(name: string): unknown {
  installPackages(TOOLS);
  return createRequire(join(TOOLS, 'package.json'))(name);
}

const isOfTools = (tool: string): boolean => !tool.includes('/') && !existsSync(join(BIN, tool));

/** Returns the exit code and the piped output. */
function spawnTool([tool = '', ...words]: readonly string[], stdout: 'inherit' | 'pipe'): [number, string] {
  if (isOfTools(tool)) installPackages(TOOLS);
  const env = { ...process.env, PATH: [BIN, TOOLS_BIN, process.env['PATH'] ?? ''].join(delimiter) };
  const ended = spawnSync(tool, words, { stdio: ['inherit', stdout, 'inherit'], env, encoding: 'utf8' });
  if (ended.error !== undefined) throw ended.error;
  return [ended.status ?? 1, ended.stdout ?? ''];
}

export const runTool = (words: readonly string[]): number => spawnTool(words, 'inherit')[0];

export const readTool = (words: readonly string[]): [number, string] => spawnTool(words, 'pipe');
