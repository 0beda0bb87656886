/**
 * Chosen collisions: how many of a million chosen byte strings have equal keys, how long a page of chosen texts takes beside
 * one of the same characters in another order, and whether a comment makes another text known.
 *
 * Run: npm run bench collisions [-- --quick]
 */
import { Detector, type DetectorOptions, resolveOptions } from 'refrain';
import { textsOfOneGroup } from '../test/support/chosen.ts';
import { ATTACKED, hidesText } from '../test/support/hidden-text.ts';
import { countCollisions } from '../test/support/key-collisions.ts';
import { seeded } from '../test/support/random.ts';
import { compileCore, createCore } from './core.ts';
import { formatTable } from './table.ts';

const isQuick = process.argv.includes('--quick');
const STRINGS = isQuick ? 100_000 : 1_000_000;
const TEXTS = isQuick ? 8_000 : 80_000;
const ROUNDS = isQuick ? 15 : 25;
const SEEDS = isQuick ? 20 : 1000;
const PRESETS: Readonly<Record<string, DetectorOptions>> = { default: {}, paper: { preset: 'paper' } };

async function countEqualKeys(): Promise<void> {
  const core = await createCore(await compileCore(), resolveOptions());
  const table = core.createTable();
  const rows = countCollisions(STRINGS, 1, (bytes) => {
    core.writeInput(bytes);
    return BigInt.asUintN(
      64,
      core.call((exports) => exports.hashId(table, bytes.length)),
    );
  }).map(({ bits, pairs, expected, deviation }) => [
    ...[`${bits}`, `${pairs}`, expected.toPrecision(3), deviation.toPrecision(2)],
  ]);
  process.stdout.write(`${STRINGS} chosen byte strings, a random seed\n`);
  process.stdout.write(`${formatTable(['bits', 'equal pairs', 'by chance', '±'], rows)}\n`);
}

/** The page that took 5 s instead of .24 s when keys had no seed: one home group for all texts. */
async function timePages(): Promise<void> {
  const random = seeded(5);
  /** The same characters in another order, which no key foresaw. */
  const shuffled = (text: string): string => {
    const letters = [...text];
    for (let left = letters.length; left > 1; left -= 1) {
      const [other = ''] = letters.splice(random.below(left), 1);
      letters.push(other);
    }
    return letters.join('');
  };
  const chosen = textsOfOneGroup(TEXTS, 'html/body/p');
  const pages = [chosen, chosen.map(shuffled)].map((texts) =>
    new TextEncoder().encode(`<body>${texts.map((text) => `<p>${text}</p>`).join('\n')}`),
  );
  const rows: string[][] = [];
  for (const [name, options] of Object.entries(PRESETS)) {
    const times: number[][] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each page first in half of the rounds, both by the same seed.
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const detector = await Detector.create({ ...options, seed: round });
        const start = performance.now();
        for (let repeat = 0; repeat < 2; repeat += 1) detector.learn(pages[index] ?? '');
        times[index]?.push(performance.now() - start);
      }
    }
    const [ofChosen = 0, ofRandom = 0] = times.map((list) => Math.min(...list));
    rows.push([name, (ofChosen / 2).toFixed(0), (ofRandom / 2).toFixed(0), (ofChosen / ofRandom).toFixed(2)]);
  }
  const size = ((pages[0]?.length ?? 0) / 1e6).toFixed(1);
  process.stdout.write(`\nA page of ${chosen.length} texts, ${size} MB, learned twice; the best of ${ROUNDS} rounds\n`);
  process.stdout.write(`${formatTable(['preset', 'chosen, ms', 'shuffled, ms', 'ratio'], rows)}\n`);
}

async function hideTexts(): Promise<void> {
  const rows: string[][] = [];
  for (const [name, options] of Object.entries(ATTACKED)) {
    let hidden = 0;
    for (let seed = 0; seed < SEEDS; seed += 1) if (await hidesText({ ...options, seed })) hidden += 1;
    rows.push([name, `${hidden} of ${SEEDS}`]);
  }
  process.stdout.write('\nA chosen comment on six pages makes another text known\n');
  process.stdout.write(`${formatTable(['preset', 'seeds'], rows)}\n`);
}

await countEqualKeys();
await timePages();
await hideTexts();
