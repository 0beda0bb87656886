/** `--keep` and `--structured`: the parts of the API in every format, with any number of threads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Detector, type PageRecord, type Part } from 'refrain';
import { StructuredReader } from 'refrain/structured';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { warcRecord } from '../../../test/support/warc.ts';
import { pageLines, refrain, refrainWithInput, withFolder } from './command.ts';
import { sharedFiles } from './examples.ts';

const pages = sharedFiles('main-content.md');
const ARTICLE = String(pages.get('bridge.html'));
/** With content that is neither main content nor a comment. */
const LETTER =
  '<div class="promo"><p>Our letter about bridges comes out on Fridays. We write it with care, and it costs nothing.</p></div>';
const WITH_LETTER = ARTICLE.replace('<section id="comments"', `${LETTER}<section id="comments"`);
const SHOP = String(pages.get('socks.html'));

const PARTS: readonly Part[] = ['main', 'main+comments', 'content', 'comments', 'template', 'all'];

const files = Object.fromEntries(
  Array.from({ length: 6 }, (_, site) => [
    [`crawl/s${site}/1.html`, ARTICLE.replaceAll('bridge', `bridge ${site}`)],
    [`crawl/s${site}/2.html`, ARTICLE.replaceAll('river', `river ${site}`)],
  ]).flat(),
);

test(
  'text, ndjson, html and documents have the part of the page that the API returns',
  withFolder({ 'bridge.html': WITH_LETTER }, async (folder) => {
    const texts = new Set<string>();
    for (const keep of PARTS) {
      const page = (await Detector.create()).learn(Buffer.from(WITH_LETTER));
      const expected = page.text(keep);
      texts.add(expected);
      const run = async (format: string, ...more: string[]): Promise<string> => {
        const words = ['bridge.html', '--keep', keep, '--format', format, ...more];
        const { code, stdout, stderr } = await refrain(folder, ...words);
        assert.is(code, 0, stderr);
        return stdout;
      };
      assert.is(await run('text'), `${expected}\n`);
      assert.is(await run('html'), page.html(keep));
      assert.is(await run('html', '--cut'), page.html(keep, { mode: 'cut' }));
      assert.is(await run('markdown'), page.markdown(keep));
      assert.is((JSON.parse(await run('minisearch')) as { text: string }).text, expected);
      const [, document = ''] = (await run('bulk')).split('\n');
      assert.is((JSON.parse(document) as { text: string }).text, expected);
      const [line] = pageLines(await run('ndjson', '--fields', 'text'));
      assert.is(line?.text, expected);
      const { blocks, kind, kindConfidence } = JSON.parse(JSON.stringify(page)) as PageRecord;
      const [found] = pageLines(await run('ndjson', '--fields', 'kind,kindConfidence,blocks'));
      const own = found as unknown as PageRecord;
      assert.equal([own.kind, own.kindConfidence], [kind, kindConfidence]);
      const verdicts = (all: PageRecord['blocks']): unknown[] =>
        all.map(({ main, mainScore, comments, text }) => ({ main, mainScore, comments, text }));
      if (keep !== 'content') assert.equal(verdicts(own.blocks), verdicts(blocks));
      assert.ok(blocks.some(({ main }) => main) && blocks.some(({ comments }) => comments));
    }
    assert.is(texts.size, PARTS.length, 'the parts of this page differ');
  }),
);

test(
  'a WARC has pages of the kept part, and a record of every block that was removed',
  withFolder({}, async (folder) => {
    const warc = warcRecord({
      url: 'https://a.example/bridge',
      http: ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=utf-8'],
      body: WITH_LETTER,
    });
    const page = (await Detector.create()).learn(Buffer.from(WITH_LETTER));
    for (const keep of PARTS) {
      const words = ['-', '--keep', keep, '--format', 'warc', '--out', 'out.warc.gz'];
      const { code, stderr } = await refrainWithInput(folder, warc, ...words);
      assert.is(code, 0, stderr);
      const written = gunzipSync(readFileSync(join(folder, 'out.warc.gz'))).toString();
      assert.ok(written.includes(page.html(keep, { mode: 'cut' })), keep);
      const [, json = ''] = /^(\{"software".*\})\r?$/m.exec(written) ?? [];
      const about = JSON.parse(json) as { keep?: string; removed: { main: boolean; text: string }[] };
      assert.is(about.keep, keep);
      const kept = page.blocks.filter(({ text }) => !about.removed.some((block) => block.text === text));
      assert.is(kept.map(({ text }) => text).join('\n'), page.text(keep), keep);
    }
  }),
);

