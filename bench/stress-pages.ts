/**
 * Time, output and memory of each reader and writer on stress pages. Limits: time linear in the bytes and at most one
 * second per megabyte, an output at most 64 times the page, and a process at most 450 MB.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detector, type DetectorOptions, type Page, RefrainError } from 'refrain';
import { inFolder } from '../test/support/folder.ts';
import { COMMAND_OUTPUTS, callsOf, OUTPUTS } from '../test/support/outputs.ts';
import type { CommandLine, Program } from './command-line.ts';
import { MAIN, USAGE, type Usage } from './processes.ts';
import { formatTable } from './report.ts';
import { outputStressPages, stressPages } from './stress-pages/pages.ts';

const HELP = `usage: npm run bench stressPages -- [WORD…] [--command] [--json]

Time of pages that are made to be slow, and bytes of their outputs, at half a megabyte and a megabyte. WORD selects kinds whose
name, or way to read or write, contains it.

  --command  outputs of the command, each in a process of its own whose time and memory is measured
  --json     one JSON object (with npm run --silent bench: nothing else)
`;

/** Sizes in bytes, each twice the previous one. */
const SIZES = [500_000, 1_000_000];
/** Minimum milliseconds for a meaningful ratio. */
const NOISE_MS = 20;
const ROUNDS = 3;
/** Milliseconds above which a run is not repeated. */
const LONG_MS = 100;

interface RunResult {
  readonly bytes?: number;
  /** Peak of the process in 10⁶ bytes. */
  readonly residentMegabytes?: number;
  /** Used instead of the wall time. */
  readonly milliseconds?: number;
  /** The code of a printed error. */
  readonly refused?: string;
}

type Runner = (html: Uint8Array) => Promise<() => RunResult | Promise<RunResult>>;

const reading =
  (options: DetectorOptions): Runner =>
  async (html) => {
    const detector = await Detector.create(options);
    return () => {
      detector.learn(html);
      return {};
    };
  };

const writing =
  (write: (page: Page<never>) => string | Uint8Array): Runner =>
  async (html) => {
    const detector = await Detector.create();
    let page: Page<never>;
    try {
      page = detector.learn(html);
    } catch (error) {
      return () => {
        throw error;
      };
    }
    return () => {
      const written = write(page);
      return { bytes: typeof written === 'string' ? Buffer.byteLength(written) : written.length };
    };
  };

const READERS: Readonly<Record<string, Runner>> = {
  default: reading({}),
  repetition: reading({ evidence: 'repetition' }),
  ...Object.fromEntries(Object.entries(OUTPUTS).map(([name, { write }]) => [name, writing(write)])),
};

const COMMANDS: Readonly<Record<string, Runner>> = Object.fromEntries(
  COMMAND_OUTPUTS.map((name): [string, Runner] => [
    name,
    async (html) => () => inFolder({}, (folder) => runCommand(name, folder, html)),
  ]),
);

interface Timing extends RunResult {
  readonly milliseconds: number;
  readonly outcome: string;
}

async function timeOnce(run: () => RunResult | Promise<RunResult>): Promise<Timing> {
  const start = performance.now();
  const used = process.cpuUsage();
  let done: RunResult = {};
  let outcome = 'read';
  try {
    const running = run();
    done = running instanceof Promise ? await running : running;
    outcome = done.refused ?? outcome;
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    outcome = error.code;
  }
  const { user, system } = process.cpuUsage(used);
  // The smaller of both: other programs increase the wall time, and threads of the engine the CPU time.
  const milliseconds = Math.min(performance.now() - start, (user + system) / 1000);
  return { ...{ milliseconds, outcome }, ...done };
}

async function time(way: Runner, html: Uint8Array): Promise<Timing> {
  let best = await timeOnce(await way(html));
  for (let round = 1; round < ROUNDS && best.milliseconds < LONG_MS; round += 1) {
    const next = await timeOnce(await way(html));
    if (next.milliseconds < best.milliseconds) best = next;
  }
  return best;
}

