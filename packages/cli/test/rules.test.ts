/** Manual rules override the model. Each mistake in them is reported and loses no page. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exportSite, refrain, site, withFolder } from './command.ts';

const NEWS =
  'The council has said that the ferry will run until the end of the year, and that it will cost no more than before. ';
const page = (host: string, number: number): string => `<html><body><div id=menu>Home News Tides Harbour</div>
<div id=story class="text wide"><h1>Day ${number}</h1><p>${host} on day ${number}. ${NEWS.repeat(3)}</p>
<div class=note><p>Letters of day ${number}: ${NEWS}</p></div></div>
<div class=footer>Harbour Gazette, 3 Quay Street. ${'All rights are reserved by the gazette and its friends. '.repeat(6)}</div></body></html>`;

const PAGES = 5;
const pagesOf = (hosts: readonly string[]): string =>
  hosts
    .flatMap((host) =>
      Array.from({ length: PAGES }, (_, at) => JSON.stringify({ url: `https://${host}/${at}`, html: page(host, at) })),
    )
    .join('\n');

const json = (parts: object): string => JSON.stringify({ version: 1, site: 'x', layouts: [{ id: 1, ...parts }] });

/** Files of rules with one mistake each, and its message. */
const MISTAKES: readonly [file: string, text: string | Uint8Array, message: string][] = [
  [
    'wrong.example.txt',
    "body: //div[@id='storry']",
    "line 1: body: //div[@id='storry']: finds no text on 5 of 5 pages",
  ],
  [
    'strip.example.txt',
    '\nstrip: //body',
    'line 2: strip: //body: takes nearly the whole page on 5 of 5 pages, where it was not used',
  ],
  ['wide.example.txt', 'body: //html', 'line 1: body: //html: takes nearly the whole page on '],
  [
    'narrow.example.txt',
    'body: //h1',
    'line 1: body: //h1: finds hardly any of the main content on 5 of 5 pages, where it was not used',
  ],
  ['syntax.example.txt', "body: //div[@id='story'", "line 1: body: //div[@id='story' ends too early"],
  ['unknown.example.txt', 'boddy: //div', 'line 1: boddy: //div does not begin with a known directive'],
  [
    'function.example.txt',
    'strip: //p[string-length(.) > 9]',
    'line 1: strip: //p[string-length(.) > 9] has no equivalent selector from string-length(.) > 9] on',
  ],
  ['bytes.example.txt', new Uint8Array([0x62, 0xff, 0xfe, 0x0a]), 'is not UTF-8; none of its rules is used'],
  ['json.example.json', '{ "version": 1, ', 'the rules cannot be read: SyntaxError'],
  ['member.example.json', json({ main: [{ select: 'a' }] }), 'layouts[0].main[0].select is not a member'],
  [
    'selector.example.json',
    json({ template: [{ region: 'header', selector: 'a:hover' }] }),
    'layouts[0].template[0]: a:hover: the selector cannot be read',
  ],
  [
    'layout.example.json',
    json({ has: ['.shop'], main: [{ selector: '.shop p' }] }),
    'no layout, or no body, fits 5 of 5 pages, where the model decides',
  ],
];

const HOSTS = MISTAKES.map(([file]) => file.replace(/\.[^.]*$/, ''));

test(
  'reports each mistake, and loses no page',
  withFolder({ 'pages.ndjson': pagesOf(HOSTS) }, async (folder) => {
    const words = ['pages.ndjson', '--fields', 'id,text,markdown', '--keep', 'main'];
    const plain = await refrain(folder, ...words, '-q');
    const rules = join(folder, 'rules');
    mkdirSync(rules);
    for (const [file, text] of MISTAKES) writeFileSync(join(rules, file), text);
    writeFileSync(join(rules, 'absent.example.txt'), 'body: //main');
    writeFileSync(join(rules, 'www.json.example.txt'), 'body: //main');
    for (const jobs of ['1', '2']) {
      const { code, stdout, stderr } = await refrain(folder, ...words, '--rules', 'rules', '--jobs', jobs);
      assert.is(code, 0, stderr);
      for (const [file, , message] of MISTAKES)
        assert.ok(stderr.includes(`refrain: rules/${file}: ${message}`), `${file}\n${stderr}`);
      assert.match(stderr, 'rules/absent.example.txt: no page is of this site\n');
      assert.match(stderr, 'rules/www.json.example.txt: the site has rules in rules/json.example.json already\n');
      const linesOf = (text: string): string[] => text.trimEnd().split('\n').sort();
      if (jobs === '1') assert.is(stdout, plain.stdout);
      else assert.equal(linesOf(stdout), linesOf(plain.stdout));
    }
  }),
);

