/** The store of a run: from `--state`, or temporary. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { Detector, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../test/support/crawl.ts';
import { ScratchStore } from '../src/judge/state-store.ts';
import {
  exportSite,
  LINES,
  listSites,
  outcome,
  type PageLine,
  page,
  pageLines,
  refrain,
  refrainWithInput,
  site,
  start,
  withFolder,
} from './command.ts';

const monday = Object.fromEntries(Object.entries(site).slice(0, 4));
const tuesday = Object.fromEntries(Object.entries(site).map(([name, html]) => [name.replace('site', 'tuesday'), html]));

const firstKinds = (pages: readonly PageLine[]): string[] => pages.map(({ blocks }) => blocks[0]?.verdict ?? '');

test(
  'two runs with the same state write the state of one run, and its lines if no page waits',
  withFolder(site, async (folder) => {
    const files = Object.keys(site);
    const words = [...LINES, '--seed', '7', '--settle', '0', '--state'];
    const whole = await refrain(folder, 'site', ...words, 'whole');
    const halves = [
      await refrain(folder, ...files.slice(0, 3), ...words, 'halves'),
      await refrain(folder, ...files.slice(3), ...words, 'halves'),
    ];
    await refrain(folder, ...files.slice(0, 3), '--seed', '7', '--state', 'settled');
    const rest = await refrain(folder, ...files.slice(3), '--seed', '7', '--state', 'settled', ...LINES);
    assert.equal(
      pageLines(rest.stdout).map(({ page: number, counted }) => [number, counted]),
      [4, 5, 6, 7, 8].map((number) => [number, true]),
    );
    assert.equal(await exportSite(folder, 'settled'), await exportSite(folder, 'whole'));
    assert.is(halves.map(({ stdout }) => stdout).join(''), whole.stdout);
    assert.equal(await exportSite(folder, 'halves'), await exportSite(folder, 'whole'));
    assert.equal(readdirSync(folder).sort(), ['exported.refrain', 'halves', 'settled', 'site', 'whole']);
  }),
);

test(
  'pages whose ids are in the state are labelled and not counted',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', '--state', 's');
    const before = await exportSite(folder, 's');
    const { stdout, stderr } = await refrain(folder, 'site', '--state', 's', ...LINES);
    const pages = pageLines(stdout);
    assert.equal(firstKinds(pages), Array(8).fill('template'));
    assert.ok(pages.every(({ counted, page: number }) => !counted && number === 8));
    assert.match(stderr, /refrain: 8 pages \(0 counted\), 0 failed/);
    assert.equal(await exportSite(folder, 's'), before);
  }),
);

test(
  'refuses options that differ from those of the state and accepts equal ones',
  withFolder(monday, async (folder) => {
    const run = (...words: string[]) => refrain(folder, 'site', '-q', '--state', 's', ...words);
    await run('--option', 'templateDf=3', '--option', 'separators=html5');
    const before = await exportSite(folder, 's');
    for (const [words, message] of [
      [
        ['--option', 'templateDf=4'],
        /^refrain: s: the store has other options than --option templateDf=4 \(it has 3\); leave these flags out/,
      ],
      [['--option', 'separators=paper'], /--option separators=paper \(it has html5\);/],
      [
        ['--preset', 'paper'],
        /--preset paper: --option templateDf=5 \(it has 3\), --option baseLifetime=5 .*, --option separators=paper \(it has html5\)/,
      ],
      [['--option', 'templateDf=x'], /--option templateDf: must be a whole number/],
    ] as const) {
      const { code, stdout, stderr } = await run(...words);
      assert.is(code, 2);
      assert.is(stdout, '');
      assert.match(stderr, message);
    }
    assert.equal(await exportSite(folder, 's'), before);
    assert.is((await run()).code, 0);
    assert.is((await run('--option', 'templateDf=3', '--option', 'separators=html5')).code, 0);
  }),
);

test(
  'checks an option against another one of the state',
  withFolder(monday, async (folder) => {
    const words = ['site', '-q', '--state', 's', '--option', 'baseLifetime=4000'];
    assert.is((await refrain(folder, ...words)).code, 2);
    assert.is((await refrain(folder, ...words, '--option', 'lifetimeGrowth=2')).code, 0);
    assert.is((await refrain(folder, ...words)).code, 0);
  }),
);

test(
  'refuses a damaged store without changing it, and labels other sites when the record of one is damaged',
  withFolder({ ...site, 'other/1.html': page('of another site') }, async (folder) => {
    await refrain(folder, 'site', '--state', 's');
    const values = join(folder, 's', '000002.values');
    const bytes = readFileSync(values);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(values, bytes);
    const { code, stdout, stderr } = await refrain(folder, 'site', 'other', '--state', 's');
    assert.is(code, 1);
    assert.equal([...new Set(pageLines(stdout).map(({ site: name }) => name))], ['other']);
    assert.match(stderr, /site\/1\.html: the store's record of site is damaged \(STORE_DAMAGED\)/);
    assert.ok(readFileSync(values).equals(bytes));
    writeFileSync(join(folder, 's', 'STORE'), 'nonsense');
    const refused = await refrain(folder, 'site', '--state', 's');
    assert.is(refused.code, 2);
    assert.is(refused.stdout, '');
    assert.match(
      refused.stderr,
      /^refrain: s: the store is damaged: STORE is damaged; refrain state check s .*STORE_DAMAGED\)\n$/,
    );
    assert.is(readFileSync(join(folder, 's', 'STORE'), 'utf8'), 'nonsense');
  }),
);

test(
  'state check and state repair print the undamaged parts of a damaged store, and repair saves them',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', '--state', 's');
    const snapshot = await exportSite(folder, 's');
    const whole = await refrain(folder, 'state', 'check', 's');
    assert.is(whole.code, 0);
    assert.is(JSON.parse(whole.stdout).isWhole, true);
    rmSync(join(folder, 's', 'STORE'));
    const before = readdirSync(join(folder, 's'));
    for (const words of [
      ['site', '--state', 's'],
      ['site', '--state', 's', '--relabel'],
      ['report', 'site', '--state', 's', '--out', 'report'],
      ['state', 'list', 's'],
      ['state', 'export', 's', 'site', 'x'],
      ['state', 'import', 's', 'site', 'exported.refrain'],
      ['state', 'forget', 's', 'site'],
    ]) {
      const { code, stdout, stderr } = await refrain(folder, ...words);
      assert.is(code, 2, words.join(' '));
      assert.is(stdout, '');
      assert.match(stderr, /STORE is missing; refrain state check s .*\(STORE_DAMAGED\)/);
    }
    const check = await refrain(folder, 'state', 'check', 's');
    assert.is(check.code, 1);
    assert.equal(JSON.parse(check.stdout), {
      isWhole: false,
      problems: [{ file: 'STORE', problem: 'is missing' }],
      lost: [],
      sites: [{ site: 'site', pages: 8, missingIds: 0, template: 'none' }],
      unnamed: 0,
      ids: 0,
    });
    assert.equal(readdirSync(join(folder, 's')), before);
    const repair = await refrain(folder, 'state', 'repair', 's', '--out', 'repaired');
    assert.is(repair.code, 0);
    assert.equal(JSON.parse(repair.stdout).sites, [{ site: 'site', pages: 8, missingIds: 0, template: 'none' }]);
    assert.equal(await exportSite(folder, 'repaired'), snapshot);
    const again = await refrain(folder, 'state', 'repair', 's', '--out', 'repaired');
    assert.is(again.code, 2);
    assert.match(again.stderr, /repaired is not empty/);
    assert.equal(readdirSync(folder).sort(), ['exported.refrain', 'repaired', 's', 'site']);
  }),
);

test(
  '--relabel changes no byte of the state, and labels by it',
  withFolder({ ...site, ...tuesday }, async (folder) => {
    await refrain(folder, 'site', '--state', 's', '--evidence', 'repetition');
    const records = (): readonly string[] =>
      readdirSync(join(folder, 's')).map((name) => readFileSync(join(folder, 's', name), 'hex'));
    const before = records();
    for (const [words, kind] of [
      [['tuesday', '--site', 'site', '--flush-every', '1'], 'template'],
      [['tuesday', '--flush-every', '1'], 'content'],
    ] as const) {
      const { stdout } = await refrain(folder, ...words, '--state', 's', '--relabel', ...LINES);
      const pages = pageLines(stdout);
      assert.equal(firstKinds(pages), Array(8).fill(kind));
      assert.ok(pages.every(({ counted }) => !counted));
      assert.equal(records(), before);
    }
    assert.equal(
      (await listSites(folder, 's')).map(({ site: name, pages }) => [name, pages]),
      [['site', 8]],
    );
    const none = await refrain(folder, 'tuesday', '--state', 'missing', '--relabel');
    assert.is(none.code, 2);
    assert.match(none.stderr, /missing: there is no such store/);
    assert.not(existsSync(join(folder, 'missing')));
  }),
);

test(
  'lines whose site has NUL or a lone surrogate fail, and sites of similar names keep their ids',
  withFolder({}, async (folder) => {
    const lines = (names: readonly string[]): string =>
      names
        .flatMap((name) => Array.from({ length: 300 }, (_, number) => ({ site: name, number })))
        .map(({ site: name, number }) => JSON.stringify({ url: `https://a/${number}`, html: page('x'), site: name }))
        .join('\n');
    const names = ['a', 'a\u0001', 'ab', 'a/b', '..'];
    await refrainWithInput(folder, lines(names), '-', '--state', 's');
    for (const name of ['a\0', 'a\0b', '\ud800', '']) {
      const { code, stdout, stderr } = await refrainWithInput(folder, lines([name]), '-', '--state', 's');
      assert.is(code, 1);
      assert.is(stdout, '');
      assert.match(stderr, /\(INPUT_(INVALID|DAMAGED)\)/);
      assert.not.match(stderr, /TypeError/);
    }
    assert.is((await refrain(folder, 'state', 'forget', 's', 'a')).code, 0);
    assert.equal(
      (await listSites(folder, 's')).map(({ site: name, pages }) => [name, pages]),
      names
        .slice(1)
        .sort()
        .map((name) => [name, 300]),
    );
    const { stderr } = await refrainWithInput(folder, lines(names.slice(1)), '-', '--state', 's');
    assert.match(stderr, /1200 pages \(0 counted\)|1,200 pages \(0 counted\)/);
  }),
);

test(
  'refuses an unusable --state folder before it reads a page and writes nothing',
  withFolder({ ...monday, 'empty/notes.txt': 'mine' }, async (folder) => {
    for (const state of ['site/1.html/s', 'site/1.html', 'site', 'empty']) {
      const before = readdirSync(folder, { recursive: true }).sort();
      const { code, stdout } = await refrain(folder, 'site', '--state', state);
      assert.is(code, 2, state);
      assert.is(stdout, '');
      assert.equal(readdirSync(folder, { recursive: true }).sort(), before);
    }
  }),
);

test(
  'state import, export and forget move the snapshot of a site into and out of a store',
  withFolder(site, async (folder) => {
    const detector = await Detector.create({ templateDf: 3 });
    for (const html of Object.values(site)) detector.learn(html);
    writeFileSync(join(folder, 'site.refrain'), detector.snapshot());
    const refused = await refrain(folder, 'site', '--state', 'site.refrain');
    assert.is(refused.code, 2);
    assert.match(refused.stderr, /site\.refrain: must be a folder, and it is a file; refrain state import/);

    assert.is((await refrain(folder, 'state', 'import', 's', 'www.example', 'site.refrain')).code, 0);
    assert.equal(
      (await listSites(folder, 's')).map(({ site: name, pages, entries }) => [name, pages, entries]),
      [['www.example', 8, detector.stats.entries]],
    );
    const restored = await Detector.restore(await exportSite(folder, 's', 'www.example'));
    assert.is(restored.options.templateDf, 3);
    assert.equal(restored.stats.entries, detector.stats.entries);
    const { stdout } = await refrain(folder, 'site', '--site', 'www.example', '--state', 's', '--relabel', ...LINES);
    assert.equal(firstKinds(pageLines(stdout)), Array(8).fill('template'));

    const other = await Detector.create({ templateDf: 4 });
    writeFileSync(join(folder, 'other.refrain'), other.snapshot());
    const wrong = await refrain(folder, 'state', 'import', 's', 'x', 'other.refrain');
    assert.is(wrong.code, 2);
    assert.match(wrong.stderr, /s: the store has other options than --option templateDf=4 \(it has 3\)/);
    writeFileSync(join(folder, 'other.refrain'), 'no snapshot');
    assert.match((await refrain(folder, 'state', 'import', 's', 'x', 'other.refrain')).stderr, /SNAPSHOT_DAMAGED/);

    assert.is((await refrain(folder, 'state', 'forget', 's', 'www.example')).code, 0);
    for (const words of [
      ['forget', 's', 'www.example'],
      ['export', 's', 'www.example', 'x'],
      ['list', 'nowhere'],
    ]) {
      const { code, stderr } = await refrain(folder, 'state', ...words);
      assert.is(code, 2, stderr);
    }
    assert.equal(await listSites(folder, 's'), []);
  }),
);

test(
  'refuses a store that another process has open',
  withFolder(site, async (folder) => {
    const sites = await Sites.open({ location: join(folder, 's') });
    const { code, stdout, stderr } = await outcome(start(folder, ['site', '--state', 's']));
    assert.is(code, 2);
    assert.is(stdout, '');
    assert.match(stderr, /STORE_LOCKED/);
    await sites.close();
    assert.is((await refrain(folder, 'site', '--state', 's')).code, 0);
  }),
);

const change = (site: string) => ({ site, record: new Uint8Array(32), pages: [], isNew: true });

/** Runs a test with a separate temporary folder of the system. */
const withTemporary = (run: (folder: string) => Promise<void>) => async (): Promise<void> => {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'refrain-test-'));
  process.env['TMPDIR'] = folder;
  try {
    await run(folder);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true });
  }
};

