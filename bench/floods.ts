/**
 * Pages that are made to be slow: the time of each at three sizes, the seconds for a megabyte, and whether four times the size takes
 * more than about four times the time. Time should be linear in the bytes, and at most a second for a megabyte.
 */
import { Detector, type DetectorOptions, type Page, RefrainError } from 'refrain';
import { PageLevelDetector } from 'refrain/page-level';
import type { CommandLine, Program } from './command.ts';
import { floods, outputFloods } from './floods/pages.ts';
import { formatTable } from './format-table.ts';

const HELP = `usage: npm run bench floods -- [WORD…] [--json]

Time of pages that are made to be slow, at three sizes. WORD selects kinds whose name, or way to read, contains it.

  --json        one JSON object (with npm run --silent bench: nothing else)
`;

/** Bytes, each four times those before. */
const SIZES = [62_500, 250_000, 1_000_000];
/** Times below this are too short for their ratio to mean anything. */
const NOISE_MS = 5;
const ROUNDS = 3;
/** A long run is not repeated. */
const LONG_MS = 300;

const SETTINGS: Readonly<Record<string, DetectorOptions>> = {
  default: {},
  repetition: { evidence: 'repetition' },
  indexed: { path: 'indexed' },
  classes: { path: 'classes' },
};

/** Explanations are for people, who read them one by one. */
const EXPLAINED = 100;

/** Reads all that a page has to say. */
function readAll(page: Page<never>): void {
  page.text('content');
  page.markdown('content', { url: 'https://a.example/' });
  page.html({ remove: 'template' });
  page.metadata();
  page.toLine({ id: 'x' });
  page.toJSON();
  for (const block of page.blocks.slice(0, EXPLAINED)) block.explain();
}

type Read = (html: Uint8Array) => void;

/** Ways to read a page, by name: each makes a new reader. */
const READERS: Readonly<Record<string, () => Promise<Read>>> = {
  ...Object.fromEntries(
    Object.entries(SETTINGS).map(([name, options]) => [
      name,
      async () => {
        const detector = await Detector.create(options);
        return (html: Uint8Array) => readAll(detector.learn(html));
      },
    ]),
  ),
  pageLevel: async () => {
    const detector = await PageLevelDetector.create();
    return (html) => void detector.learn(html);
  },
};

interface Timed {
  readonly milliseconds: number;
  /** `read`, or the code of an error. */
  readonly outcome: string;
}

function timeOnce(read: Read, html: Uint8Array): Timed {
  const start = performance.now();
  const used = process.cpuUsage();
  let outcome = 'read';
  try {
    read(html);
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    outcome = error.code;
  }
  const { user, system } = process.cpuUsage(used);
  // Other programs on the machine make the first larger, threads of the engine the second.
  return { milliseconds: Math.min(performance.now() - start, (user + system) / 1000), outcome };
}

/** The shortest of some rounds, each by a new reader. */
async function time(prepare: () => Promise<Read>, html: Uint8Array): Promise<Timed> {
  let best = timeOnce(await prepare(), html);
  for (let round = 1; round < ROUNDS && best.milliseconds < LONG_MS; round += 1) {
    const next = timeOnce(await prepare(), html);
    if (next.milliseconds < best.milliseconds) best = next;
  }
  return best;
}

interface FloodResult {
  readonly kind: string;
  readonly read: string;
  /** By size. */
  readonly milliseconds: readonly number[];
  /** For a megabyte of the largest size. */
  readonly secondsPerMegabyte: number;
  /** The larger of the two ratios of time by four times the size; 0 where the times are too short. */
  readonly growth: number;
  /** What happened at the largest size. */
  readonly outcome: string;
}

async function measureFlood(kind: string, read: string, make: (bytes: number) => string): Promise<FloodResult> {
  const times: Timed[] = [];
  const lengths: number[] = [];
  for (const size of SIZES) {
    const html = Buffer.from(make(size));
    lengths.push(html.length);
    times.push(await time(READERS[read] as () => Promise<Read>, html));
  }
  const milliseconds = times.map((each) => each.milliseconds);
  const growths = SIZES.slice(1).map((_, at) => {
    const [before = 0, after = 0] = milliseconds.slice(at);
    const [shorter = 1, longer = 0] = lengths.slice(at);
    return before < NOISE_MS ? 0 : ((after / before) * 4 * shorter) / longer;
  });
  return {
    ...{ kind, read, milliseconds, growth: Math.max(...growths), outcome: times.at(-1)?.outcome ?? '' },
    secondsPerMegabyte: ((milliseconds.at(-1) ?? 0) / (lengths.at(-1) ?? 1)) * 1000,
  };
}

interface Report {
  readonly worst: FloodResult | undefined;
  readonly steepest: FloodResult | undefined;
  readonly results: readonly FloodResult[];
}

async function measure(words: readonly string[]): Promise<Report> {
  const results: FloodResult[] = [];
  for (const [kind, make] of Object.entries({ ...floods, ...outputFloods })) {
    for (const read of Object.keys(READERS)) {
      if (words.every((word) => `${kind} ${read}`.includes(word))) results.push(await measureFlood(kind, read, make));
    }
  }
  const most = (value: (result: FloodResult) => number): FloodResult | undefined =>
    results.toSorted((one, other) => value(other) - value(one))[0];
  return {
    worst: most(({ secondsPerMegabyte }) => secondsPerMegabyte),
    steepest: most(({ growth }) => growth),
    results,
  };
}

function format({ worst, steepest, results }: Report): string {
  const rows = results.map(({ kind, read, milliseconds, secondsPerMegabyte, growth, outcome }) => [
    ...[kind, read, ...milliseconds.map((each) => each.toFixed(1))],
    ...[secondsPerMegabyte.toFixed(3), growth === 0 ? '–' : growth.toFixed(1), outcome],
  ]);
  const head = ['kind', 'read by', '¹⁄₁₆ MB, ms', '¼ MB, ms', '1 MB, ms', 's/MB', 'growth', 'outcome'];
  const lines = [formatTable(head, rows), '', `${results.length} rows`];
  if (worst) lines.push(`worst: ${worst.secondsPerMegabyte.toFixed(3)} s/MB, ${worst.kind} (${worst.read})`);
  if (steepest) lines.push(`steepest: ${steepest.growth.toFixed(1)} × for 4 ×, ${steepest.kind} (${steepest.read})`);
  return lines.join('\n');
}

export const program: Program = {
  help: HELP,
  hasOperands: true,
  run: async (line: CommandLine) => line.print(await measure(line.operands), format),
};
