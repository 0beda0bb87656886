/** Documents for search engines: the formats `bulk` and `minisearch`. */
import { createHash } from 'node:crypto';
import MiniSearch from 'minisearch';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BY_REPETITION } from '../../../test/support/repetition.ts';
import { members, warcRecord } from '../../../test/support/warc.ts';
import { LINES, page, pageLines, refrain, refrainWithInput, site, withFolder } from './command.ts';

/** Each page is judged when it is read, so the menu is content on the first four. */
const UNSETTLED = [...BY_REPETITION, '--settle', '0'];

interface SearchLine {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly site: string;
  readonly text: string;
  readonly passed?: boolean;
}

interface Pair {
  readonly action: { readonly index: { readonly _index?: string; readonly _id: string } };
  readonly document: Omit<SearchLine, 'id'>;
}

const parsed = <T>(stdout: string): T[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);

function pairs(stdout: string): Pair[] {
  const all = parsed<unknown>(stdout);
  assert.is(all.length % 2, 0);
  return all.flatMap((action, at) => (at % 2 === 0 ? [{ action, document: all[at + 1] } as Pair] : []));
}

const flat = (stdout: string): SearchLine[] =>
  pairs(stdout).map(({ action, document }) => ({ id: action.index._id, ...document }));

const titled = Object.fromEntries(
  Object.entries(site).map(([name, html], at) => [name, html.replace('<body>', `<title>Day ${at + 1}</title><body>`)]),
);

test(
  'bulk: writes an action and a document per page, with the text of the ndjson format',
  withFolder(titled, async (folder) => {
    const { code, stdout } = await refrain(folder, 'site', '--format', 'bulk', ...BY_REPETITION);
    assert.is(code, 0);
    assert.is(
      stdout.split('\n').slice(14).join('\n'),
      `{"index":{"_id":"8.html"}}\n{"title":"Day 8","site":"site","text":"Story of day 8"}\n`,
    );
    const usual = pageLines((await refrain(folder, 'site', ...LINES, ...BY_REPETITION)).stdout);
    assert.equal(
      flat(stdout).map(({ id, site: name, text }) => ({ id, name, text })),
      usual.map(({ id, site: name, text }) => ({ id, name, text })),
    );
  }),
);

test(
  'minisearch: writes a document per line that MiniSearch indexes',
  withFolder(titled, async (folder) => {
    const { code, stdout } = await refrain(folder, 'site', '--format', 'minisearch', ...UNSETTLED);
    assert.is(code, 0);
    const documents = parsed<SearchLine>(stdout);
    assert.equal(Object.keys(documents[0] ?? {}), ['id', 'title', 'site', 'text']);
    const engine = new MiniSearch<SearchLine>({ fields: ['title', 'text'], storeFields: ['title'] });
    engine.addAll(documents);
    assert.is(engine.search('news').length, 4);
    assert.equal(
      engine.search('story 8', { combineWith: 'AND' }).map(({ id, title }) => [id, title]),
      [['8.html', 'Day 8']],
    );
    const { stdout: bulk } = await refrain(folder, 'site', '--format', 'bulk', ...UNSETTLED);
    assert.equal(flat(bulk), documents);
    const relabelled = await refrain(folder, 'site', '--format', 'minisearch', '--relabel', ...BY_REPETITION);
    assert.ok(parsed<SearchLine>(relabelled.stdout).every(({ text }) => !text.includes('News')));
  }),
);

