/**
 * The allocator of the tables: blocks never overlap, freed memory serves other sizes, the limit holds.
 *
 * Compiles the module: with its allocator exported.
 */
import { Detector, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../bindings/core.ts';
import type { CoreExports } from '../../bindings/core-exports.ts';
import { loadCore } from '../../bindings/wasm.ts';
import { moduleOf } from '../../scripts/compile.ts';
import { seededRandom } from '../support/random.ts';

const module = await moduleOf('debug');
const MIB = 1024 * 1024;

/** Exports of assembly/bench.ts besides the core. */
type DebugExports = CoreExports & {
  allocate(bytes: number): number;
  release(block: number, bytes: number): void;
};

interface Allocation {
  readonly block: number;
  readonly bytes: number;
  readonly mark: number;
}

async function heap(limit: number) {
  const core = (await loadCore(module)) as DebugExports;
  new Core(core, resolveOptions({ maxTableBytes: limit, maxMemory: limit }));
  return {
    core,
    take: (bytes: number): number => core.allocate(bytes) >>> 0,
    give: (block: number, bytes: number): void => core.release(block, bytes),
  };
}

test('allocated blocks are aligned and never overlap', async () => {
  const { core, take, give } = await heap(64 * MIB);
  const random = seededRandom(7);
  const held: Allocation[] = [];
  let refused = 0;
  for (let round = 0; round < 20_000; round += 1) {
    if (held.length > 0 && (random.below(100) < 48 || held.length > 3000)) {
      const [{ block, bytes, mark }] = held.splice(random.below(held.length), 1) as [Allocation];
      const words = new Uint8Array(core.memory.buffer, block, bytes);
      assert.ok(words[0] === mark && words[bytes - 1] === mark && words[bytes >> 1] === mark);
      give(block, bytes);
    } else {
      const bytes = 1 + random.below(1 << random.below(18));
      const block = take(bytes);
      if (block === 0) {
        refused += 1;
        continue;
      }
      assert.is(block % 16, 0);
      const mark = round & 255;
      new Uint8Array(core.memory.buffer, block, bytes).fill(mark);
      held.push({ block, bytes, mark });
    }
  }
  assert.is(refused, 0);
  assert.ok(core.memory.buffer.byteLength <= 64 * MIB);
});

test('freed blocks of one size can be allocated in any other size below the limit', async () => {
  const { core, take, give } = await heap(16 * MIB);
  for (const bytes of [200, 333, 1000, 5000, 40_000, 1_000_000, 100, 250]) {
    const blocks: number[] = [];
    for (let block = take(bytes); block !== 0; block = take(bytes)) blocks.push(block);
    assert.ok(blocks.length * bytes > 0.75 * 16 * MIB, `${blocks.length} blocks of ${bytes} bytes`);
    assert.ok(core.memory.buffer.byteLength <= 16 * MIB);
    for (const block of blocks) give(block, bytes);
  }
});

test('blocks freed in random order can be allocated again', async () => {
  const { take, give } = await heap(16 * MIB);
  const random = seededRandom(3);
  const blocks: number[] = [];
  for (let block = take(2000); block !== 0; block = take(2000)) blocks.push(block);
  const given = blocks.filter(() => random.below(2) === 0);
  for (const block of given) give(block, 2000);
  let again = 0;
  while (take(1990) !== 0) again += 1;
  // The end of the memory may fit one more.
  assert.ok(again === given.length || again === given.length + 1, `${again} of ${given.length}`);
});

test('the memory of a large page is released before the next page, and tables can use it', async () => {
  const detector = await Detector.create({ maxMemory: 256 * 1024 * 1024 });
  const large = `<p>${'word '.repeat(4_000_000)}</p>`;
  const page = detector.learn(large);
  const { workspaceBytes, memoryBytes: first } = detector.stats;
  assert.ok(workspaceBytes > 40_000_000, `${workspaceBytes}`);
  assert.ok(page.blocks.length === 1, 'the page is readable until the next one');
  detector.learn('<p>small');
  assert.ok(detector.stats.workspaceBytes < 2_000_000, `${detector.stats.workspaceBytes}`);
  const learnBoth = (): number => {
    detector.learn(large);
    detector.learn('<p>small');
    return detector.stats.memoryBytes;
  };
  // Regions of the small page may replace one of the large page, which is then moved once.
  const second = learnBoth();
  assert.ok(second < 1.15 * first, `${second} bytes after ${first}`);
  for (let round = 0; round < 4; round += 1) assert.is(learnBoth(), second, 'freed memory is used again');
});

test('a page in released memory of another is read correctly', async () => {
  const core = new Core(await loadCore(), resolveOptions({}));
  const how = { learn: true, id: undefined };
  // The text of a page may be in the memory of the next page's source. It grows until they meet.
  for (let length = 1000; length < 25_000; length += 250) {
    const table = core.createTable('1');
    core.readHtml(table, `<p>${'x  é '.repeat(3294)}`, how);
    core.releaseWorkspace();
    // The text begins at the start of the source, and has digits, which are folded in a copy.
    const text = `12 apples and 34 pears${' x'.repeat(length)}`;
    core.readHtml(table, text, how);
    assert.equal(
      core.textBlocks().map((block) => core.renderBlock(block)),
      [text],
    );
    core.releaseTable(table);
    core.releaseWorkspace();
  }
});

test.run();
