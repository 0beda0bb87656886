import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf } from '../../../../test/support/errors.ts';
import { withFolder } from '../../../../test/support/folder.ts';
import { readPage } from '../../src/input/file.ts';
import { listPages, readFolder } from '../../src/input/folder.ts';

const list = async (folder: string, ...inputs: string[]) => {
  const { pages, failures, ...rest } = await listPages(inputs.map((input) => join(folder, input)));
  return {
    ...rest,
    pages: pages.map(({ id, site }) => `${site}: ${id}`),
    failures: failures.map(({ source, error }) => `${source.slice(folder.length + 1)} ${codeOf(error)}`),
  };
};

test(
  'a folder that contains pages is one site, subfolders included',
  withFolder(
    { 'b.html': '', 'a/c.HTM': '', 'a/d/e.xhtml': '', 'a/notes.txt': '', 'x.html/y.html': '' },
    async (folder) => {
      const { pages, failures, folders, root } = await listPages([folder]);
      const site = folder.split('/').at(-1);
      assert.equal(failures, []);
      assert.equal(folders, [folder]);
      assert.is(root, folder);
      assert.equal(
        pages.map(({ id, site, path, source }) => ({ id, site, path, source })),
        ['a/c.HTM', 'a/d/e.xhtml', 'b.html', 'x.html/y.html'].map((id) => {
          const path = join(folder, id);
          return { id, site, path, source: path };
        }),
      );
    },
  ),
);

test(
  'a folder with pages only in its subfolders is a crawl with one site per subfolder',
  withFolder(
    { 'crawl/b.org/1.html': '', 'crawl/b.org/d/2.html': '', 'crawl/a.org/d/e/1.html': '', 'crawl/c.org/notes': '' },
    async (folder) => {
      assert.equal((await list(folder, 'crawl')).pages, [
        'a.org: a.org/d/e/1.html',
        'b.org: b.org/1.html',
        'b.org: b.org/d/2.html',
      ]);
      assert.equal((await list(folder, 'crawl/b.org', 'crawl/a.org/d/e/1.html')).pages, [
        'b.org: b.org/1.html',
        'b.org: b.org/d/2.html',
        'e: a.org/d/e/1.html',
      ]);
    },
  ),
);

test(
  'a file belongs to the site of its folder, whatever its name, and is listed once',
  withFolder({ 'a/one.txt': '', 'a/two.html': '' }, async (folder) => {
    const { pages, root } = await list(folder, 'a/one.txt', 'a', 'a/two.html', 'a/../a');
    assert.equal(pages, ['a: one.txt', 'a: two.html']);
    assert.is(root, join(folder, 'a'));
  }),
);

test(
  'a missing input or one without pages is a failure; links to folders are not followed',
  withFolder({ 'a/one.html': '', 'empty/notes.txt': '' }, async (folder) => {
    symlinkSync('..', join(folder, 'a/up'));
    symlinkSync('../empty/notes.txt', join(folder, 'a/link.html'));
    const { pages, failures } = await list(folder, 'a', 'missing', 'empty');
    assert.equal(pages, ['a: a/link.html', 'a: a/one.html']);
    assert.equal(failures, ['missing ENOENT', 'empty NO_PAGES']);
  }),
);

test(
  'reads a folder page by page; passes failures to onFailure or throws them',
  withFolder({ '1.html': 'one', '2.html': 'x'.repeat(11), '4.html': '', '5.html': 'five' }, async (folder) => {
    symlinkSync('nowhere', join(folder, '3.html'));
    const failures: string[] = [];
    const pages: string[] = [];
    const options = { maxPageBytes: 10, onFailure: ({ error }: { error: Error }) => failures.push(codeOf(error)) };
    for await (const { id, html, contentType, site, source, url } of readFolder(folder, options)) {
      pages.push(`${id} ${new TextDecoder().decode(html)}`);
      assert.is(contentType, undefined);
      assert.is(site, folder.split('/').at(-1));
      assert.equal([source, url], [join(folder, id ?? ''), pathToFileURL(join(folder, id ?? '')).href]);
    }
    assert.equal(pages, ['1.html one', '4.html ', '5.html five']);
    assert.equal(failures, ['PAGE_TOO_LARGE', 'ENOENT']);
    const strict = readFolder(folder, { maxPageBytes: 10 });
    await strict.next();
    try {
      await strict.next();
      assert.unreachable();
    } catch (error) {
      assert.is(codeOf(error), 'PAGE_TOO_LARGE');
      assert.is((error as Error).message, `${join(folder, '2.html')}: the page has 11 bytes, more than 10`);
    }
  }),
);

test(
  'decompresses a gzipped page; rejects a damaged or too large one',
  withFolder({ 'a.html': gzipSync('größer'), 'cut.html': gzipSync('größer').subarray(0, -9) }, async (folder) => {
    assert.equal(readPage(join(folder, 'a.html'), 100), Buffer.from('größer'));
    const codeAt = (path: string, maxBytes: number): string => {
      try {
        readPage(path, maxBytes);
      } catch (error) {
        return codeOf(error);
      }
      return 'none';
    };
    assert.is(codeAt(join(folder, 'cut.html'), 100), 'INPUT_DAMAGED');
    assert.is(codeAt(join(folder, 'a.html'), 5), 'PAGE_TOO_LARGE');
    assert.is(codeAt(folder, 10_000), 'EISDIR');
    assert.is(codeAt('/dev/zero', 100_000), 'PAGE_TOO_LARGE');
    assert.equal(readPage('/dev/null', 100), new Uint8Array());
  }),
);

test.run();