test(
  'documents contain kept blocks and mark pages that were passed through unchanged',
  withFolder({ ...site, 'site/9.html': page('').replace('<p></p>', 'short') }, async (folder) => {
    const run = async (format: string, ...words: string[]): Promise<SearchLine[]> => {
      const { stdout } = await refrain(folder, 'site', '--format', format, ...UNSETTLED, ...words);
      return format === 'bulk' ? flat(stdout) : parsed<SearchLine>(stdout);
    };
    for (const format of ['bulk', 'minisearch']) {
      const menus = (documents: readonly SearchLine[]): number =>
        documents.filter(({ text }) => text.includes('Home News')).length;
      assert.is(menus(await run(format)), 4);
      assert.is(menus(await run(format, '--keep-one')), 5);
      const passed = await run(format, '--max-removed', '0.7');
      assert.equal(
        passed.map((document) => document.passed),
        [...Array(8).fill(undefined), true],
      );
      assert.is(passed.at(-1)?.text, 'Home News About us\nshort');
    }
  }),
);

const crawl = Array.from({ length: 40 }, (_, at) => ({
  url: `https://s${at % 5}.example/${at}?q="ü\u2028"`,
  html: page(`Story ${at}: “Grüße” <b>&amp;</b> 日本\u2028😀 &#10;`),
}));

test(
  '3 threads write the same documents; documents of WARC pages have their URLs',
  withFolder({}, async (folder) => {
    const ndjson = crawl.map((one) => `${JSON.stringify(one)}\n`).join('');
    for (const format of ['bulk', 'minisearch']) {
      const words = ['-', '--format', format, '-q', ...BY_REPETITION];
      const expected = await refrainWithInput(folder, ndjson, ...words);
      const actual = await refrainWithInput(folder, ndjson, ...words, '--jobs', '3');
      assert.is(actual.code, 0);
      const documents = (stdout: string): SearchLine[] =>
        (format === 'bulk' ? flat(stdout) : parsed<SearchLine>(stdout)).sort((one, other) =>
          one.id < other.id ? -1 : 1,
        );
      assert.equal(documents(actual.stdout), documents(expected.stdout));
      const first = documents(expected.stdout).find(({ id }) => id === crawl[0]?.url);
      const { url } = crawl[0] as { readonly url: string };
      assert.equal({ ...first, text: '' }, { id: url, url, title: '', site: 's0.example', text: '' });
      assert.match(first?.text ?? '', 'Story 0: “Grüße” & 日本 😀');
    }
    const warc = members(crawl.map(({ url, html }) => warcRecord({ url: encodeURI(url), body: html })));
    const { stdout } = await refrainWithInput(folder, warc, '-', '--format', 'minisearch', '-q');
    assert.is(parsed<SearchLine>(stdout)[0]?.url, encodeURI(crawl[0]?.url ?? ''));
  }),
);

test(
  'reports failed pages and omits them; hashes an id above 512 bytes; fails a page with an empty id',
  withFolder({ 'site/large.html': 'x'.repeat(5000) }, async (folder) => {
    const long = `https://a.example/${'x'.repeat(600)}`;
    const ndjson = [
      { url: long, html: page('long') },
      { url: 'https://a.example/2', html: page('none'), id: '' },
      { url: 'https://a.example/3', html: page('last') },
    ];
    const input = ndjson.map((one) => `${JSON.stringify(one)}\n`).join('');
    const words = ['site', '-', '--max-page-bytes', '4999', '-q'];
    const { code, stdout, stderr } = await refrainWithInput(folder, input, ...words, '--format', 'bulk');
    assert.is(code, 1);
    assert.equal(
      flat(stdout).map(({ id, url }) => [id, url]),
      [
        [createHash('sha256').update(long).digest('hex'), long],
        ['https://a.example/3', 'https://a.example/3'],
      ],
    );
    assert.equal(stderr.split('\n'), [
      'refrain: site/large.html: the page has 5000 bytes, more than 4999 (PAGE_TOO_LARGE)',
      'refrain: stdin:2: the id of a document must be a non-empty string (INPUT_INVALID)',
      '',
    ]);
    const plain = await refrainWithInput(folder, input, ...words, '--format', 'minisearch');
    assert.equal(
      parsed<SearchLine>(plain.stdout).map(({ id }) => id),
      [long, '', 'https://a.example/3'],
    );
  }),
);

test.run();
