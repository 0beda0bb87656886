/** `npm run bench smoothing`: time of isotonic smoothing by number of nodes and of distinct scores. */
import { TreeSmoother } from 'refrain/smoothing';
import { seeded } from '../test/support/random.ts';
import { printJson, readCommandLine, runCommand } from './command.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench smoothing [-- --json]

Smooths random trees (fixed seeds) in document order, with as many distinct scores as nodes, or with 64 distinct scores. The
implementation of the paper took about 60 ms for 292 nodes (2007).
`;

const COUNTS = [292, 1000, 5000];
const STEPS = 64;
const PENALTY = 0.25;
/** Seconds of each measurement: long enough for the optimising compiler and for a stable mean. */
const SECONDS = 1;

interface Timing {
  readonly nodes: number;
  readonly distinct: number;
  readonly milliseconds: number;
}

function time(smoother: TreeSmoother, nodes: number, steps: number): Timing {
  const random = seeded(nodes);
  const parents = [-1];
  for (let node = 1; node < nodes; node += 1) {
    let parent = node - 1;
    while (parent > 0 && random.below(3) === 0) parent = parents[parent] ?? 0;
    parents.push(parent);
  }
  const tree = {
    parents: Int32Array.from(parents),
    scores: Float64Array.from({ length: nodes }, () => random.below(steps) / steps),
  };
  const run = (): number => {
    const start = performance.now();
    let rounds = 0;
    for (; performance.now() - start < SECONDS * 1000; rounds += 1) smoother.smooth(tree, PENALTY);
    return (performance.now() - start) / rounds;
  };
  run();
  return { nodes, distinct: new Set(tree.scores).size, milliseconds: run() };
}

await runCommand('smoothing', async (words) => {
  const line = readCommandLine(words, { json: { type: 'boolean' }, help: { type: 'boolean' } });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const smoother = await TreeSmoother.create();
  const timings = COUNTS.flatMap((nodes) => [2 ** 30, STEPS].map((steps) => time(smoother, nodes, steps)));
  if (line.has('json')) printJson({ timings });
  else {
    const rows = timings.map(({ nodes, distinct, milliseconds }) => [
      String(nodes),
      String(distinct),
      milliseconds.toFixed(3),
    ]);
    process.stdout.write(`${formatTable(['nodes', 'distinct scores', 'ms'], rows)}\n`);
  }
});
