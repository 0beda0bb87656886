/** `refrain report`: the content of the folder, and failures. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import type { ListData, PageView } from '@refrain/viewer';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { testSize } from '../../../test/support/effort.ts';
import { realSites } from '../../../test/support/real-sites.ts';
import { processPrefix } from '../src/files/scratch-folder.ts';
import { siteFolder } from '../src/write/file-name.ts';
import { stepsOf } from '../src/write/report/report-builder.ts';
import { LINES, outcome, page, pageLines, refrain, refrainWithInput, site, start, withFolder } from './command.ts';

function dataOf<T>(report: string, file: string): T {
  const text = readFileSync(join(report, file), 'utf8');
  const [, name, packed = ''] = /^refrainData\(("[^"]+"),"([^"]+)"\)\n$/.exec(text) ?? [];
  assert.is(JSON.parse(name ?? ''), file);
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
}

const listOf = (report: string, site?: string): ListData =>
  dataOf(report, site === undefined ? 'run.js' : `sites/${site}/site.js`);

/** Makes writing a page's data file fail. */
const FULL = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const write = fs.writeFileSync;
  fs.writeFileSync = (file, ...rest) => {
    if (String(file).includes('/pages/')) throw Object.assign(new Error('ENOSPC: it failed, write'), { code: 'ENOSPC', syscall: 'write' });
    return write(file, ...rest);
  };
  syncBuiltinESMExports();
