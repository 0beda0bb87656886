/** Usual mistakes in the use of command and library have messages that name the solution. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { Detector, extract, type Page, RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../../test/support/folder.ts';
import { refrain, site } from './command.ts';

/** A call, and a part of its message. */
const COMMANDS: readonly (readonly [call: string, message: string])[] = [
  // Missing or wrong inputs.
  ['', 'no input was given'],
  ['-o pages/', 'no input was given'],
  ['a.example', 'an address is written https://a.example'],
  ['www.example.org/b?c=d', 'an address is written https://www.example.org/b?c=d'],
  ['https:/a.example/', 'an address is written https://a.example/'],
  ['htps://a.example/', 'must be an address that begins with http:// or https://'],
  ['file:///tmp/page.html', 'write the path of the file'],
  ['missing.html', 'missing.html: no such file or directory'],
  ['site/*.htm', "give the folder and --include '*.htm'"],
  ['clean site', 'pages need no command: refrain site'],
  ['sreve site word', 'did you mean refrain serve?'],
  ['doc.pdf', 'it is a PDF file, not HTML'],
  ['empty', 'the folder contains no .html, .htm or .xhtml file'],
  ['lines.ndjson', 'the line at byte 0 has no html'],
  // Wrong flags.
  ['site --MD', 'did you mean --md?'],
  ['site -md', 'did you mean --md?'],
  ['site -out pages', 'did you mean --out?'],
  ['site -O pages', 'did you mean -o?'],
  ['site --token-file x', 'but of refrain serve'],
  ['site --quiet=yes', '--quiet: takes no value'],
  // Wrong values.
  ['site --fields author', 'did you mean authors?'],
  ['site --fields date', 'did you mean published?'],
  ['site --fields url;title', 'names have commas between them, without spaces: url,title'],
  ['site --frontmatter titel,url', 'did you mean title?'],
  ['site -p titel', '--fields: no field titel; did you mean title?'],
  ['site --jobs auto', 'must be a whole number from 1 to 64'],
  ['site --max-memory 10TB', 'such as 64M or 1GiB'],
  ['site --flush-every 5m', 'a number of pages (5000) or seconds (30s)'],
  ['site --site-of url', 'must be host, domain or folders:N'],
  ['site --evidence model', 'must be one of repetition, page, joint'],
  // Outputs.
  ['site -o', 'needs a value: -o PATH'],
  ['site -o pages.json', 'did you mean .jsonl?'],
  ['site -o pages.xyz', 'a folder ends in a slash'],
  ['site -o pages.csv --md', 'change the ending, or leave out the flag'],
  ['site -o pages/ --format csv', 'write --out pages/pages.csv'],
  ['site -o site', 'must not be in a folder that pages are read from'],
  // Flags that need other flags, and commands.
  ['site --url https://a.example/', 'belongs to one page, and there are several'],
  ['site --skip-known', 'needs --state'],
  ['- --relabel', 'standard input can be read only once'],
  ['site --keep main --preset paper', 'the preset paper decides by repetition only'],
  ['crawl a.example', 'must be an address that begins with http:// or https://'],
  ['report site', 'refrain report needs --out FOLDER'],
  ['state ls store', 'needs an action: list, export'],
];

for (const [call, message] of COMMANDS)
  test(`refrain ${call}`, () =>
    inFolder({ ...site, 'doc.pdf': '%PDF-1.7', 'lines.ndjson': '{"url":"https://a.example/"}\n' }, async (folder) => {
      mkdirSync(join(folder, 'empty'));
      const { code, stderr } = await refrain(folder, ...call.split(' ').filter((word) => word !== ''));
      assert.ok(code === 1 || code === 2, `exit code ${code}`);
      assert.match(stderr, message);
    }));

type Call = (...given: readonly unknown[]) => unknown;

/** Calls that programs without types can make. */
type Untyped = Readonly<Record<'learn' | 'create' | 'restore' | 'open' | 'text' | 'markdown', Call>>;

const untyped = (value: object): Untyped => value as Untyped;

const made = (value: object): unknown => new (value as new () => unknown)();

