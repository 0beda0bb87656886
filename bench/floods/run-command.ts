/** The command in a process of its own, with the time and memory that the process took. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsOf } from '../../test/support/command-outputs.ts';
import { MAIN } from '../crawl/processes.ts';

/** Writes processor time and the most memory to a descriptor of its own when the process ends. */
const METER = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify({ residentBytes: maxRSS * 1024, milliseconds: (userCPUTime + systemCPUTime) / 1000 }));
});`)}`;

interface Measured {
  readonly bytes: number;
  readonly residentBytes: number;
  readonly milliseconds: number;
  /** The code of an error that the command printed. */
  readonly refused?: string;
}

async function call(folder: string, words: readonly string[]): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', METER, MAIN, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, stdout, stderr, meter] = child.stdio;
  let [bytes, errors, metered] = [0, '', ''];
  stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  meter?.on('data', (chunk: Buffer) => {
    metered += chunk;
  });
  await new Promise((resolve) => child.on('close', resolve));
  const refused = /\(([A-Z_]+)\)/.exec(errors)?.[1];
  const { residentBytes, milliseconds } = JSON.parse(metered) as Omit<Measured, 'bytes'>;
  return { bytes, residentBytes, milliseconds, ...(refused === undefined ? {} : { refused }) };
}

/** Bytes of a file, or of the files below a folder; 0 where there is nothing. */
function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  return stats.isFile() ? stats.size : readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** Makes an output of one page in a folder: the sums of its calls, and the most memory of one. */
export async function runCommand(output: string, folder: string, html: Uint8Array): Promise<Measured> {
  for (const name of ['pages', 'old']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'pages/page.html'), html);
  writeFileSync(join(folder, 'old/page.html'), html.subarray(0, html.length * 0.75));
  let sum: Measured = { bytes: 0, residentBytes: 0, milliseconds: 0 };
  for (const words of callsOf(output, { pages: 'pages', old: 'old', out: 'out' })) {
    const one = await call(folder, words);
    sum = {
      ...one,
      bytes: sum.bytes + one.bytes,
      residentBytes: Math.max(sum.residentBytes, one.residentBytes),
      milliseconds: sum.milliseconds + one.milliseconds,
    };
  }
  return { ...sum, bytes: sum.bytes + sizeOf(join(folder, 'out')) };
}
