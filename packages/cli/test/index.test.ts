/** `refrain index` and `refrain search`: building, searching, failures and interruptions. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Index, type SearchResult } from '@refrain/search';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeded } from '../../../test/support/random.ts';
import { BY_REPETITION } from '../../../test/support/repetition.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { members, warcRecord } from '../../../test/support/warc.ts';
import {
  type Outcome,
  outcome,
  page,
  refrain,
  refrainUntil,
  refrainWithInput,
  site,
  start,
  withFolder,
} from './command.ts';

const results = ({ stdout }: Outcome): SearchResult[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SearchResult);

/** URLs of the pages that match a query. */
const found = async (folder: string, index: string, ...query: string[]): Promise<string[]> => {
  const asked = await refrain(folder, 'search', index, ...query, '--json', '--limit', '100');
  assert.is(asked.code, 0, asked.stderr);
  return results(asked).map(({ url }) => url);
};

/** Sixteen pages with different titles and stories, so that some words occur on few pages. */
const stories = Object.fromEntries(
  ['apple', 'pear', 'plum', 'cherry', 'quince', 'fig', 'grape', 'lemon'].flatMap((fruit, at) => [
    [`site/${fruit}.html`, `<title>The ${fruit}</title>${page(`A ${fruit} is a fruit that keeps ${at + 2} days`)}`],
    [`site/more/${fruit}.html`, page(`Recipe: pie of ${fruit} and sugar, the ${fruit} peeled`)],
  ]),
);

test(
  'builds an index of a folder that finds pages by their content and not by their template',
  withFolder(stories, async (folder) => {
    const built = await refrain(folder, 'index', 'site', '--out', 'site.index', ...BY_REPETITION);
    assert.is(built.code, 0);
    assert.is(built.stdout, '');
    assert.match(
      built.stderr,
      /^refrain: 16 pages of 1 site, 0 failed\nrefrain: index in site\.index: \d+ words, \d+ different, 0\.0 MB\nrefrain: .* pages\/s, .* MB\/s\n$/,
    );
    assert.equal(readdirSync(folder).sort(), ['site', 'site.index']);
    assert.equal((await found(folder, 'site.index', 'quince')).sort(), ['more/quince.html', 'quince.html']);
    assert.equal(await found(folder, 'site.index', 'peeled', '"quince and sugar"'), ['more/quince.html']);
    // The menu is content on the first four pages.
    assert.is((await found(folder, 'site.index', 'news')).length, 4);
    const printed = await refrain(folder, 'search', 'site.index', 'quince');
    assert.equal([printed.code, printed.stderr], [0, '']);
    const rows = printed.stdout.split('\n').map((line) => line.split('\t'));
    assert.equal(
      rows.map(([, url, title]) => [url, title]).sort(),
      [
        ['more/quince.html', ''],
        ['quince.html', 'The quince'],
        [undefined, undefined],
      ].sort(),
    );
    assert.ok(Number(rows[0]?.[0]) >= Number(rows[1]?.[0]) && Number(rows[1]?.[0]) > 0);
  }),
);

test(
  '--template selects the method; --max-memory does not change the index; a new index replaces the old one',
  withFolder(stories, async (folder) => {
    const news = async (...words: string[]): Promise<number> => {
      const { code, stderr } = await refrain(folder, 'index', 'site', '--out', 'x', '-q', '--seed', '5', ...words);
      assert.equal([code, stderr], [0, '']);
      return (await found(folder, 'x', 'news')).length;
    };
    assert.is(await news('--template', 'none'), 16);
    assert.is(await news('--template', 'two-stage', '--max-memory', '16'), 0);
    const small = readFileSync(join(folder, 'x'));
    assert.is(await news('--template', 'two-stage', '--separators', 'blocks'), 0);
    assert.equal(readFileSync(join(folder, 'x')), small);
    assert.is(await news('--template', 'incremental', ...BY_REPETITION, '--template-df', '2'), 1);
  }),
);