interface CallSubjects {
  readonly detector: Untyped;
  readonly page: Untyped;
  readonly sites: Untyped;
}

const CALLS: readonly (readonly [name: string, call: (made: CallSubjects) => unknown, message: string])[] = [
  ['Detector.learn(html)', () => untyped(Detector).learn('<p>One'), 'await Detector.create(options)'],
  ['new Detector()', () => made(Detector), 'await Detector.create(options)'],
  ['Detector.create("paper")', () => Detector.create('paper' as never), 'the options of a detector must be an object'],
  [
    'Detector.create({ templateDF })',
    () => Detector.create({ templateDF: 3 } as never),
    'its options are preset, temp',
  ],
  [
    'Detector.create({ templateDf: "5" })',
    () => Detector.create({ templateDf: '5' } as never),
    'a whole number from 1',
  ],
  ['Detector.restore()', () => untyped(Detector).restore(), 'a snapshot must be a Uint8Array'],
  ['extract()', () => (extract as Call)(), 'a page must be a string, bytes, a Document or an Element'],
  ['extract(url)', () => extract('https://a.example/b'), 'extract(await fetch("https://a.example/b"))'],
  ['extract(path)', () => extract('site/page.html'), 'extract(await readFile("site/page.html"))'],
  ['extract(404)', () => extract(new Response('<p>One', { status: 404 })), 'the Response has status 404'],
  ['extract(html, { url })', () => extract('<p>One', { url: 'a.example/b' }), '"a.example/b" is not a URL'],
  ['extract(promise)', () => extract(Promise.resolve('<p>One') as never), 'await it first'],
  [
    'extract(html, url)',
    () => extract('<p>One', 'https://a.example/' as never),
    'the options of extract must be an object',
  ],
  ['extract(html, { ulr })', () => extract('<p>One', { ulr: '' } as never), 'its options are url'],
  ['extract(pdf)', () => extract(Buffer.from('%PDF-1.7')), 'it is a PDF file, not HTML'],
  ['detector.learn(response)', ({ detector }) => detector.learn(new Response('<p>')), 'give it to document()'],
  ['detector.learn(html, url)', ({ detector }) => detector.learn('<p>', 'https://a.example/'), 'must be an object'],
  [
    'page.markdown({ url })',
    ({ page }) => page.markdown({ url: 'https://a.example/' }),
    "page.markdown('main', { url })",
  ],
  ['page.text("article")', ({ page }) => page.text('article'), 'part must be one of main, main+comments, content'],
  [
    'a page after the next one',
    ({ detector }) => {
      const page = detector.learn('<p>One') as Page;
      detector.learn('<p>Two');
      return page.text();
    },
    'request plain data by document()',
  ],
  ['new Sites()', () => made(Sites), 'await Sites.open({ location })'],
  ['Sites.open()', () => untyped(Sites).open(), 'Sites.open({ location: "FOLDER" })'],
  ['Sites.open(folder)', () => Sites.open('crawl' as never), 'Sites.open({ location: "crawl" })'],
  ['Sites.open({ path })', () => Sites.open({ path: 'crawl' } as never), 'needs either location or store'],
  [
    'sites.learn(html, url)',
    ({ sites }) => sites.learn('<p>One', 'https://a.example/'),
    'the URL comes before the page',
  ],
];

for (const [name, call, message] of CALLS)
  test(name, () =>
    inFolder({}, async (folder) => {
      writeFileSync(join(folder, 'page.html'), '');
      const sites = await Sites.open({ location: join(folder, 'store') });
      const detector = await Detector.create();
      const page = detector.learn('<p>One two three');
      let error: unknown;
      try {
        await call({ detector: untyped(detector), sites: untyped(sites), page: untyped(page) });
      } catch (thrown) {
        error = thrown;
      } finally {
        await sites.close();
      }
      assert.instance(error, RefrainError);
      assert.match((error as Error).message, message);
    }),
  );

test('the list has at least 60 mistakes', () => assert.ok(COMMANDS.length + CALLS.length >= 60));

test.run();
