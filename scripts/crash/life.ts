/** One process that feeds a part of the crawl, killed when its moment has come. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SitesOptions } from '@refrain/crawl';
import type { Crawl } from './crawl.ts';

const FEEDER = fileURLToPath(new URL('./feeder.mjs', import.meta.url));

/** What a life does, in words that it says itself; `starting` is before the first. */
export type Phase = 'starting' | 'opening' | 'feeding' | 'flushing' | 'closing';

/** So many milliseconds after the feeder's `count`th line that begins with a word; after its start without one. */
export interface Moment {
  readonly line: string | undefined;
  readonly count: number;
  readonly milliseconds: number;
}

export interface LifePlan {
  readonly crawl: Crawl;
  readonly options: SitesOptions;
  /** Positions in the crawl; at `until` the store is closed. */
  readonly from: number;
  readonly until: number;
  readonly flushedEvery: number;
  readonly killed: Moment | undefined;
}

export interface Life {
  /** Undefined where it came to its end. */
  readonly killedWhile: Phase | undefined;
  /** Everything before this position was flushed in this life; undefined where nothing was. */
  readonly flushed: number | undefined;
  /** The last position that it told of. */
  readonly reached: number;
  /** What it died of by itself. */
  readonly failure: string | undefined;
  readonly evicted: number;
  readonly loaded: number;
}

const TOLD_EVERY = 50;

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
  const work = JSON.stringify({ ...plan, crawl: { file, ends }, toldEvery: TOLD_EVERY }, plain);
  const child = spawn(process.execPath, [FEEDER, work], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  const killSoon = (): void => {
    if (killed === undefined) return;
    // No timer is shorter than a millisecond.
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
    if (lines === killed.count) killSoon();
  });
  if (killed?.line === undefined) killSoon();
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
