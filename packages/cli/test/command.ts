/** Runs the built command, in this process or in a separate one; small sites as inputs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SiteSummary } from '@refrain/crawl';
import type { Verdict } from 'refrain';
import { sharedFiles } from './examples.ts';

export { withFolder } from '../../../test/support/folder.ts';

export const { runCommand } = (await import(
  new URL('../dist/bin/run-command.js', import.meta.url).href
)) as typeof import('../src/run-command.ts');

export const MAIN = fileURLToPath(new URL('../dist/bin/main.js', import.meta.url));

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
  readonly text: string;
  readonly passed?: boolean;
}

interface BlockLine {
  readonly verdict: Verdict;
  readonly kept?: boolean;
  readonly ratio: number;
  readonly length: number;
  readonly path: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly text: string;
}

interface StartOptions {
  /** A module that Node loads first, also in worker threads. */
  readonly first?: string;
  /** Commands that a shell runs first. */
  readonly shell?: string;
}

export function start(folder: string, words: readonly string[], { first, shell }: StartOptions = {}): ChildProcess {
  const command = [process.execPath, MAIN, ...words];
  const [name = '', ...rest] = shell === undefined ? command : ['sh', '-c', `${shell}; exec "$@"`, 'sh', ...command];
  const env = first === undefined ? process.env : { ...process.env, NODE_OPTIONS: `--import ${first}` };
  return spawn(name, rest, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'], env });
}

/** Collects the output of the command until it ends. */
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

/** A stream that keeps what is written. */
class TextStream extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    // The command reuses the memory after a chunk is written.
    this.#chunks.push(Buffer.from(chunk));
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly interrupted?: AbortSignal;
}

async function run(
  folder: string,
  words: readonly string[],
  { input = '', interrupted = new AbortController().signal }: RunOptions,
): Promise<Outcome> {
  const [stdin, stdout, stderr] = [new PassThrough().end(input), new TextStream(), new TextStream()];
  const before = process.cwd();
  process.chdir(folder);
  try {
    const code = await runCommand(words, { stdin, stdout, stderr, interrupted });
    return { code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.chdir(before);
  }
}

/** Runs the command with an empty standard input. */
export const refrain = (folder: string, ...words: string[]): Promise<Outcome> => run(folder, words, {});

export const refrainWithInput = (folder: string, input: string | Uint8Array, ...words: string[]): Promise<Outcome> =>
  run(folder, words, { input });

export const refrainUntil = (interrupted: AbortSignal, folder: string, ...words: string[]): Promise<Outcome> =>
  run(folder, words, { interrupted });

export const listSites = async (folder: string, state: string): Promise<SiteSummary[]> =>
  (await refrain(folder, 'state', 'list', state)).stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SiteSummary);

export async function exportSite(folder: string, state: string, name = 'site'): Promise<Buffer> {
  const { code, stderr } = await refrain(folder, 'state', 'export', state, name, 'exported.refrain');
  if (code !== 0) throw new Error(stderr);
  return readFileSync(join(folder, 'exported.refrain'));
}

export const pageLines = (stdout: string): PageLine[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as PageLine);

/** Flags for lines with all fields of a run and its blocks. */
export const LINES = [
  ...(['--keep', 'content', '--fields'] as const),
  'id,url,site,page,counted,passed,templateShare,blocks,text',
] as const;

/** A page with the menu of all pages and its own story. */
export const page = (story: string): string =>
  `<html><body><div>Home News About us</div><div id="story"><p>${story}</p></div></body></html>`;

/** Eight pages, `site/1.html` to `site/8.html`, which are enough for the menu to become template. */
export const site: Readonly<Record<string, string>> = Object.fromEntries(
  [...sharedFiles('site.md')].map(([name, html]) => [name, html.toString().trimEnd()]),
);
