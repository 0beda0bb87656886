/** `--jobs`, and the thread for a large archive: only the order of the sites differs. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../test/support/crawl.ts';
import { members, warcRecord } from '../../../test/support/warc.ts';
import { tallyOf } from '../src/judge/batch.ts';
import { dispatch } from '../src/judge/dispatch.ts';
import type { WorkerPool } from '../src/judge/worker-pool.ts';
import type { Task } from '../src/read/task.ts';
import {
  exportSite,
  LINES,
  listSites,
  type Outcome,
  outcome,
  pageLines,
  refrain,
  refrainWithInput,
  start,
  withFolder,
} from './command.ts';

const SITES = 12;
const PAGES = 9;

const pages = Array.from({ length: PAGES }, (_, page) =>
  Array.from({ length: SITES }, (__, site) => samplePage(site, page)),
).flat();

const ndjson = pages.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`).join('');

const files = Object.fromEntries(
  pages.map(({ site, html }, number) => [`crawl/${site}/${Math.floor(number / SITES)}.html`, html]),
);

const sorted = ({ stdout }: Outcome): string[] => stdout.split('\n').sort();

const order = ({ stdout }: Outcome): Map<string, number[]> => {
  const numbers = new Map<string, number[]>();
  for (const { site, page } of pageLines(stdout)) numbers.set(site, [...(numbers.get(site) ?? []), page]);
  return numbers;
};

test(
  'writes the same lines and the same state for a folder with 1, 2 and 4 threads',
  withFolder(files, async (folder) => {
    const expected = await refrain(folder, './crawl', '--state', 'one', '--seed', '7', ...LINES);
    assert.is(expected.code, 0);
    assert.is(pageLines(expected.stdout).length, SITES * PAGES);
    for (const jobs of ['2', '4']) {
      const actual = await refrain(folder, './crawl', '--state', `s${jobs}`, '--seed', '7', '--jobs', jobs, ...LINES);
      assert.is(actual.code, 0, actual.stderr);
      assert.equal(sorted(actual), sorted(expected));
      for (const [, numbers] of order(actual))
        assert.equal(
          numbers,
          Array.from({ length: PAGES }, (_, at) => at + 1),
        );
      assert.equal(await listSites(folder, `s${jobs}`), await listSites(folder, 'one'));
    }
    const [first] = await listSites(folder, 'one');
    const name = first?.site ?? '';
    assert.equal((await exportSite(folder, 's2', name)).length, (await exportSite(folder, 'one', name)).length);
  }),
);

test(
  'writes the same lines and the same state for standard input when tables are evicted to the store',
  withFolder({}, async (folder) => {
    // 24 sites in a thread, with less than 3 MiB for their tables and pages.
    const long = '<p>A paragraph.'.repeat(120);
    const pages = Array.from({ length: 288 }, (_, at) => samplePage(at % 144, Math.floor(at / 144)));
    const lines = pages.map(({ url, html }) => `${JSON.stringify({ url, html: html + long })}\n`);
    const words = ['-', '--seed', '7', '--state'];
    const expected = await refrainWithInput(folder, lines.join(''), ...words, 'one');
    const actual = await refrainWithInput(
      folder,
      lines.join(''),
      ...words,
      'two',
      '--jobs',
      '6',
      '--max-memory',
      '16M',
    );
    assert.is(actual.code, 0, actual.stderr);
    assert.equal(sorted(actual), sorted(expected));
    assert.equal(await listSites(folder, 'two'), await listSites(folder, 'one'));
    const again = await refrainWithInput(folder, lines.join(''), ...words, 'two', '--jobs', '3', ...LINES);
    assert.ok(pageLines(again.stdout).every(({ counted }) => !counted));
    assert.equal(await listSites(folder, 'two'), await listSites(folder, 'one'));
  }),
);

test(
  'reports a page that fails on another thread and labels the others',
  withFolder({ ...files, 'crawl/s3.example/4.html': 'x'.repeat(20_000) }, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, './crawl', '--jobs', '2', '--max-page-bytes', '19999');
    assert.is(code, 1);
    assert.is(pageLines(stdout).length, SITES * PAGES - 1);
    assert.match(stderr, 'crawl/s3.example/4.html: the page has 20000 bytes, more than 19999 (PAGE_TOO_LARGE)');
  }),
);

/** Pages of one site, one of them too large. */
const large = [
  ...Array.from({ length: 150 }, (_, page) => samplePage(1, page)),
  { ...samplePage(1, 200), html: 'x'.repeat(20_000) },
  ...Array.from({ length: 50 }, (_, page) => samplePage(1, page + 140)),
];
const lineOf = ({ url, html }: { url: string; html: string }): string => `${JSON.stringify({ url, html })}\n`;
const largeLines = large.map(lineOf).join('');
const limit = ['--max-page-bytes', '19999', '--seed', '7'];

