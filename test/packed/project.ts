/** An empty project in a new folder, for packages from their tarballs. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { members, warcRecord } from '../support/warc.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface TarballFile {
  readonly path: string;
  readonly size: number;
}

export interface Tarball {
  readonly name: string;
  readonly source: string;
  readonly tarball: string;
  /** Folder with the files of the tarball. */
  readonly unpacked: string;
  readonly files: readonly TarballFile[];
  readonly size: number;
  readonly unpackedSize: number;
}

export interface Project {
  readonly folder: string;
  readonly packages: readonly Tarball[];
  readonly browser: Browser;
}

/** Tests by name, in order. A test throws if it fails. */
export type PackageTests = Readonly<Record<string, (project: Project) => void | Promise<void>>>;

export function writeInto(folder: string, name: string, data: string | Uint8Array): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

/** Creates an empty project. No folder above may have node_modules. */
export function createProject(parent: string, name: string): string {
  const folder = join(parent, name);
  for (let above = parent; ; above = dirname(above)) {
    if (existsSync(join(above, 'node_modules'))) {
      throw new Error(
        `${above} has node_modules, which the project in ${folder} would use. Set TMPDIR to another folder.`,
      );
    }
    if (above === dirname(above)) break;
  }
  writeInto(folder, 'package.json', JSON.stringify({ name: 'project', private: true, type: 'module' }));
  return folder;
}

const TIMEOUT_MS = 600_000;

/** Resolves to the standard output of a command; rejects with all output if it fails. */
export function run(
  folder: string,
  command: string,
  words: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { cwd: folder, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26, env: environment(more) };
  return new Promise((resolve, reject) => {
    const child = execFile(command, words, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${words.join(' ')}: ${error.code ?? error.signal}\n${stdout}${stderr}`));
    });
    child.stdin?.end();
  });
}

/** The variables of this process without those of npm, tsx and NODE_PATH, which lead to modules of this repository. */
export function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^NODE_PATH$/i.test(name));
  return { ...Object.fromEntries(rest), NO_COLOR: '1', ...more };
}

export const install = (folder: string, packages: readonly string[]): Promise<string> =>
  run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages]);

export interface Program {
  readonly name: string;
  readonly code: string;
}

const readProgram = (name: string): Program => ({
  name,
  code: readFileSync(join(ROOT, `test/packed/${name}.ts`), 'utf8'),
});

export const FOR_ANYWHERE = readProgram('anywhere');

export const FOR_NODE = readProgram('node-only');

const html = (number: number): string => `<!doctype html><title>Story ${number}</title>
<ul><li><a href="/">Home page</a><li><a href="/news">All the news</a></ul><div><p>Story ${number} is about the river.</div>`;

export function writeInputs(folder: string): void {
  writeInto(folder, 'crawl.warc.gz', members([warcRecord({ url: 'https://a.example/0', body: html(0) })]));
  writeInto(folder, 'more.ndjson', `${JSON.stringify({ url: 'https://b.example/1', html: html(1) })}\n`);
  writeInto(folder, 'pages/2.html', html(2));
}