`;

/** All files of a report, without the metadata of the run, which contains its date. */
function contents(folder: string, at = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
    const path = join(at, entry.name);
    if (entry.isDirectory()) Object.assign(found, contents(folder, path));
    else if (path === 'run.js')
      found[path] = JSON.stringify(listOf(folder), (name, value) => (name === 'run' ? undefined : value));
    else found[path] = readFileSync(join(folder, path), 'utf8');
  }
  return found;
}

const PAGES = testSize(8, 25);

const real: Readonly<Record<string, string>> = Object.fromEntries(
  realSites().flatMap(({ name, pages }) =>
    pages.slice(0, PAGES).map(({ html }, at) => [`crawl/${name}/${at + 100}.html`, html]),
  ),
);

test(
  'shows for every block the verdict of the detector by the final table',
  withFolder(real, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, 'report', 'crawl', '--out', 'report');
    assert.is(code, 0, stderr);
    assert.is(stdout, '');
    for (const { name, pages } of realSites()) {
      const detector = await Detector.create();
      const sources = pages.slice(0, PAGES).map(({ html }) => html);
      for (const [at, html] of sources.entries()) detector.learn(html, { id: String(at) });
      const { entries } = listOf(join(folder, 'report'), name);
      assert.is(entries.length, PAGES);
      const ranks = entries.map(({ reason, confidence = 1 }) => (reason ? 0 : Math.floor(confidence * 100)));
      assert.equal(
        ranks,
        ranks.toSorted((one, other) => one - other),
      );
      for (const [at, html] of sources.entries()) {
        const seen = detector.label(html, { id: String(at) });
        const { title, confidence, reason } = seen.document();
        const entry = entries.find(({ position }) => position === at + 1);
        assert.equal([entry?.title, entry?.confidence, entry?.reason], [title.slice(0, 200), confidence, reason]);
        const { template, content } = seen.lengths;
        assert.is(entry?.share, template / (template + content));
        const shown = dataOf<PageView>(join(folder, 'report'), entry?.file ?? '');
        assert.equal(
          shown.blocks.map(({ verdict, facts }) => [verdict, facts.at(-1)?.[1]]),
          seen.blocks.map(({ verdict, path }) => [verdict, path]),
        );
        assert.equal(
          shown.blocks.map(({ reason }) => reason),
          seen.blocks.map((block) => block.explain().reason),
        );
      }
    }
  }),
);

test(
  'makes the same report with several threads',
  withFolder(real, async (folder) => {
    // The size of a table depends a little on the seed.
    const seed = ['--seed', '5'];
    await refrain(folder, 'report', 'crawl', '--out', 'one', ...seed);
    assert.is((await refrain(folder, 'report', 'crawl', '--out', 'two', '--jobs', '2', ...seed)).code, 0);
    assert.equal(contents(join(folder, 'two')), contents(join(folder, 'one')));
  }),
);

test(
  'opens at most --max-pages pages of a site, at equal distances, and counts all pages in its figures',
  withFolder(site, async (folder) => {
    assert.is((await refrain(folder, 'report', 'site', '--out', 'report', '--max-pages', '3')).code, 0);
    const { entries, facts, note } = listOf(join(folder, 'report'));
    assert.equal(entries.map(({ position }) => position).sort(), [1, 4, 7]);
    assert.match(note, '3 of 8 pages can be opened');
    assert.equal(facts[0], ['Pages', '8']);
  }),
);

test(
  'replaces an earlier report, and nothing else',
  withFolder({ ...site, 'mine/notes.txt': 'keep me', 'file.txt': 'keep me too' }, async (folder) => {
    mkdirSync(join(folder, 'empty'));
    assert.is((await refrain(folder, 'report', 'site', '--out', 'empty')).code, 0);
    writeFileSync(join(folder, 'empty/sites/stale.txt'), '');
    assert.is((await refrain(folder, 'report', 'site', '--out', 'empty')).code, 0);
    assert.not(existsSync(join(folder, 'empty/sites/stale.txt')));
    for (const out of ['mine', 'file.txt']) {
      const { code, stderr } = await refrain(folder, 'report', 'site', '--out', out);
      assert.is(code, 2);
      assert.match(stderr, `${out} is neither empty nor an earlier report`);
    }
    assert.is(readFileSync(join(folder, 'mine/notes.txt'), 'utf8'), 'keep me');
    assert.is(readFileSync(join(folder, 'file.txt'), 'utf8'), 'keep me too');
    const inside = await refrain(folder, 'report', 'site', '--out', 'site/report');
    assert.is(inside.code, 2);
    assert.match(inside.stderr, 'must not be in a folder that pages are read from');
    assert.equal(readdirSync(folder).sort(), ['empty', 'file.txt', 'mine', 'site']);
  }),
);

test(
  'reports a failed page once, and removes an interrupted report',
  withFolder({ ...site, 'site/9.html': `<p>${'x'.repeat(3000)}` }, async (folder) => {
    const { code, stderr } = await refrain(folder, 'report', 'site', '--out', 'report', '--max-page-bytes', '2000');
    assert.is(code, 1);
    assert.is(stderr.match(/9\.html/g)?.length, 1);
    const { entries, run } = listOf(join(folder, 'report'));
    assert.is(entries.length, 8);
    const failures = run.find(([name]) => name === 'Failures')?.[1] ?? [];
    assert.is(failures.length, 1);
    assert.match(failures[0] ?? '', '9.html');
    const names = Array.from({ length: 20_000 }, (_, at) =>
      JSON.stringify({ url: `http://a/${at}`, html: page(`Day ${at}`) }),
    );
    writeFileSync(join(folder, 'many.ndjson'), names.join('\n'));
    const child = start(folder, ['report', 'many.ndjson', '--out', 'other', '-q']);
    const ended = outcome(child);
    // The command creates the folder after it listens for signals, long before it has read 20,000 pages.
    while (!readdirSync(folder).some((name) => name.startsWith('other.partial-'))) await wait(5);
    child.kill('SIGINT');
    assert.is((await ended).code, 130);
    assert.equal(readdirSync(folder).sort(), ['many.ndjson', 'report', 'site']);
  }),
);

