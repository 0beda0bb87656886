/** One process that feeds a part of the crawl and may be killed at a given moment. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SitesOptions } from '@refrain/crawl';
import type { Crawl } from './crawl.ts';

const FEEDER = fileURLToPath(new URL('./feeder.mjs', import.meta.url));

/** The phase of a process, from the lines that it prints; `starting` is before the first line. */
export type Phase = 'starting' | 'opening' | 'feeding' | 'flushing' | 'closing';

/** A time in milliseconds after the `count`-th line that begins with the word `line`; without a word, after the start. */
export interface Moment {
  readonly line: string | undefined;
  readonly count: number;
  readonly milliseconds: number;
}

export interface LifePlan {
  readonly crawl: Crawl;
  readonly options: SitesOptions;
  /** Positions in the crawl: the first page, and the position at which the store is closed. */
  readonly from: number;
  readonly until: number;
  readonly flushedEvery: number;
  readonly killed: Moment | undefined;
}

export interface Life {
  /** Undefined where the process was not killed. */
  readonly killedWhile: Phase | undefined;
  /** Everything before this position was flushed by this process; undefined without a flush. */
  readonly flushed: number | undefined;
  /** The last position that it reported. */
  readonly reached: number;
  /** Exit code and error output, where the process failed by itself. */
  readonly failure: string | undefined;
  readonly evicted: number;
  readonly loaded: number;
}

/** Pages between two lines of progress. */
const REPORTED_EVERY = 50;

const PHASES: Readonly<Record<string, Phase>> = {
  opening: 'opening',
  open: 'feeding',
  flushing: 'flushing',
  flushed: 'feeding',
  closing: 'closing',
};

export async function live({ crawl, killed, ...plan }: LifePlan): Promise<Life> {
  const { file, ends } = crawl;
  // JSON has no infinity.
  const plain = (_: string, value: unknown): unknown => (value === Number.POSITIVE_INFINITY ? 'Infinity' : value);
  const work = JSON.stringify({ ...plan, crawl: { file, ends }, reportedEvery: REPORTED_EVERY }, plain);
  const child = spawn(process.execPath, [FEEDER, work], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  const scheduleKill = (): void => {
    if (killed === undefined) return;
    // Timers have a minimum of one millisecond.
    if (killed.milliseconds < 1) kill();
    else timer = setTimeout(kill, killed.milliseconds);
  };
  let [phase, flushed, reached, evicted, loaded]: [Phase, number | undefined, number, number, number] = [
    ...(['starting', undefined, plan.from, 0, 0] as const),
  ];
  let lines = 0;
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => {
    const [word = '', ...numbers] = line.split(' ');
    phase = PHASES[word] ?? phase;
    if (word === 'at') reached = Number(numbers[0]);
    if (word === 'flushed') flushed = reached = Number(numbers[0]);
    if (word === 'closing') [evicted, loaded] = [Number(numbers[0]), Number(numbers[1])];
    if (word !== killed?.line) return;
    lines += 1;
    if (lines === killed.count) scheduleKill();
  });
  if (killed?.line === undefined) scheduleKill();
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.on('close', (...how) => resolve(how));
  });
  clearTimeout(timer);
  return {
    killedWhile: signal === 'SIGKILL' ? phase : undefined,
    failure: signal === 'SIGKILL' || code === 0 ? undefined : `exit code ${code}, signal ${signal}: ${errors}`,
    ...{ flushed, reached, evicted, loaded },
  };
}