test(
  'search ranks and limits results, prints JSON on request, and replaces control characters',
  withFolder(
    {
      'in/a.ndjson': ['<title>One \u001b[31mred\u009b</title><p>word word', '<p>word of many others', '<p>nothing']
        .map((html, at) => `${JSON.stringify({ url: `https://a.example/\u001b${at}\t`, html })}\n`)
        .join(''),
    },
    async (folder) => {
      await refrain(folder, 'index', 'in/a.ndjson', '--out', 'x', '--template', 'none');
      const ask = (...words: string[]): Promise<Outcome> => refrain(folder, 'search', 'x', ...words);
      const [bm25, pivoted] = [await ask('others', '--json'), await ask('others', '--json', '--ranking', 'pivoted')];
      assert.equal(Object.keys(results(bm25)[0] ?? {}), ['page', 'url', 'title', 'score']);
      assert.is(results(bm25)[0]?.page, 1);
      assert.is.not(results(bm25)[0]?.score, results(pivoted)[0]?.score);
      assert.is(results(await ask('word', '--json')).length, 2);
      assert.is(results(await ask('word', '--json', '--limit', '1')).length, 1);
      const { stdout } = await ask('one');
      assert.match(stdout, /^\d\.\d{3}\thttps:\/\/a\.example\/\ufffd0\ufffd\tOne \ufffd\[31mred\ufffd\n$/);
      const none = await ask('zzz');
      assert.equal([none.code, none.stdout, none.stderr], [0, '', 'refrain: no page was found\n']);
      assert.equal(await ask('zzz', '-q'), { code: 0, stdout: '', stderr: '' });
    },
  ),
);

test(
  'indexes HTML, WARC, NDJSON and standard input, gzipped or not, each in its character set',
  withFolder(
    {
      'in/latin.html': Buffer.from('<meta charset=iso-8859-1><p>Gr\u00fc\u00dfe aus einem Ordner', 'latin1'),
      'in/packed.html': gzipSync('<p>Ein gepackter Ordner'),
      'warcs/a.warc.gz': members([
        warcRecord({ type: 'request', url: 'https://a.example/', body: 'GET / HTTP/1.1\r\n\r\n' }),
        warcRecord({
          url: 'https://a.example/warc',
          http: ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=EUC-JP', 'Content-Encoding: gzip'],
          body: gzipSync(Buffer.from([0x3c, 0x70, 0x3e, 0xc6, 0xfc, 0xcb, 0xdc])),
        }),
      ]),
      'printed.ndjson.gz': gzipSync(
        `${JSON.stringify({ url: 'https://b.example/', html: '<p>Zeile für Zeile', id: '7' })}\n`,
      ),
    },
    async (folder) => {
      const input = `${JSON.stringify({ url: 'https://c.example/', html: '<p>vom Band' })}\n`;
      const words = ['in', 'warcs/a.warc.gz', 'printed.ndjson.gz', '-', '--out', 'x', '--template', 'none'];
      const { code, stderr } = await refrainWithInput(folder, input, 'index', ...words);
      assert.is(code, 0, stderr);
      assert.match(stderr, /^refrain: 5 pages of 4 sites, 0 failed\n/);
      assert.equal(await found(folder, 'x', 'grüße'), ['latin.html']);
      assert.equal(await found(folder, 'x', 'gepackter'), ['packed.html']);
      assert.equal(await found(folder, 'x', '日本'), ['https://a.example/warc']);
      assert.equal(await found(folder, 'x', 'zeile'), ['https://b.example/']);
      assert.equal(await found(folder, 'x', 'band'), ['https://c.example/']);
    },
  ),
);

test(
  'separates sites by folder, by --site and by --site-of',
  withFolder(
    Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`crawl/${at % 3}/${at}.html`, page(`Story of day ${at}`)]),
    ),
    async (folder) => {
      const sites = async (...words: string[]): Promise<string | undefined> => {
        const { stderr } = await refrain(folder, 'index', 'crawl', '--out', 'x', ...words);
        return /pages of (\d+ sites?), /.exec(stderr)?.[1];
      };
      assert.is(await sites(), '3 sites');
      assert.is(await sites('--site', 'all'), '1 site');
      const ndjson = ['a.example/x/1', 'b.a.example/x/2', 'a.example/y/3']
        .map((url) => `${JSON.stringify({ url: `https://${url}`, html: '<p>text' })}\n`)
        .join('');
      for (const [words, count] of [
        [[], '2 sites'],
        [['--site-of', 'domain'], '1 site'],
        [['--site-of', 'folders:1'], '3 sites'],
      ] as const) {
        const { stderr } = await refrainWithInput(folder, ndjson, 'index', '-', '--out', 'y', ...words);
        assert.match(stderr, ` of ${count}, `);
      }
    },
  ),
);