test(
  'adds learned pages to a state, and shows pages by a state with --relabel',
  withFolder(site, async (folder) => {
    assert.is((await refrain(folder, 'report', 'site', '--state', 'state', '--out', 'one')).code, 0);
    const known = pageLines((await refrain(folder, 'site', '--state', 'state', '--relabel', ...LINES)).stdout);
    assert.ok(known.every(({ page: number, counted }) => number === 8 && !counted));
    assert.is((await refrain(folder, 'report', 'site', '--state', 'state', '--relabel', '--out', 'two')).code, 0);
    const [entry] = listOf(join(folder, 'two')).entries;
    const facts = new Map(dataOf<PageView>(join(folder, 'two'), entry?.file ?? '').blocks[0]?.facts);
    assert.match(facts.get('Pages with its text') ?? '', 'of 8, this one left out');
  }),
);

test(
  'the overview has the time and inputs of the report, and the options that are not the default',
  withFolder(site, async (folder) => {
    const words = ['report', 'site', '--evidence', 'repetition', '--option', 'templateDf=3', '--max-memory', '300M'];
    const { code, stderr } = await refrain(folder, ...words, '--out', 'report');
    assert.is(code, 0, stderr);
    const run = new Map(listOf(join(folder, 'report')).run);
    assert.match(run.get('Made')?.[0] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d UTC by refrain \d/);
    assert.equal(run.get('Inputs'), ['site']);
    assert.equal(run.get('Options'), ['templateDf: 3 (default: 5)', 'evidence: repetition (default: joint)']);
  }),
);

test('opens pages of the largest 2,000 of 50,000 sites, and one of 70 pages of a large one', () => {
  const pages = new Map<string, number>();
  for (let at = 0; at < 50_000; at += 1) pages.set(`s${at}.example`, at % 50 === 7 ? 2 : 1);
  const steps = stepsOf(pages, 2000);
  assert.is(steps.size, 2000);
  assert.ok(steps.has('s49957.example'));
  pages.set('large', 140_000);
  assert.is(stepsOf(pages, 2000).get('large'), 2800);
});

test('every site has its own folder', () => {
  const names = [
    'foo',
    'Foo',
    'FOO',
    'con',
    'a.',
    'a',
    '.a',
    'é',
    'x'.repeat(90),
    'x'.repeat(91),
    `${'x'.repeat(300)}`,
  ];
  const folders = names.map(siteFolder);
  assert.is(
    new Set([...folders, ...folders.map(siteFolder)]).size,
    2 * names.length - folders.filter((name) => siteFolder(name) === name).length,
  );
  for (const name of folders) assert.match(name, /^[\p{L}_][^/.]*$/u);
});

test(
  'shortens a page of 100,000 blocks, long texts, long names and deep paths',
  withFolder(
    {
      'site/many.html': `<title>${'t'.repeat(1e6)}</title>${Array.from({ length: 100_000 }, (_, at) => `<p>text ${at}`).join('')}`,
      'site/long.html': `<p>${'words '.repeat(200_000)}</p><x-${'y'.repeat(1e5)}>one</x-${'y'.repeat(1e5)}>`,
      'site/deep.html': `${'<div>x'.repeat(5000)}`,
      'site/flat.html': `<p>words</p>${'<div></div>'.repeat(100_000)}`,
    },
    async (folder) => {
      const { code, stderr } = await refrain(folder, 'report', 'site', '--out', 'report', '--option', 'maxDepth=0');
      assert.is(code, 0, stderr);
      const home = join(folder, 'report/sites/site');
      for (const name of readdirSync(join(home, 'pages'))) {
        const data = dataOf<PageView>(join(folder, 'report'), `sites/site/pages/${name}`);
        assert.ok(JSON.stringify(data).length < 5_000_000, name);
        assert.ok(data.blocks.length <= 5000);
        assert.ok((data.markup.match(/<(?:div|span)/g) ?? []).length <= 20_000);
        if (data.summary.includes('Only')) assert.match(data.summary, 'the first 5,000 blocks of 100,000');
      }
      const list = listOf(join(folder, 'report'));
      assert.is(Math.max(...list.entries.map(({ title }) => title.length)), 200);
      assert.ok(JSON.stringify(list).length < 200_000);
    },
  ),
);