test(
  'writes the same lines with 1 and with 3 threads, and continues from a store',
  withFolder(files, async (folder) => {
    const lines = async (...words: string[]): Promise<string[]> => {
      const { code, stdout, stderr } = await refrain(folder, './crawl', '--keep', 'main+comments', ...words);
      assert.is(code, 0, stderr);
      return stdout.split('\n').sort();
    };
    const one = await lines();
    assert.equal(await lines('--jobs', '3', '--state', 'store'), one);
    const again = await lines('--state', 'store', '--relabel');
    assert.equal(
      again.map((line) => line.length > 0),
      one.map((line) => line.length > 0),
    );
  }),
);

test(
  'main content with a store by repetition is one error before a page is read',
  withFolder(files, async (folder) => {
    assert.is((await refrain(folder, './crawl', '--preset', 'paper', '--state', 'store', '-q')).code, 0);
    const { code, stdout, stderr } = await refrain(folder, './crawl', '--keep', 'main', '--state', 'store');
    assert.is(code, 2);
    assert.is(stdout, '');
    assert.match(stderr, /^refrain: --keep main: .* the store store decides by repetition only \(NO_MAIN\)\n/);
  }),
);

test(
  'text in data is a separate member in ndjson, and follows the text in other formats',
  withFolder({ 'socks.html': SHOP, 'bridge.html': ARTICLE }, async (folder) => {
    const page = (await Detector.create()).learn(Buffer.from(SHOP));
    const structured = (await StructuredReader.create()).text(page);
    assert.match(structured, 'Knitted from wool');
    const main = page.text('main');
    const run = async (...words: string[]): Promise<string> => {
      const { code, stdout, stderr } = await refrain(folder, ...words, '--keep', 'main', '--structured');
      assert.is(code, 0, stderr);
      return stdout;
    };
    const [line] = pageLines(await run('socks.html', '--fields', 'text,structured')) as unknown as {
      text: string;
      structured?: string;
    }[];
    assert.equal([line?.text, line?.structured], [main, structured]);
    const whole = main === '' ? structured : `${main}\n${structured}`;
    assert.is(await run('socks.html', '--format', 'text'), `${whole}\n`);
    assert.is((JSON.parse(await run('socks.html', '--format', 'minisearch')) as { text: string }).text, whole);
    const [article] = pageLines(await run('bridge.html', '--fields', 'text,structured')) as unknown as {
      structured?: string;
    }[];
    assert.is(article?.structured, undefined, 'a page without such data');
    await run('bridge.html', 'socks.html', '--format', 'text', '--out', 'texts', '--jobs', '2');
    assert.is(readFileSync(join(folder, 'texts/socks.txt'), 'utf8'), `${whole}\n`);
  }),
);

test(
  'a page without main content has all content, and the run reports it',
  withFolder(
    { 'site/a.html': ARTICLE, 'site/b.html': '<title>Gone</title><p>Gone.</p>', 'site/c.html': '<div id=app></div>' },
    async (folder) => {
      const words = ['site', '--keep', 'main', '--fields', 'id,confidence,reason,text'];
      const { stdout, stderr } = await refrain(folder, ...words);
      const [, gone, app] = stdout.trim().split('\n');
      assert.is(gone, '{"id":"b.html","confidence":0.5,"reason":"no-main","text":"Gone."}');
      assert.is(app, '{"id":"c.html","confidence":0.5,"reason":"no-text","text":""}');
      assert.match(stderr, /b\.html: hardly any main content: .*\n.*c\.html: no text: .*2 pages with next to nothing/s);
      const text = await refrain(folder, 'site/b.html', '--keep', 'main', '--format', 'text', '--quiet');
      assert.equal([text.stdout, text.stderr], ['Gone.\n', '']);
    },
  ),
);

test.run();
