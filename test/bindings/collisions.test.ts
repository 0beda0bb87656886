/** Chosen texts collide without the seed. `npm run bench collisions` counts more collisions. */
import { readFile } from 'node:fs/promises';
import { Detector, type DetectorOptions, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../bindings/core.ts';
import { loadCore } from '../../bindings/wasm.ts';
import { byteFamilies, textLike, textsOfOneGroup, unseededKey } from '../support/hash-collisions.ts';
import { hashBytes } from '../support/keys.ts';
import { seededRandom } from '../support/random.ts';

// A visitor's comment on six pages has the key of a text of the site at another path.

const VICTIM = 'The mayor of the harbour has resigned over the new bridge.';
const VICTIM_PATH = 'html/body/main/p';
const COMMENT_PATH = 'html/body/div';

const comment = textLike(VICTIM, VICTIM_PATH, COMMENT_PATH, 3) ?? '';

/** True if the unseeded keys are equal. */
export const areKeysEqual = (): boolean => unseededKey(comment, COMMENT_PATH) === unseededKey(VICTIM, VICTIM_PATH);

const page = (number: number, story: string, note: string): string =>
  `<!doctype html><title>t${number}</title><body><main><p>${story}</p></main><div>${note}</div>`;

/** True if the comment on six pages makes another text template on its first page. */
export async function hidesText(options: DetectorOptions): Promise<boolean> {
  const detector = await Detector.create({ baseLifetime: 100, ...options });
  for (let number = 0; number < 6; number += 1) detector.learn(page(number, `Story ${number} of the day`, comment));
  const judged = detector.label(page(7, VICTIM, 'A note'));
  return judged.blocks.some((block) => block.segments.some(({ text, df }) => text === VICTIM && df > 0));
}

/** Options under which the attack works. */
export const ATTACKED: Readonly<Record<string, DetectorOptions>> = {
  paper: { preset: 'paper', separators: 'html5' },
  repetition: { evidence: 'repetition' },
  default: {},
};

export interface Collisions {
  readonly bits: number;
  readonly pairs: number;
  /** Pairs by chance, and their standard deviation. */
  readonly expected: number;
  readonly deviation: number;
}

/** Whole keys, and fingerprints, by number of bits. */
const fingerprints: Readonly<Record<number, (key: bigint) => bigint>> = {
  64: (key) => key,
  39: (key) => ((key >> 32n) << 7n) | (key & 127n),
};

export function countCollisions(count: number, seed: number, keyOf: (bytes: Uint8Array) => bigint): Collisions[] {
  const keys: bigint[] = [];
  const seen = new Set<string>();
  for (const bytes of byteFamilies(count, seed)) {
    const id = Buffer.from(bytes).toString('latin1');
    if (seen.has(id)) continue;
    seen.add(id);
    keys.push(keyOf(bytes));
  }
  return Object.entries(fingerprints).map(([width, fingerprint]) => {
    const bits = Number(width);
    const sorted = BigUint64Array.from(keys, fingerprint).sort();
    let pairs = 0;
    let run = 0;
    for (let at = 1; at < sorted.length; at += 1) {
      run = sorted[at] === sorted[at - 1] ? run + 1 : 0;
      pairs += run;
    }
    const expected = (keys.length * (keys.length - 1)) / 2 / 2 ** bits;
    return { bits, pairs, expected, deviation: Math.sqrt(expected) };
  });
}

const wasm = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));

/** The key of bytes by a seed, from the module. */
async function hasher(low: bigint, high: bigint): Promise<(bytes: Uint8Array) => bigint> {
  const core = new Core(await loadCore(wasm), resolveOptions());
  const table = core.call((exports) => exports.createTable(low, high));
  return (bytes) => {
    core.writeInput(bytes);
    return BigInt.asUintN(
      64,
      core.call((exports) => exports.hashId(table, bytes.length)),
    );
  };
}

test('the hash is SipHash-1-3', async () => {
  // From Python 3.11 with PYTHONHASHSEED=0, whose seed is zero.
  const zero = await hasher(0n, 0n);
  assert.is(zero(new TextEncoder().encode('a')), 0x407448d2b89b1813n);
  assert.is(zero(new TextEncoder().encode('hello world, hello')), 0x57badf15ddb260afn);
  assert.is(zero(Uint8Array.from({ length: 63 }, (_, at) => at)), 0x385d3e39e5f37359n);
  const random = seededRandom(3);
  const word = (): bigint => [0n, 16n, 32n, 48n].reduce((sum, by) => sum | (BigInt(random.below(65536)) << by), 0n);
  for (let seed = 0; seed < 4; seed += 1) {
    const [low, high] = [word(), word()];
    const hash = await hasher(low, high);
    for (let length = 0; length < 300; length += 1) {
      const bytes = Uint8Array.from({ length }, () => random.below(256));
      assert.is(hash(bytes), hashBytes([low, high], bytes), `${length} bytes`);
    }
  }
});

test('strings that differ in chosen ways collide no more often than random ones', async () => {
  const [low = 0n, high = 0n] = crypto.getRandomValues(new BigUint64Array(2));
  for (const { bits, pairs, expected, deviation } of countCollisions(100_000, 1, await hasher(low, high))) {
    // Allows five deviations, and one pair if none is expected. A correct hash fails once in a million runs.
    assert.ok(
      pairs <= expected + 5 * deviation + 1,
      `${bits} bits: ${pairs} pairs, ${expected} expected; ${low} ${high}`,
    );
  }
});

test('texts and names that were chosen for one group are separate entries', async () => {
  const texts = textsOfOneGroup(2000, 'html/body/p');
  assert.ok(texts.length > 1900, `${texts.length} texts`);
  const keys = texts.map((text) => unseededKey(text, 'html/body/p'));
  assert.is(new Set(keys.map((key) => key >> 32n)).size, 1, 'one group without a seed');
  const detector = await Detector.create({ preset: 'paper' });
  const page = detector.learn(`<body>${texts.map((text) => `<p>${text}`).join('')}`);
  assert.is(page.fresh, texts.length);
  const names = texts.map((text) => `x-${text.replace(/[^a-z]/g, 'a')}`);
  const nested = [...new Set(names)].map((name) => `<${name}><b>t</b></${name}>`).join('');
  const other = await Detector.create({ preset: 'paper' });
  assert.is(other.learn(`<body>${nested}`).fresh, new Set(names).size);
});

test('a comment on six pages makes no other text template', async () => {
  assert.ok(areKeysEqual(), 'the comment was chosen for keys without a seed');
  for (const [name, options] of Object.entries(ATTACKED)) {
    for (let seed = 0; seed < 10; seed += 1) assert.not(await hidesText({ ...options, seed }), `${name}, seed ${seed}`);
    assert.not(await hidesText(options), name);
  }
});

test.run();