for (const words of [[], ['--relabel', '--format', 'markdown'], ['--keep', 'main', '--structured']]) {
  test(
    `writes the output of one thread, byte for byte, for one site: ${words.join(' ')}`,
    withFolder({ 'large.ndjson': largeLines }, async (folder) => {
      const run = (...more: string[]): Promise<Outcome> => refrain(folder, 'large.ndjson', ...limit, ...words, ...more);
      const expected = await run('--jobs', '1');
      assert.is(expected.code, 1);
      assert.match(expected.stderr, 'PAGE_TOO_LARGE');
      const actual = await run('--jobs', '3');
      assert.is(actual.stdout, expected.stdout);
      assert.match(actual.stderr, 'PAGE_TOO_LARGE');
      assert.is(actual.code, 1);
    }),
  );
}

test(
  'writes the state of one thread for one site, and labels by it',
  withFolder({ 'large.ndjson': largeLines }, async (folder) => {
    await refrain(folder, 'large.ndjson', ...limit, '--state', 'one', '--seed', '7');
    await refrain(
      folder,
      'large.ndjson',
      ...limit,
      '--state',
      'two',
      '--seed',
      '7',
      '--jobs',
      '3',
      '--flush-every',
      '20',
    );
    assert.equal(await listSites(folder, 'two'), await listSites(folder, 'one'));
    assert.equal(await exportSite(folder, 'two', 's1.example'), await exportSite(folder, 'one', 's1.example'));
    const label = (...jobs: string[]): Promise<Outcome> =>
      refrain(folder, 'large.ndjson', ...limit.slice(0, 2), '--state', 'one', '--relabel', ...jobs);
    assert.is((await label('--jobs', '3')).stdout, (await label()).stdout);
  }),
);

test(
  'names the pages of text with 3 threads',
  withFolder(files, async (folder) => {
    const documents = async (...words: string[]): Promise<string[]> =>
      (await refrain(folder, './crawl', '--format', 'text', ...words)).stdout.split('\f').slice(1).sort();
    const expected = await documents();
    assert.is(expected.length, SITES * PAGES);
    assert.equal(await documents('--jobs', '3'), expected);
  }),
);

test(
  'finishes the current pages of all threads after SIGTERM, and the next run completes the crawl',
  withFolder({}, async (folder) => {
    const whole = await refrainWithInput(folder, ndjson, '-', '--state', 'whole', '--seed', '7');
    const child = start(folder, ['-', '--state', 's', '--jobs', '3', '--seed', '7', '--settle', '0']);
    const ended = outcome(child);
    child.stdin?.write(ndjson.slice(0, ndjson.length >> 1));
    await once(child.stdout ?? child, 'data');
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ended;
    assert.is(code, 143);
    const done = pageLines(stdout).length;
    assert.ok(done > 0 && done < SITES * PAGES);
    assert.match(stderr, 'interrupted; what was learned is in s');
    assert.is(
      (await listSites(folder, 's')).reduce((sum, { pages: count }) => sum + count, 0),
      done,
    );
    const rest = await refrainWithInput(folder, ndjson, '-', '--state', 's', '--jobs', '3', '--seed', '7', ...LINES);
    assert.is(pageLines(rest.stdout).filter(({ counted }) => counted).length, SITES * PAGES - done);
    assert.equal(await listSites(folder, 's'), await listSites(folder, 'whole'));
    assert.is(whole.code, 0);
    assert.equal(await exportSite(folder, 's', 's1.example'), await exportSite(folder, 'whole', 's1.example'));
  }),
);

test(
  'prints the line of a page while its writer waits for it',
  withFolder({}, async (folder) => {
    for (const jobs of ['1', '2']) {
      const child = start(folder, ['-', '-q', '--settle', '0', '--jobs', jobs]);
      const ended = outcome(child);
      for (const line of ['{"url":"https://a.example/","html":"<p>a"}', ...ndjson.split('\n').slice(0, 2)]) {
        child.stdin?.write(`${line}\n`);
        await once(child.stdout ?? child, 'data');
      }
      child.stdin?.end();
      assert.is(pageLines((await ended).stdout).length, 3);
    }
  }),
);

