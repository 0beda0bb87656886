/** `--settle`: the first pages of a site are judged together. */
import { once } from 'node:events';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../test/support/crawl.ts';
import { SCRATCH_FLUSH, type TaskGroup, tallyOf } from '../src/judge/batch.ts';
import { dispatch } from '../src/judge/dispatch.ts';
import { Judge, type WorkOptions } from '../src/judge/judge.ts';
import type { Writer } from '../src/judge/page-writer.ts';
import { ScratchStore } from '../src/judge/state-store.ts';
import type { WorkerPool } from '../src/judge/worker-pool.ts';
import type { Task } from '../src/read/task.ts';
import {
  exportSite,
  LINES,
  listSites,
  outcome,
  type PageLine,
  pageLines,
  refrain,
  refrainWithInput,
  start,
  withFolder,
} from './command.ts';

/** Eleven pages of one site, nine of another, two of a third, mixed. */
const pages = Array.from({ length: 22 }, (_, at) => samplePage(at % 11 === 5 ? 2 : Number(at % 2 === 1 && at > 3), at));
const ndjson = pages.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`).join('');
const SITES = [...new Set(pages.map(({ site }) => site))];
const SEED = ['--seed', '7', ...LINES];

const linesOf = (lines: readonly PageLine[], name: string): PageLine[] => lines.filter(({ site }) => site === name);

test(
  'first pages have the verdicts of a second pass over them, and keep order, number and count',
  withFolder({}, async (folder) => {
    const { code, stdout } = await refrainWithInput(folder, ndjson, '-', ...SEED);
    assert.is(code, 0);
    const lines = pageLines(stdout);
    for (const name of SITES) {
      const own = pages.filter(({ site }) => site === name);
      const found = linesOf(lines, name);
      assert.equal(
        found.map(({ id, page, counted }) => [id, page, counted]),
        own.map(({ url }, at) => [url, at + 1, true]),
      );
      const first = own.slice(0, 8).map(({ url, html }) => `${JSON.stringify({ url, html })}\n`);
      await refrainWithInput(folder, first.join(''), '-', '--state', name, ...SEED);
      const { stdout: twice } = await refrainWithInput(
        folder,
        first.join(''),
        '-',
        '--state',
        name,
        '--relabel',
        ...LINES,
      );
      assert.equal(
        found.slice(0, 8).map(({ blocks, text }) => [blocks, text]),
        pageLines(twice).map(({ blocks, text }) => [blocks, text]),
      );
    }
    const threads = pageLines((await refrainWithInput(folder, ndjson, '-', ...SEED, '--jobs', '2')).stdout);
    for (const name of SITES) assert.equal(linesOf(threads, name), linesOf(lines, name));
  }),
);

test(
  'pages that wait in an interrupted run are not counted, and the next run writes them',
  withFolder({}, async (folder) => {
    for (const jobs of ['1', '2']) {
      const words = ['-', '--state', jobs, '--skip-known', '--jobs', jobs, ...SEED];
      const child = start(folder, words);
      const ended = outcome(child);
      // There are eight pages of the first site, and several of the second.
      child.stdin?.write(ndjson.slice(0, ndjson.indexOf('\n', ndjson.length * 0.6) + 1));
      await once(child.stdout ?? child, 'data');
      child.kill('SIGTERM');
      const before = pageLines((await ended).stdout);
      assert.ok(before.length >= 8 && before.length < pages.length);
      const counted = (await listSites(folder, jobs)).reduce((sum, site) => sum + site.pages, 0);
      assert.is(counted, before.length);
      const after = pageLines((await refrainWithInput(folder, ndjson, ...words)).stdout);
      assert.equal([...before, ...after].map(({ id }) => id).sort(), pages.map(({ url }) => url).sort());
      await refrainWithInput(folder, ndjson, '-', '--state', 'whole', ...SEED);
      for (const name of SITES)
        assert.equal(await exportSite(folder, jobs, name), await exportSite(folder, 'whole', name));
    }
  }),
);

test(
  'pages that fail while others wait are reported once, in order, and the others are judged',
  withFolder(
    Object.fromEntries(
      pages.slice(0, 4).map(({ html }, at) => [`site/${at}.html`, at === 2 ? 'x'.repeat(9000) : html]),
    ),
    async (folder) => {
      const { code, stdout, stderr } = await refrain(folder, 'site', '--max-page-bytes', '8999', ...LINES);
      assert.is(code, 1);
      assert.equal(
        pageLines(stdout).map(({ id, page }) => [id, page]),
        [
          ['0.html', 1],
          ['1.html', 2],
          ['3.html', 3],
        ],
      );
      assert.is(stderr.split('PAGE_TOO_LARGE').length, 2);
    },
  ),
);

/** The groups that are sent to a worker. `taken`: number of tasks read before each. */
async function send(given: readonly Task[], settle = 8): Promise<{ sent: TaskGroup[]; taken: number[] }> {
  const [sent, taken]: [TaskGroup[], number[]] = [[], []];
  let read = 0;
  async function* tasks(): AsyncGenerator<Task> {
    for (const task of given) {
      read += 1;
      yield task;
    }
  }
  const run = async (_: number, groups: readonly TaskGroup[]): Promise<unknown> => {
    sent.push(...groups);
    taken.push(...groups.map(() => read));
    return { output: undefined, tally: tallyOf(), stats: { newSites: 0, memoryBytes: 0 }, transfer: [] };
  };
  const { signal: interrupted } = new AbortController();
  const delivery = { interrupted, savesDelivered: false, settle, deliver: async () => undefined };
  await dispatch({ isLocal: true, size: 1, run } as unknown as WorkerPool, delivery, tasks(), []);
  return { sent, taken };
}

const taskOf = (site: string, id: string, bytes = 10): Task => {
  const from = { kind: 'bytes', bytes: new Uint8Array(bytes), contentType: undefined, capture: undefined } as const;
  return { site, id, namesSite: false, url: '', source: 'stdin', from };
};
const recordOf = (id: string): Task => ({ ...taskOf('', id), from: { kind: 'record', bytes: new Uint8Array(10) } });

test('records that are not pages follow their page while it waits', async () => {
  const tasks = [recordOf('head'), taskOf('a', 'a1'), recordOf('r1'), taskOf('b', 'b1'), recordOf('r2')];
  const { sent } = await send([...tasks, taskOf('a', 'a2'), recordOf('r3'), taskOf('a', 'a3')], 2);
  assert.equal(
    sent.map((group) => group.map(({ id }) => id)),
    [['head'], ['a1', 'r1', 'a2'], ['r3'], ['a3'], ['b1', 'r2']],
  );
});

test('a run without state ends at the current page, even if first pages still wait', async () => {
  const group = pages.slice(0, 8).map(({ url, html }): Task => {
    const bytes = new TextEncoder().encode(html);
    return { ...taskOf('a', url), from: { kind: 'bytes', bytes, contentType: 'text/html', capture: undefined } };
  });
  const detector = resolveOptions({ seed: 7 });
  for (const last of [0, 3, 8]) {
    const stop = new Int32Array(new SharedArrayBuffer(4));
    let written = 0;
    const writer: Writer = {
      name: 'counts',
      page: () => {
        written += 1;
        if (written === last) Atomics.store(stop, 0, 1);
        return undefined;
      },
    };
    const options: WorkOptions<undefined> = {
      ...{ detector, mode: 'learn', keep: undefined, separator: '', skipKnown: false },
      ...{ keepOne: false, maxRemoved: undefined, rules: [], hasEvents: false, model: undefined },
      ...{ savesDelivered: false, settle: 8, flush: SCRATCH_FLUSH, stop, writing: undefined },
    };
    const judge = await Judge.create(new ScratchStore(detector), options, async () => [writer]);
    if (last === 0) Atomics.store(stop, 0, 1);
    const { tally } = await judge.run({ groups: [group], endsEarly: false, memory: undefined, transfer: [] });
    assert.equal([written, tally.pages, tally.failures], [last, last, []]);
  }
});

test('no more than 64 MiB wait', async () => {
  const { sent, taken } = await send(Array.from({ length: 100 }, (_, at) => taskOf(`s${at}`, `${at}`, 2 ** 20)));
  assert.equal(
    sent.map(([task]) => task?.id),
    Array.from({ length: 100 }, (_, at) => `${at}`),
  );
  assert.is(taken[0], 64);
  assert.is(taken.filter((read) => read === 100).length, 64);
});

test.run();
