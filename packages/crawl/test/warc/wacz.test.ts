import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFolder } from '../../../../test/support/folder.ts';
import { codeOf } from '../../src/errors.ts';
import { readInputs } from '../../src/input/index.ts';
import { crawl, html, members, response } from './build.ts';

const PAGES = '{"format":"json-pages-1.0","id":"pages","title":"All Pages"}\n';
const more = gzipSync(response(html('five'), { url: 'http://example.org/5' }));

/** Stored, as writers of WACZ do, and deflated. */
const wacz = zipSync({
  'datapackage.json': Buffer.from('{}'),
  'pages/pages.jsonl': Buffer.from(PAGES),
  'archive/data-1.warc.gz': [members(crawl()), { level: 0 }],
  'archive/data-2.warc.gz': [more, { level: 6 }],
  'indexes/index.cdx.gz': [gzipSync('x'), { level: 0 }],
});

const damaged = Buffer.from(wacz);
damaged.fill(0xff, 200, 260);

async function read(input: string, stdin: AsyncIterable<Uint8Array>) {
  const failures: string[] = [];
  const pages: string[] = [];
  const onFailure = ({ source, error }: { source: string; error: Error }): void => {
    failures.push(`${source} ${codeOf(error)}`);
  };
  for await (const { url, source } of readInputs([input], { onFailure, stdin })) pages.push(`${url} ${source}`);
  return { pages, failures };
}

test(
  'reads the WARCs of a WACZ; a broken one is a failure',
  withFolder(
    {
      'a.wacz': wacz,
      'cut.wacz': wacz.subarray(0, -40),
      'damaged.wacz': damaged,
      'none.wacz': zipSync({ 'pages/pages.jsonl': Buffer.from(PAGES) }),
      'page.wacz': '<p>no archive',
    },
    async (folder) => {
      async function* none(): AsyncGenerator<Uint8Array> {}
      const of = async (name: string) => {
        const { pages, failures } = await read(join(folder, name), none());
        const short = (text: string): string => text.replaceAll(`${folder}/`, '');
        return { pages: pages.map(short), failures: failures.map(short) };
      };
      const { pages, failures } = await of('a.wacz');
      assert.equal(failures, []);
      const urls = pages.map((page) => page.split(' ')[0]);
      assert.equal(
        urls,
        [1, 2, 3, '4.html', 5].map((at) => (at === '4.html' ? 'file:///4.html' : `http://example.org/${at}`)),
      );
      assert.match(pages[0] ?? '', / a\.wacz:archive\/data-1\.warc\.gz:\d+$/);
      assert.is(pages[4], 'http://example.org/5 a.wacz:archive/data-2.warc.gz:0');
      assert.equal(await of('cut.wacz'), { pages: [], failures: ['cut.wacz INPUT_DAMAGED'] });
      assert.equal(await of('none.wacz'), { pages: [], failures: ['none.wacz NO_PAGES'] });
      assert.equal(await of('page.wacz'), { pages: [], failures: ['page.wacz INPUT_DAMAGED'] });
      const broken = await of('damaged.wacz');
      assert.ok(broken.pages.includes('http://example.org/5 damaged.wacz:archive/data-2.warc.gz:0'));
      assert.match(broken.failures[0] ?? '', /^damaged\.wacz:archive\/data-1\.warc\.gz:?\d* INPUT_DAMAGED$/);
    },
  ),
);

test('a WACZ in a stream is a failure', async () => {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield wacz;
  }
  const { failures } = await read('-', stream());
  assert.equal(failures, ['stdin NOT_HTML']);
});

test.run();
