/** The built command as a child process, and small sites for it to read. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SiteSummary } from '@refrain/crawl';
import type { BlockKind } from 'refrain';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PageLine {
  readonly id: string;
  readonly site: string;
  readonly page: number;
  readonly counted: boolean;
  readonly blocks: readonly BlockLine[];
  readonly content: string;
  readonly passed?: boolean;
}

interface BlockLine {
  readonly kind: BlockKind;
  readonly kept?: boolean;
  readonly ratio: number;
  readonly length: number;
  readonly path: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly text: string;
}

/** Under which circumstances the command is started. */
interface Circumstances {
  /** Arguments of Node. */
  readonly node?: readonly string[];
  /** What a shell does first. */
  readonly shell?: string;
}

/** Starts the command in a folder. */
export function start(
  folder: string,
  words: readonly string[],
  { node = [], shell }: Circumstances = {},
): ChildProcess {
  const command = [process.execPath, ...node, MAIN, ...words];
  const [name = '', ...rest] = shell === undefined ? command : ['sh', '-c', `${shell}; exec "$@"`, 'sh', ...command];
  return spawn(name, rest, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** What the command does, from start to end. */
export function outcome(child: ChildProcess): Promise<Outcome> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, ...texts }));
  });
}

export const refrain = (folder: string, ...words: string[]): Promise<Outcome> => {
  const child = start(folder, words);
  child.stdin?.end();
  return outcome(child);
};

/** The command with something on its standard input. */
export const refrainOn = (folder: string, input: string | Uint8Array, ...words: string[]): Promise<Outcome> => {
  const child = start(folder, words);
  child.stdin?.end(input);
  return outcome(child);
};

/** The sites of a store. */
export const listed = async (folder: string, state: string): Promise<SiteSummary[]> =>
  (await refrain(folder, 'state', 'list', state)).stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SiteSummary);

/** What a store knows of a site. */
export async function exported(folder: string, state: string, name = 'site'): Promise<Buffer> {
  const { code, stderr } = await refrain(folder, 'state', 'export', state, name, 'exported.refrain');
  if (code !== 0) throw new Error(stderr);
  return readFileSync(join(folder, 'exported.refrain'));
}

export const lines = (stdout: string): PageLine[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as PageLine);

/** A page with a menu that all pages have and a story that it has alone. */
export const page = (story: string): string =>
  `<html><body><div>Home News About us</div><div id="story"><p>${story}</p></div></body></html>`;

/** Runs a test in a folder of its own that holds the files given. */
export function withFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  test: (folder: string) => Promise<void>,
) {
  return async (): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'refrain-'));
    try {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      await test(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

/** Eight pages, enough for the menu to be known as one: `site/1.html` to `site/8.html`. */
export const site: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [`site/${index + 1}.html`, page(`Story of day ${index + 1}`)]),
);