interface StressResult {
  readonly kind: string;
  readonly way: string;
  readonly milliseconds: readonly number[];
  readonly secondsPerMegabyte: number;
  /** Ratio of times for twice the size; 0 if the times are too short. */
  readonly growth: number;
  /** Bytes of output per byte of the page. */
  readonly bytesPerByte: number | undefined;
  readonly residentMegabytes: number | undefined;
  readonly outcome: string;
}

async function measurePages(
  kind: string,
  way: string,
  run: Runner,
  make: (bytes: number) => string,
): Promise<StressResult> {
  const pages = SIZES.map((size) => Buffer.from(make(size)));
  const times: Timing[] = [];
  for (const html of pages) times.push(await time(run, html));
  const [small, large] = times as [Timing, Timing];
  const [shorter, longer] = pages.map(({ length }) => length) as [number, number];
  const growth = small.milliseconds < NOISE_MS ? 0 : ((large.milliseconds / small.milliseconds) * 2 * shorter) / longer;
  return {
    ...{ kind, way, growth, outcome: large.outcome },
    milliseconds: times.map(({ milliseconds }) => milliseconds),
    secondsPerMegabyte: (large.milliseconds / longer) * 1000,
    bytesPerByte: large.bytes === undefined ? undefined : large.bytes / longer,
    residentMegabytes: large.residentMegabytes,
  };
}

interface Report {
  readonly results: readonly StressResult[];
}

async function measure(words: readonly string[], ways: Readonly<Record<string, Runner>>): Promise<Report> {
  const results: StressResult[] = [];
  for (const [kind, make] of Object.entries({ ...stressPages, ...outputStressPages }))
    for (const [name, way] of Object.entries(ways))
      if (words.every((word) => `${kind}, ${name}`.includes(word)))
        results.push(await measurePages(kind, name, way, make));
  return { results };
}

const fixed = (value: number | undefined, digits: number): string => (value ? value.toFixed(digits) : '–');

function format({ results }: Report): string {
  const rowOf = (result: StressResult): string[] => [
    ...[result.kind, result.way, ...result.milliseconds.map((each) => each.toFixed(1))],
    ...[fixed(result.secondsPerMegabyte, 3), fixed(result.growth, 1), fixed(result.bytesPerByte, 1)],
    ...[fixed(result.residentMegabytes, 0), result.outcome],
  ];
  const head = ['kind', 'way', '½ MB, ms', '1 MB, ms', 's/MB', 'growth', 'bytes/byte', 'MB', 'outcome'];
  return formatTable(head, results.map(rowOf));
}

export const program: Program = {
  help: HELP,
  hasOperands: true,
  switches: ['command'],
  run: async (line: CommandLine) =>
    line.print(await measure(line.operands, line.has('command') ? COMMANDS : READERS), format),
};

type CommandCosts = RunResult & Required<Pick<RunResult, 'bytes' | 'residentMegabytes' | 'milliseconds'>>;

async function call(folder: string, words: readonly string[]): Promise<CommandCosts> {
  const child = spawn(process.execPath, ['--import', USAGE, MAIN, ...words], {
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
  const { cpuSeconds, peakMegabytes } = JSON.parse(metered) as Omit<Usage, 'seconds'>;
  return { bytes, residentMegabytes: peakMegabytes, milliseconds: 1000 * cpuSeconds, ...(refused && { refused }) };
}

/** Bytes of a file or below a folder. Default: 0. */
function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  return stats.isFile() ? stats.size : readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** Runs the command on one page; returns the sums of its calls and their peak memory. */
async function runCommand(output: string, folder: string, html: Uint8Array): Promise<CommandCosts> {
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'pages/page.html'), html);
  let sum: CommandCosts = { bytes: 0, residentMegabytes: 0, milliseconds: 0 };
  for (const words of callsOf(output, { pages: 'pages', out: 'out' })) {
    const one = await call(folder, words);
    sum = {
      ...one,
      bytes: sum.bytes + one.bytes,
      residentMegabytes: Math.max(sum.residentMegabytes, one.residentMegabytes),
      milliseconds: sum.milliseconds + one.milliseconds,
    };
  }
  return { ...sum, bytes: sum.bytes + sizeOf(join(folder, 'out')) };
}
