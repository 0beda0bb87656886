/** Chosen texts: without the seed they collide as random ones do. `npm run bench collisions` counts more of them. */
import { readFile } from 'node:fs/promises';
import { Detector, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../bindings/core.ts';
import { loadCore } from '../../bindings/load.ts';
import { textsOfOneGroup, unseededKey } from '../support/chosen.ts';
import { ATTACKED, hidesText, isChosen } from '../support/hidden-text.ts';
import { countCollisions } from '../support/key-collisions.ts';
import { hashBytes } from '../support/keys.ts';
import { seeded } from '../support/random.ts';

const wasm = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm'))));

/** The key of bytes by a seed, computed by the module. */
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
  const random = seeded(3);
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
    // Five deviations, and one pair where none is expected: wrong once in a million runs.
    assert.ok(
      pairs <= expected + 5 * deviation + 1,
      `${bits} bits: ${pairs} pairs, ${expected} expected; ${low} ${high}`,
    );
  }
});

test('texts, names and classes that were chosen for one group are as many entries', async () => {
  const texts = textsOfOneGroup(2000, 'html/body/p');
  assert.ok(texts.length > 1900, `${texts.length} texts`);
  const keys = texts.map((text) => unseededKey(text, 'html/body/p'));
  assert.is(new Set(keys.map((key) => key >> 32n)).size, 1, 'one group without a seed');
  for (const path of ['tags', 'classes', 'indexed'] as const) {
    const detector = await Detector.create({ preset: 'paper', path });
    const html = texts.map((text) => `<p>${text}`).join('');
    const page = detector.learn(`<body>${html}`);
    assert.is(page.fresh, texts.length, path);
  }
  const classes = await Detector.create({ preset: 'paper', path: 'classes' });
  const names = texts.map((text) => `x-${text.replace(/[^a-z]/g, 'a')}`);
  const nested = [...new Set(names)].map((name) => `<${name} class="${name}"><b>t</b></${name}>`).join('');
  assert.is(classes.learn(`<body>${nested}`).fresh, new Set(names).size);
});

test('a comment on six pages makes no other text known', async () => {
  assert.ok(isChosen(), 'the comment was chosen for keys without a seed');
  for (const [name, options] of Object.entries(ATTACKED)) {
    for (let seed = 0; seed < 10; seed += 1) assert.not(await hidesText({ ...options, seed }), `${name}, seed ${seed}`);
    assert.not(await hidesText(options), name);
  }
});

test.run();