test(
  'a manual rule overrides the model, on the host, on www and on subdomains',
  withFolder(
    {
      'pages.ndjson': pagesOf(['www.river.example', 'a.lake.example', 'sea.example']),
      'rules/river.example.txt':
        "body: //div[@id='story']\nstrip: //div[@class='note']\ntitle: //h2\ntitle: //h1\nauthor: //div[@class='footer']\ndate: //h1\n",
      'rules/.lake.example.json': json({ main: [{ selector: '.footer' }] }),
    },
    async (folder) => {
      const { stdout, stderr } = await refrain(
        folder,
        'pages.ndjson',
        '--keep',
        'main',
        '--fields',
        'site,text,title,authors,published',
        '--rules',
        'rules',
      );
      assert.match(
        stderr,
        /^refrain: rules\/river.example.txt: line 3: title: \/\/h2: finds no text on 5 of 5 pages\n/,
      );
      for (const line of stdout.trimEnd().split('\n')) {
        const { site, text, title, authors, published } = JSON.parse(line);
        if (site === 'sea.example') continue;
        const isRiver = site === 'www.river.example';
        assert.is(text.includes('on day'), isRiver, line);
        if (isRiver) assert.match(title, /^Day \d$/);
        if (isRiver) assert.match(authors[0], /^Harbour Gazette, 3 Quay Street\. All/);
        assert.is(published, undefined);
        assert.is(text.includes('Quay Street'), !isRiver, line);
        assert.not.match(text, 'Letters of');
      }
    },
  ),
);

test(
  'refuses a folder that does not exist',
  withFolder({ 'page.html': page('a', 1) }, async (folder) => {
    const { code, stderr } = await refrain(folder, 'page.html', '--rules', 'none');
    assert.is(code, 2);
    assert.match(stderr, /^refrain: --rules none: no such file or directory \(ENOENT\)\n/);
  }),
);

const LEARN = ['--state', 'store', '--site', 'news', '--quiet'] as const;

test(
  'rules from a store are those of the pages, and the store does not change',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', ...LEARN, '--events', 'events.ndjson');
    const before = await exportSite(folder, 'store', 'news');
    const { stdout, stderr } = await refrain(folder, 'rules', 'news', '--state', 'store');
    const ofPages = await refrain(folder, 'rules', 'site', '--site', 'news');
    assert.equal(JSON.parse(stdout).layouts[0].content, JSON.parse(ofPages.stdout).layouts[0].content);
    assert.is(JSON.parse(stdout).site, 'news');
    assert.match(stderr, 'refrain: rules from 8 pages of store');
    assert.equal(await exportSite(folder, 'store', 'news'), before);
  }),
);

const refused = async (folder: string, ...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await refrain(folder, ...words);
  assert.is(code, 2);
  assert.is(stdout, '');
  assert.is(stderr.trimEnd().split('\n').length, 1);
  return stderr;
};

test(
  'a site that was learned without events and an unknown site cause different errors, each of one line',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', ...LEARN);
    const without = await refused(folder, 'rules', 'news', '--state', 'store');
    assert.match(without, /no template of news.*--state store --events FILE \(TEMPLATE_MISSING\)/);
    const unknown = await refused(folder, 'rules', 'sport', '--state', 'store');
    assert.match(unknown, /no site sport.*\(SITE_UNKNOWN\)/);
  }),
);

test(
  'a site that was learned without events has rules after its pages were read again with events',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', ...LEARN);
    await refrain(folder, 'site', ...LEARN, '--events', 'events.ndjson');
    const { code, stdout } = await refrain(folder, 'rules', 'news', '--state', 'store');
    assert.is(code, 0);
    assert.is(JSON.parse(stdout).pages, 8);
  }),
);

test(
  'an error for rules from a store with few pages names the required number',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site/1.html', 'site/2.html', ...LEARN, '--events', 'events.ndjson');
    assert.match(await refused(folder, 'rules', 'news', '--state', 'store'), /need 8 or more \(TOO_FEW_PAGES\)/);
  }),
);

test.run();