const scratch = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => (name.startsWith('refrain-scratch') ? readdirSync(join(folder, name)) : []));

/** The id of a process that has ended. */
const deadProcess = (): number => spawnSync(process.execPath, ['--version']).pid;

const nameOf = (pid: number): string => `${hostname().replace(/[^\w.]/g, '_')}-${pid}-abcdef`;

test(
  'opens one store where several workers write first, and removes it on closing',
  withTemporary(async (folder) => {
    const store = new ScratchStore(resolveOptions());
    assert.equal(await store.records(['a']), [undefined]);
    assert.equal(scratch(folder), []);
    await Promise.all(['a', 'b', 'c'].map((site) => store.write([change(site)])));
    assert.is(scratch(folder).length, 1);
    assert.is(store.count, 3);
    assert.equal(
      (await store.records(['a', 'b', 'c', 'd'])).map((record) => record?.length),
      [32, 32, 32, undefined],
    );
    await store.close();
    assert.equal(scratch(folder), []);
  }),
);

test(
  'removes the folders of processes that were killed, and no other',
  withTemporary(async (folder) => {
    const home = join(folder, `refrain-scratch-${process.getuid?.() ?? 'user'}`);
    const dead = nameOf(deadProcess());
    const kept = [nameOf(process.pid), 'other-host-1-abcdef', 'notes'];
    for (const name of [dead, ...kept]) mkdirSync(join(home, name, 'inside'), { recursive: true });
    const store = new ScratchStore(resolveOptions());
    await store.write([change('a')]);
    await store.close();
    assert.not(existsSync(join(home, dead)));
    assert.equal(readdirSync(home).sort(), kept.sort());
  }),
);

test(
  'no file remains after a run of workers whose tables do not fit into memory',
  withTemporary(async (folder) => {
    const pages = Array.from({ length: 600 }, (_, number) => samplePage(number % 200, Math.floor(number / 200)));
    const child = start(folder, ['-', '-q', '--jobs', '16', '--max-memory', '16M', '--flush-every', '50']);
    const ended = outcome(child);
    child.stdin?.end(pages.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`).join(''));
    const { code, stdout, stderr } = await ended;
    assert.is(code, 0, stderr);
    assert.is(pageLines(stdout).length, 600);
    assert.equal(scratch(folder), []);
  }),
);

test.run();