test(
  'reports failed pages and inputs with their codes and indexes the others',
  withFolder({ ...site, 'site/4.html': 'x'.repeat(5000), 'empty/notes.txt': '' }, async (folder) => {
    const ndjson =
      '{"url":"nowhere","html":"<p>no site"}\nnonsense\n{"url":"https://a.example/","html":"<p>streamed"}\n';
    const words = ['site', 'missing', 'empty', '-', '--out', 'x', '--max-page-bytes', '4999'];
    const { code, stdout, stderr } = await refrainWithInput(folder, ndjson, 'index', ...words);
    assert.is(code, 1);
    assert.is(stdout, '');
    assert.equal(stderr.split('\n').slice(0, 4), [
      'refrain: missing: no such file or directory (ENOENT)',
      'refrain: empty: no .html, .htm or .xhtml file in it (NO_PAGES)',
      'refrain: site/4.html: the page has 5000 bytes, more than 4999 (PAGE_TOO_LARGE)',
      'refrain: stdin:1: "nowhere" is not a URL (URL_INVALID)',
    ]);
    assert.match(stderr, /refrain: stdin:2: the line at byte 38 is not JSON: .* \(INPUT_DAMAGED\)\n/);
    assert.match(stderr, /refrain: 8 pages of \d sites, 5 failed\n/);
    assert.equal(await found(folder, 'x', 'streamed'), ['https://a.example/']);
    const quiet = await refrain(folder, 'index', 'site', 'missing', '--out', 'y', '-q');
    assert.equal([quiet.code, quiet.stderr], [1, 'refrain: missing: no such file or directory (ENOENT)\n']);
  }),
);

test(
  'writes nothing and keeps the old index when no page could be read',
  withFolder({ ...site, 'empty/notes.txt': '' }, async (folder) => {
    await refrain(folder, 'index', 'site', '--out', 'x', '-q');
    const before = readFileSync(join(folder, 'x'));
    for (const [input, out] of [
      ['empty', 'x'],
      ['missing', 'y'],
    ] as const) {
      const { code, stderr } = await refrain(folder, 'index', input, '--out', out);
      assert.is(code, 2);
      assert.match(stderr, `refrain: ${out}: not written, because no page could be read (NO_PAGES)\n`);
    }
    assert.equal(readFileSync(join(folder, 'x')), before);
    assert.equal(readdirSync(folder).sort(), ['empty', 'site', 'x']);
  }),
);

test(
  'refuses an unusable --out before it reads a page and leaves no file',
  withFolder(
    { ...site, 'other/a.html': page('A'), 'a.ndjson': '{"url":"https://a.example/","html":"x"}\n' },
    async (folder) => {
      const before = readdirSync(folder, { recursive: true }).sort();
      for (const [input, out, message] of [
        ['site', 'a.ndjson/x', '--out a.ndjson/x: there is no folder a.ndjson (OUTPUT_INVALID)'],
        ['site', 'other', '--out other: must be a file, and it is a folder (OUTPUT_INVALID)'],
        ['a.ndjson', './a.ndjson', '--out ./a.ndjson: must not be a file that pages are read from'],
        ['site', '/proc/x', '/proc/x: cannot begin an index: '],
      ] as const) {
        if (out.startsWith('/proc') && !existsSync('/proc')) continue;
        const { code, stdout, stderr } = await refrain(folder, 'index', input, '--out', out);
        assert.is(code, 2, stderr);
        assert.is(stdout, '');
        assert.ok(stderr.startsWith(`refrain: ${message}`), stderr);
        assert.is(stderr.split('\n').length, 2);
      }
      assert.equal(readdirSync(folder, { recursive: true }).sort(), before);
    },
  ),
);

/** NDJSON of pages with many different words. */
function wordy(pages: number, words: number): string {
  const random = seeded(7);
  const word = (): string => `w${random.below(1_000_000).toString(36)}`;
  return Array.from({ length: pages }, (_, at) => {
    const html = `<p>${Array.from({ length: words }, word).join(' ')}`;
    return `${JSON.stringify({ url: `https://a.example/${at}`, html })}\n`;
  }).join('');
}

const onPosix = process.platform === 'win32' ? test.skip : test;

