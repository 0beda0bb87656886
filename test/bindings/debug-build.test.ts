/**
 * The debug build on real and random pages: no assertion fails and the results are those of the release build. An
 * impossible argument fails an assertion.
 *
 * Compiles the module: with assertions.
 */
import { readFile } from 'node:fs/promises';
import { Detector, type DetectorOptions, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../bindings/core.ts';
import type { CoreExports } from '../../bindings/core-exports.ts';
import { loadCore } from '../../bindings/wasm.ts';
import { moduleOf } from '../../scripts/compile.ts';
import { samplePage } from '../support/crawl.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';

const modules = {
  release: await WebAssembly.compile(await readFile(new URL(import.meta.resolve('refrain/core.wasm')))),
  debug: await moduleOf('debug'),
};

const SETTINGS: Readonly<Record<string, DetectorOptions>> = {
  default: {},
  'by repetition, long lives': { evidence: 'repetition', baseLifetime: 90, lifetimeGrowth: 20 },
  'without forgetting': { baseLifetime: Number.POSITIVE_INFINITY },
};

/** Pages of one site, some with a missing or repeated piece. */
function brokenPages(random: Random, count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const { html } = samplePage(1, number, 4);
    if (number % 3 === 0) return html;
    const [from, to] = [random.below(html.length), random.below(html.length)];
    return html.slice(0, from) + html.slice(to);
  });
}

async function compare(pages: readonly string[], options: DetectorOptions, name: string): Promise<void> {
  const release = await Detector.create({ ...options, seed: 5 }, { wasm: modules.release });
  let debug = await Detector.create({ ...options, seed: 5 }, { wasm: modules.debug });
  for (const [number, html] of pages.entries()) {
    const [expected, found] = [release, debug].map((detector) => {
      const page = detector.learn(html, { id: `${number % 300}` });
      return JSON.stringify([page.toJSON(), page.fresh, page.text('content'), page.html('content', { mode: 'cut' })]);
    });
    assert.is(found, expected, `${name}, page ${number}`);
    if (number % 50 !== 49) continue;
    const snapshot = release.snapshot();
    assert.equal(debug.snapshot(), snapshot, `${name}, after page ${number}`);
    debug = await Detector.restore(snapshot, { wasm: modules.debug });
  }
  assert.equal(debug.snapshot(), release.snapshot(), name);
  assert.is(debug.stats.entries, release.stats.entries);
}

for (const [name, options] of Object.entries(SETTINGS)) {
  test(`no assertion fails on pages of one site: ${name}`, async () => {
    await compare(brokenPages(seededRandom(5), 340), options, name);
  });
}

test('no assertion fails on real pages', async () => {
  for (const { name, pages } of realSites()) {
    await compare(
      pages.slice(0, 25).map(({ html }) => html),
      {},
      name,
    );
  }
});

test('no assertion fails if many tables share the memory', async () => {
  const options = resolveOptions({ baseLifetime: 3, lifetimeGrowth: 4, seed: 17 });
  const model = new Uint8Array(await readFile(new URL(import.meta.resolve('refrain/default.model'))));
  const cores = await Promise.all(
    [modules.release, modules.debug].map(async (module) => new Core(await loadCore(module), options)),
  );
  for (const core of cores) core.loadModel(model);
  const random = seededRandom(17);
  const sites: { tables: number[]; pages: number }[] = [];
  for (let round = 0; round < 2000; round += 1) {
    const kind = random.below(10);
    const at = random.below(sites.length);
    const site = sites[at];
    if (site === undefined || kind === 0) {
      sites.push({ tables: cores.map((core) => core.createTable()), pages: 0 });
    } else if (kind === 1 && sites.length > 20) {
      sites.splice(at, 1);
      for (const [index, core] of cores.entries()) core.releaseTable(site.tables[index] ?? 0);
    } else if (kind === 2) {
      const saved = cores.map((core, index) => core.saveTable(site.tables[index] ?? 0));
      assert.equal(saved[1], saved[0], `round ${round}`);
      for (const [index, core] of cores.entries()) {
        const table = site.tables[index] ?? 0;
        const { pages, entries } = core.tableState(table);
        const ids = core.savedIds(saved[index] ?? new Uint8Array(), entries);
        site.tables[index] = core.loadTable(saved[index] ?? new Uint8Array(), { clock: pages, count: entries, ids });
        core.releaseTable(table);
      }
    } else {
      const { html } = samplePage(at, site.pages, 3);
      for (const [index, core] of cores.entries()) {
        const table = site.tables[index] ?? 0;
        core.readHtml(table, html, { learn: true, id: core.pageId(table, `page ${site.pages}`) });
      }
      site.pages += 1;
    }
  }
  assert.ok(sites.length > 5);
});

/** Exports of assembly/bench.ts besides the core. */
type DebugExports = CoreExports & {
  allocate(bytes: number): number;
  release(block: number, bytes: number): void;
};

/** The message of the failed assertion: a string of AssemblyScript, whose address is at address 0. */
function failedAssertion({ memory }: DebugExports): string {
  const view = new DataView(memory.buffer);
  const at = view.getUint32(0, true);
  return new TextDecoder('utf-16le').decode(new Uint8Array(memory.buffer, at, view.getUint32(at - 4, true)));
}

function aborts(core: DebugExports, run: () => unknown, message: RegExp): void {
  assert.throws(run, /unreachable/);
  assert.match(failedAssertion(core), message);
}

test('the buffer of a block fits the line feeds of all blocks inside it', async () => {
  const detector = await Detector.create({}, { wasm: modules.debug });
  const lines = '\n'.repeat(255);
  const html = `<pre>${'<div>a'.repeat(60)}<div>${lines}b</div>${'c</div>'.repeat(60)}</pre>`;
  const page = detector.learn(html);
  assert.is(
    page.blocks.some(({ text }) => text.includes(lines)),
    true,
  );
});

test('an assertion stops a call with an impossible argument', async () => {
  const open = async () => {
    const core = (await loadCore(modules.debug)) as DebugExports;
    new Core(core, resolveOptions({ preset: 'paper' }));
    return core;
  };
  const core = await open();
  const table = core.createTable(0n, 0n);
  core.reserveInput(0);
  assert.is(core.readHtml(table, 0, 0n, 0), 0);
  aborts(core, () => core.readHtml(table + 4, 0, 0n, 0), /not the address of a table/);
  aborts(core, () => core.readHtml(table, 1 << 20, 0n, 0), /the page is not in the input/);
  aborts(core, () => core.fillTile(1), /a tile after the last block with text/);
  aborts(core, () => core.renderBlock(4), /no block of the current page/);
  aborts(core, () => core.checksumInput(1 << 20), /the bytes are not in the input/);
  const block = core.allocate(1000);
  aborts(core, () => core.release(block, 2000), /another size|beyond the last/);
  const other = await open();
  const again = other.allocate(1000);
  other.release(again, 1000);
  aborts(other, () => other.release(again, 1000), /free already/);
});

test('an assertion finds bytes that were written beyond an allocated block', async () => {
  const core = (await loadCore(modules.debug)) as DebugExports;
  const block = core.allocate(1000);
  new Uint8Array(core.memory.buffer).fill(0, block, block + 1000 + 16);
  aborts(core, () => core.release(block, 1000), /written beyond a block/);
});

test.run();
