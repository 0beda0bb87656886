/**
 * Inputs that are made to be slow: the time of each at three sizes, the seconds for a megabyte, and whether four times the
 * size takes more than about four times the time. Time should be linear in the bytes, and at most a second for a megabyte.
 *
 * Run: npm run bench floods -- [WORD…] [--json]
 */
import { printJson, readCommandLine, runCommand } from './command.ts';
import { inputKinds } from './floods/inputs.ts';
import type { Kind } from './floods/kind.ts';
import { type FloodResult, measureFlood } from './floods/measure.ts';
import { pageKinds } from './floods/pages.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench floods -- [WORD…] [--json]

Time of inputs that are made to be slow, at three sizes. WORD selects kinds whose name, or way to read, contains it.

  --json        one JSON object (with npm run --silent bench: nothing else)
`;

/** All kinds of input. */
const kinds: readonly Kind[] = [...pageKinds, ...inputKinds];

interface Report {
  readonly kinds: number;
  readonly worst: FloodResult | undefined;
  readonly steepest: FloodResult | undefined;
  readonly results: readonly FloodResult[];
}

async function measureAll(words: readonly string[]): Promise<Report> {
  const results: FloodResult[] = [];
  const names = new Set<string>();
  for (const kind of kinds) {
    for (const [read, prepare] of Object.entries(kind.reads)) {
      if (!words.every((word) => `${kind.name} ${read}`.includes(word))) continue;
      names.add(kind.name);
      results.push(await measureFlood(kind, read, prepare));
    }
  }
  const most = (value: (result: FloodResult) => number): FloodResult | undefined =>
    [...results].sort((one, other) => value(other) - value(one))[0];
  return {
    kinds: names.size,
    worst: most(({ secondsPerMegabyte }) => secondsPerMegabyte),
    steepest: most(({ growth }) => growth),
    results,
  };
}

const row = ({ kind, read, milliseconds, secondsPerMegabyte, growth, outcome }: FloodResult): string[] => [
  ...[kind, read],
  ...milliseconds.map((each) => each.toFixed(1)),
  ...[secondsPerMegabyte.toFixed(3), growth === 0 ? '–' : growth.toFixed(1), outcome],
];

function format({ kinds: count, worst, steepest, results }: Report): string {
  const head = ['kind', 'read by', '¹⁄₁₆ MB, ms', '¼ MB, ms', '1 MB, ms', 's/MB', 'growth', 'outcome'];
  const lines = [formatTable(head, results.map(row)), '', `${count} kinds, ${results.length} rows`];
  if (worst) lines.push(`worst: ${worst.secondsPerMegabyte.toFixed(3)} s/MB, ${worst.kind} (${worst.read})`);
  if (steepest) lines.push(`steepest: ${steepest.growth.toFixed(1)} × for 4 ×, ${steepest.kind} (${steepest.read})`);
  return lines.join('\n');
}

await runCommand('floods', async (words) => {
  const line = readCommandLine(words, { json: { type: 'boolean' }, help: { type: 'boolean' } });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const report = await measureAll(line.operands);
  if (line.has('json')) printJson(report);
  else process.stdout.write(`${format(report)}\n`);
});