onPosix(
  'keeps the old index and removes its own files when the disk is full',
  withFolder({ ...site, 'in/a.ndjson': wordy(40, 2000) }, async (folder) => {
    await refrain(folder, 'index', 'site', '--out', 'x', '-q');
    const before = readFileSync(join(folder, 'x'));
    // Limits files to 64 blocks of 512 bytes. Without the signal a write fails as it does on a full disk.
    const words = ['index', 'in/a.ndjson', '--out', 'x', '--template', 'none'];
    const { code, stdout, stderr } = await outcome(start(folder, words, { shell: "trap '' XFSZ; ulimit -f 64" }));
    assert.is(code, 2, stderr);
    assert.is(stdout, '');
    assert.match(stderr, /^refrain: x: cannot write the index: EFBIG: .* \(INDEX_FAILED\)\n$/);
    assert.equal(readdirSync(folder).sort(), ['in', 'site', 'x']);
    assert.equal(readFileSync(join(folder, 'x')), before);
  }),
);

/** The working folder of a build of `x`, as soon as it exists. */
const workingFolder = (folder: string): Promise<string> =>
  waitFor('the working folder', () => readdirSync(folder).find((entry) => entry.startsWith('x.building-')));

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(
    `${signal} while reading pages keeps the old index and removes the working folder`,
    withFolder(site, async (folder) => {
      await refrain(folder, 'index', 'site', '--out', 'x', '-q');
      const before = readFileSync(join(folder, 'x'));
      const child = start(folder, ['index', '-', '--out', 'x']);
      const ended = outcome(child);
      child.stdin?.on('error', () => undefined).write('{"url":"https://a.example/","html":"<p>text"}\n');
      await workingFolder(folder);
      child.kill(signal);
      const { code: given, stderr } = await ended;
      assert.is(given, code);
      assert.match(stderr, /^refrain: \d pages?, 0 failed; interrupted: no index was written\n$/);
      assert.equal(readdirSync(folder).sort(), ['site', 'x']);
      assert.equal(readFileSync(join(folder, 'x')), before);
    }),
  );
}

test(
  'an interruption while the index is being written removes the working folder',
  withFolder({ 'in/a.ndjson': wordy(500, 2000) }, async (folder) => {
    const controller = new AbortController();
    const words = ['index', 'in/a.ndjson', '--out', 'x', '--template', 'none', '--max-memory', '16'];
    const running = refrainUntil(controller.signal, folder, ...words);
    const isWriting = (): boolean =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('/index'));
    await waitFor('the file of the index', isWriting);
    controller.abort();
    const { code, stderr } = await running;
    assert.is(code, 1);
    assert.match(stderr, /^refrain: 500 pages, 0 failed; interrupted: no index was written\n$/);
    assert.equal(readdirSync(folder), ['in']);
  }),
);

test(
  'the next build removes the working folder of a killed one',
  withFolder(site, async (folder) => {
    const child = start(folder, ['index', '-', '--out', 'x']);
    const ended = once(child, 'close');
    child.stdin?.on('error', () => undefined).write('{"url":"https://a.example/","html":"<p>text"}\n');
    const left = await workingFolder(folder);
    child.kill('SIGKILL');
    await ended;
    assert.ok(existsSync(join(folder, left)));
    assert.is((await refrain(folder, 'index', 'site', '--out', 'x', '-q')).code, 0);
    assert.equal(readdirSync(folder).sort(), ['site', 'x']);
  }),
);