test(
  'a report that cannot be written is one error, and the earlier one remains',
  withFolder({ ...site, taken: 'mine', 'full.mjs': FULL }, async (folder) => {
    for (const out of ['/proc/x', '/proc/x/y', 'taken/x', 'taken/x/y', '/dev/full', '/dev/null/x']) {
      const { code, stdout, stderr } = await refrain(folder, 'report', 'site', '--out', out);
      assert.is(code, 2, stderr);
      assert.is(stdout, '');
      assert.match(stderr, /^refrain: .*\([A-Z_]+\)\n$/);
    }
    assert.is((await refrain(folder, 'report', 'site', '--out', 'report')).code, 0);
    const before = contents(join(folder, 'report'));
    const words = ['report', 'site', '--out', 'report'];
    const full = await outcome(start(folder, words, { first: join(folder, 'full.mjs') }));
    assert.is(full.code, 1);
    assert.match(full.stderr, /^refrain: cannot write to \S+: it failed \(ENOSPC\)\n$/);
    assert.equal(contents(join(folder, 'report')), before);
    assert.equal(readdirSync(folder).sort(), ['full.mjs', 'report', 'site', 'taken']);
  }),
);

test(
  'a killed run leaves no incomplete report, and the next run removes its files',
  withFolder(site, async (folder) => {
    assert.is((await refrain(folder, 'report', 'site', '--out', 'report')).code, 0);
    const report = contents(join(folder, 'report'));
    // The files of a process that was killed between the two renames. No process has this id.
    renameSync(join(folder, 'report'), join(folder, `report.partial-${processPrefix(2 ** 30)}old`));
    mkdirSync(join(folder, `report.partial-${processPrefix(2 ** 30)}new`));
    const { code, stderr } = await refrain(folder, 'report', 'nothing', '--out', 'report');
    assert.is(code, 2);
    assert.match(stderr, 'refrain: report: not written, because no page could be read (NO_PAGES)\n');
    assert.equal(readdirSync(folder).sort(), ['report', 'site']);
    assert.equal(contents(join(folder, 'report')), report);
  }),
);

test(
  'follows the link that the user names, and replaces the folder it leads to',
  withFolder(site, async (folder) => {
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    for (let time = 0; time < 2; time += 1) {
      assert.is((await refrain(folder, 'report', 'site', '--out', 'link')).code, 0);
      assert.ok(lstatSync(join(folder, 'link')).isSymbolicLink());
      assert.ok(existsSync(join(folder, 'real/index.html')));
    }
    assert.equal(readdirSync(folder).sort(), ['link', 'real', 'site']);
  }),
);

test(
  'refuses wrong arguments before it reads anything',
  withFolder(site, async (folder) => {
    const cases: [string[], string][] = [
      [['report', '--out', 'x'], 'no input was given'],
      [['report', 'site'], 'needs --out'],
      [['report', 'site', '--out', 'x', '--format', 'text'], '--format'],
      [['report', 'site', '--out', 'x', '--max-pages', '0'], '--max-pages'],
      [['site', '--report', 'x'], '--report'],
    ];
    for (const [words, message] of cases) {
      const { code, stderr } = await refrain(folder, ...words);
      assert.is(code, 2, words.join(' '));
      assert.match(stderr, message);
    }
    const { code, stderr } = await refrainWithInput(folder, '', 'report', '-', '--out', 'x');
    assert.is(code, 2);
    assert.match(stderr, 'reads the input twice');
    assert.match((await refrain(folder, 'report', '--help')).stdout, 'usage: refrain report INPUT…');
    assert.equal(readdirSync(folder), ['site']);
  }),
);

test.run();