const result = { output: undefined, tally: tallyOf(), newSites: 0, transfer: [] };

const poolOf = (run: (worker: number) => Promise<unknown>): WorkerPool =>
  ({ isLocal: false, size: 2, run }) as unknown as WorkerPool;

/**
 * Sends pages of a thousand bytes to workers, the first page to the first worker. `pages.read`: number of requested
 * pages.
 */
function send(pool: WorkerPool, pages: { read: number }): Promise<void> {
  async function* tasks(): AsyncGenerator<Task> {
    const from = { kind: 'bytes', bytes: new Uint8Array(1000), contentType: undefined, capture: undefined } as const;
    for (; pages.read < 10_000; pages.read += 1) {
      const site = pages.read === 0 ? 'a' : 'b';
      yield { site, id: `${pages.read}`, namesSite: false, url: '', source: 'stdin', from };
    }
  }
  const { signal: interrupted } = new AbortController();
  const delivery = { interrupted, savesDelivered: false, settle: 0, deliver: async () => undefined };
  return dispatch(pool, delivery, tasks(), []);
}

test('an error of one worker ends the run at once, although its site has no more pages', async () => {
  const pages = { read: 0 };
  const pool = poolOf(async (worker) => {
    if (worker === 0) throw new Error('the first worker has failed');
    return result;
  });
  const error = await send(pool, pages).catch((reason: unknown) => reason);
  assert.match(String(error), 'the first worker has failed');
  assert.ok(pages.read < 1000, `${pages.read} pages were read`);
});

test('reads no further than the lane of a slow worker has capacity', async () => {
  const pages = { read: 0 };
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = send(
    poolOf(() => begun.then(() => result)),
    pages,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(pages.read > 2 * 64 && pages.read < 500, `${pages.read} pages were read`);
  begin();
  await ended;
  assert.is(pages.read, 10_000);
});

/** Bytes of random text in a page, which gzip reduces by a quarter; number of pages in a large file. */
const TEXT_BYTES = 90_000;
const LARGE_PAGES = 100;
/** A page that is larger than a group of pages, and a damaged member. */
const LARGE = 40;
const DAMAGED = 60;

const textOf = (bytes: number): string => randomBytes(bytes).toString('base64');

const largePages = Array.from({ length: LARGE_PAGES }, (_, number) => {
  const body = `<title>${number}</title><nav>Home</nav><p>${textOf(number === LARGE ? 800_000 : TEXT_BYTES)}</p>`;
  const member = members([warcRecord({ url: `https://site${number % 3}.example/${number}`, body })]);
  if (number === DAMAGED) member.fill(0, 2000, 4000);
  return member;
});
const other = members([warcRecord({ type: 'request', url: 'https://site0.example/', body: 'GET / HTTP/1.1\r\n\r\n' })]);
const archive = Buffer.concat([...largePages, other]);
const archived = { 'crawl.warc.gz': archive };

for (const words of [[], ['--format', 'html', '--quiet']]) {
  test(
    `writes the same output and messages for a large file as for standard input: ${words.join(' ')}`,
    withFolder(archived, async (folder) => {
      const expected = await refrainWithInput(folder, archive, '-', ...words);
      const actual = await refrain(folder, 'crawl.warc.gz', ...words);
      assert.is(actual.code, 1);
      assert.ok(actual.stdout === expected.stdout);
      const [failure = ''] = actual.stderr.split('\n');
      assert.match(failure, /^refrain: crawl\.warc\.gz:\d+: broken gzip: .* \(INPUT_DAMAGED\)$/);
      assert.is(failure.replace('crawl.warc.gz', 'stdin'), expected.stderr.split('\n')[0]);
    }),
  );
}

test(
  'an interruption while the thread waits ends the run, and the output has complete lines',
  withFolder(archived, async (folder) => {
    const child = start(folder, ['crawl.warc.gz', '--quiet']);
    const { stdout } = child;
    const ended = outcome(child);
    await once(stdout as NonNullable<typeof stdout>, 'data');
    child.kill('SIGINT');
    const { stdout: text, code, stderr } = await ended;
    assert.is(code, 130, stderr);
    assert.is(text.at(-1), '\n');
    for (const line of text.trimEnd().split('\n')) JSON.parse(line);
  }),
);

test.run();