test(
  'search refuses files that are not an index, cut indexes and other versions',
  withFolder(
    { ...stories, 'empty.index': '', 'text.index': 'no index '.repeat(100), 'short.index': 'short' },
    async (folder) => {
      await refrain(folder, 'index', 'site', '--out', 'x', '-q');
      const whole = readFileSync(join(folder, 'x'));
      const cuts = [1, 100, 127, 128, 129, Math.floor(whole.length / 2), whole.length - 1];
      for (const [at, cut] of cuts.entries()) writeFileSync(join(folder, `cut${at}`), whole.subarray(0, cut));
      writeFileSync(join(folder, 'long'), Buffer.concat([whole, Buffer.alloc(1)]));
      const later = Buffer.from(whole);
      later.writeUInt32LE(99, 8);
      writeFileSync(join(folder, 'later'), later);
      mkdirSync(join(folder, 'folder'));
      for (const [file, message] of [
        ['empty.index', /the file is not an index of refrain \(INDEX_DAMAGED\)/],
        ['text.index', /the file is not an index of refrain \(INDEX_DAMAGED\)/],
        ['short.index', /the file is not an index of refrain \(INDEX_DAMAGED\)/],
        ...cuts.map((_, at) => [`cut${at}`, /\(INDEX_DAMAGED\)/] as const),
        ['long', /\(INDEX_DAMAGED\)/],
        ['later', /the index has format 99; .* \(INDEX_VERSION\)/],
        ['missing', /ENOENT: no such file or directory.* \(INDEX_FAILED\)/],
        ['folder', /is a folder; .* \(COMMAND_REFUSED\)/],
      ] as const) {
        const { code, stdout, stderr } = await refrain(folder, 'search', file, 'apple');
        assert.is(code, 2, file);
        assert.is(stdout, '');
        assert.ok(stderr.startsWith(`refrain: ${file}: `), stderr);
        assert.match(stderr, message);
        assert.is(stderr.split('\n').length, 2, stderr);
      }
    },
  ),
);

test(
  'search refuses an altered record when a query needs it',
  withFolder(stories, async (folder) => {
    await refrain(folder, 'index', 'site', '--out', 'x', '-q');
    const bytes = readFileSync(join(folder, 'x'));
    const at = bytes.indexOf('more/quince.html');
    assert.ok(at > 0);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(join(folder, 'x'), bytes);
    const { code, stdout, stderr } = await refrain(folder, 'search', 'x', 'quince');
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, /^refrain: x: a name of the index is altered: build the index again \(INDEX_DAMAGED\)\n$/);
    assert.is((await refrain(folder, 'search', 'x', 'apple')).code, 0);
  }),
);

test(
  'refuses an invalid model before it writes anything',
  withFolder({ ...site, 'bad.model': 'no model' }, async (folder) => {
    for (const [words, message] of [
      [['--model', 'bad.model'], 'refrain: --model bad.model: the model is damaged, or belongs to another version'],
    ] as const) {
      const { code, stderr } = await refrain(folder, 'index', 'site', '--out', 'x', ...words);
      assert.is(code, 2);
      assert.ok(stderr.startsWith(message), stderr);
      assert.equal(readdirSync(folder).sort(), ['bad.model', 'site']);
    }
  }),
);

test(
  '--help of index leaves out options of other commands',
  withFolder(site, async (folder) => {
    const index = await refrain(folder, 'index', '--help');
    assert.not.match(index.stdout, 'memory of the module');
    assert.not.match(index.stdout, '--format');
  }),
);

/** A module loader hook that prints the URL of every loaded file on standard error. */
const LOG_LOADS = `export const load = (url, context, next) => {
  if (url.startsWith('file:')) process._rawDebug('loaded ' + url);
  return next(url, context);
};`;

test(
  'the main command loads no file of the index builder',
  withFolder(site, async (folder) => {
    const hooks = `data:text/javascript,${encodeURIComponent(LOG_LOADS)}`;
    const register = `import { register } from 'node:module'; register(${JSON.stringify(hooks)});`;
    const first = `data:text/javascript,${encodeURIComponent(register)}`;
    const loads = async (...words: string[]): Promise<boolean> => {
      const { code, stderr } = await outcome(start(folder, words, { first }));
      assert.is(code, 0, stderr);
      assert.match(stderr, /loaded file:.*\/bin\/main\.js/);
      return [...stderr.matchAll(/loaded (file:.*\/bin\/.*)/g)].some(([, url = '']) =>
        readFileSync(new URL(url), 'utf8').includes('.building-'),
      );
    };
    assert.not(await loads('site', '--format', 'bulk'));
    assert.not(await loads('--help'));
    assert.ok(await loads('index', 'site', '--out', 'x'));
  }),
);

test(
  'the library opens an index of the command',
  withFolder(stories, async (folder) => {
    await refrain(folder, 'index', 'site', '--out', 'x', '--template', 'two-stage', '-q');
    const index = await Index.open(join(folder, 'x'));
    assert.equal([index.stats.pages, index.stats.template, index.stats.titles], [16, 'two-stage', true]);
    assert.is(index.df('quince'), 2);
    index.close();
  }),
);

test.run();
