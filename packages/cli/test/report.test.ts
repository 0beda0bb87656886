/** `refrain report` and `--report`: contents of the folder, and failures. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { npmSites } from '../../../test/support/npm-sites.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { PageData, SiteData } from '../src/report/page-data.ts';
import { outcome, page, pageLines, refrain, refrainWithInput, site, start, withFolder } from './command.ts';

const siteData = (folder: string, name: string): SiteData =>
  JSON.parse(/^refrainSite\((.*)\)\n$/s.exec(readFileSync(join(folder, 'sites', name, 'site.js'), 'utf8'))?.[1] ?? '');

function pageData(folder: string, name: string, file: string): PageData {
  const text = readFileSync(join(folder, 'sites', name, file), 'utf8');
  const packed = /^refrainPage\("[^"]+","([^"]+)"\)\n$/.exec(text)?.[1] ?? '';
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
}

/** The files of a report by their paths. */
function contents(folder: string, at = '.'): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
    const path = join(at, entry.name);
    if (entry.isDirectory()) Object.assign(found, contents(folder, path));
    else found[path] = readFileSync(join(folder, path), 'utf8');
  }
  return found;
}

const real: Readonly<Record<string, string>> = Object.fromEntries(
  npmSites().flatMap(({ name, pages }) =>
    pages.slice(0, 25).map(({ html }, at) => [`crawl/${name}/${at + 100}.html`, html]),
  ),
);

test(
  'shows the final verdict of every block and the verdict at the time of the page',
  withFolder(real, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, 'report', 'crawl', '--out', 'report');
    assert.is(code, 0, stderr);
    assert.is(stdout, '');
    for (const { name, pages } of npmSites()) {
      const detector = await Detector.create();
      const sources = pages.slice(0, 25).map(({ html }) => html);
      const came = sources.map((html) =>
        detector.learn(html).blocks.map(({ kind }) => (kind === 'template' ? '1' : '0')),
      );
      const data = siteData(join(folder, 'report'), name);
      assert.is(data.pages, 25);
      assert.is(data.entries.length, 25);
      for (const [at, html] of sources.entries()) {
        const seen = detector.label(html);
        const entry = data.entries[at];
        assert.is(entry?.came, came[at]?.join(''));
        assert.is(entry?.title, seen.title.slice(0, 200));
        const { template, content } = seen.lengths;
        assert.is(entry?.share, template / (template + content));
        const shown = pageData(join(folder, 'report'), name, entry?.file ?? '');
        assert.equal(
          shown.blocks.map((block) => ({
            template: block.template,
            length: block.length,
            path: shown.paths[block.path],
          })),
          seen.blocks.map(({ kind, length, path }) => ({ template: kind === 'template' ? 1 : 0, length, path })),
        );
        assert.equal(
          shown.blocks.map(({ segments }) => segments),
          seen.blocks.map(({ segments }) => segments.map(({ df, lastPage, length }) => [df, lastPage, length])),
        );
        assert.equal(
          shown.blocks.map(({ facts }) => facts?.slice(0, 3)),
          seen.blocks.map((block) => {
            const { page: alone, site: known, score } = block.explain();
            return [alone, known, score];
          }),
        );
      }
    }
  }),
);

test(
  'is the same with 2 threads and with --report, which does not change the output',
  withFolder(real, async (folder) => {
    await refrain(folder, 'report', 'crawl', '--out', 'one');
    assert.is((await refrain(folder, 'report', 'crawl', '--out', 'two', '--jobs', '2')).code, 0);
    assert.equal(contents(join(folder, 'two')), contents(join(folder, 'one')));
    const plain = await refrain(folder, 'crawl');
    const both = await refrain(folder, 'crawl', '--report', 'three');
    assert.is(both.code, 0);
    assert.is(both.stdout, plain.stdout);
    assert.equal(contents(join(folder, 'three')), contents(join(folder, 'one')));
  }),
);

test(
  '--pages opens pages at equal distances; figures cover all pages',
  withFolder(site, async (folder) => {
    assert.is((await refrain(folder, 'report', 'site', '--out', 'report', '--pages', '3')).code, 0);
    const { entries } = siteData(join(folder, 'report'), 'site');
    assert.equal(
      entries.map(({ place }) => place),
      [1, 4, 7],
    );
    const html = readFileSync(join(folder, 'report/sites/site/index.html'), 'utf8');
    assert.match(html, '3 of 8 pages can be opened');
    assert.match(html, 'page 8');
  }),
);

test(
  'replaces an earlier report and nothing else',
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
  'reports a failed page once and shows the others; removes its files after SIGINT',
  withFolder({ ...site, 'site/9.html': `<p>${'x'.repeat(3000)}` }, async (folder) => {
    const { code, stderr } = await refrain(folder, 'report', 'site', '--out', 'report', '--max-page-bytes', '2000');
    assert.is(code, 1);
    assert.is(stderr.match(/9\.html/g)?.length, 1);
    assert.is(siteData(join(folder, 'report'), 'site').entries.length, 8);
    const names = Array.from({ length: 20_000 }, (_, at) =>
      JSON.stringify({ url: `http://a/${at}`, html: page(`Day ${at}`) }),
    );
    writeFileSync(join(folder, 'many.ndjson'), names.join('\n'));
    const child = start(folder, ['report', 'many.ndjson', '--out', 'other', '-q']);
    const ended = outcome(child);
    await waitFor('the partial report', () => readdirSync(folder).some((name) => name.startsWith('other.partial-')));
    child.kill('SIGINT');
    assert.is((await ended).code, 130);
    assert.equal(readdirSync(folder).sort(), ['many.ndjson', 'report', 'site']);
  }),
);

test(
  '--state saves what the report learned; --label-only shows pages by the state',
  withFolder(site, async (folder) => {
    assert.is((await refrain(folder, 'report', 'site', '--state', 'state', '--out', 'one')).code, 0);
    const known = pageLines((await refrain(folder, 'site', '--state', 'state', '--label-only')).stdout);
    assert.ok(known.every(({ page: number, counted }) => number === 8 && !counted));
    assert.is((await refrain(folder, 'report', 'site', '--state', 'state', '--label-only', '--out', 'two')).code, 0);
    const { entries, pages } = siteData(join(folder, 'two'), 'site');
    assert.is(pages, 8);
    assert.ok(entries.every(({ came }) => came === undefined));
    assert.match(readFileSync(join(folder, 'two/sites/site/index.html'), 'utf8'), 'not known.');
  }),
);

test(
  'refuses standard input, which it cannot read twice; prints its help',
  withFolder(site, async (folder) => {
    const { code, stderr } = await refrainWithInput(folder, '', 'report', '-', '--out', 'x');
    assert.is(code, 2);
    assert.match(stderr, 'reads the input twice');
    assert.match((await refrain(folder, 'report', '--help')).stdout, 'usage: refrain report INPUT…');
    assert.equal(readdirSync(folder), ['site']);
  }),
);

test(
  '--report does not write the records of a WARC twice',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', '--format', 'warc', '--out', 'first.warc');
    await refrain(folder, 'first.warc', '--format', 'warc', '--out', 'plain.warc');
    const both = await refrain(folder, 'first.warc', '--format', 'warc', '--out', 'both.warc', '--report', 'report');
    assert.is(both.code, 0, both.stderr);
    const records = (name: string): number =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString()
        .match(/^WARC\/1\.\d/gm)?.length ?? 0;
    // One record on the archive, and two for each of the eight pages.
    assert.ok(records('plain.warc') >= 17);
    assert.is(records('both.warc'), records('plain.warc'));
  }),
);

test.run();
