/** Compares addresses of links with those of `URL`. */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../support/random.ts';

const BASES = [
  'https://a.example',
  'https://a.example/',
  'http://a.example:8080/b/c/d.html?e=f#g',
  'https://user:pass@a.example/b/c/',
  'https://a.example/b/c/?x=/y/z',
  'https://a.example//b//c',
];

const RELATIVE = [
  ...[
    '',
    '#',
    '#x',
    '?',
    '?x=y',
    '?x=y#z',
    '.',
    './',
    '..',
    '../',
    '../..',
    '../../../x',
    'x',
    'x/',
    'x/y',
    './x',
    '../x',
  ],
  ...[
    '/',
    '/x',
    '/x/../y',
    '/../x',
    '//other.example',
    '//other.example/x/../y',
    '//other.example?x',
    '//other.example:81/#a',
  ],
  ...[
    'x/./y',
    'x/../y',
    'x/..',
    'x/.',
    'x/../../..',
    '%2e%2e/x',
    'x/%2E./y',
    '.%2e',
    'x//y',
    'x?../y',
    'x#../y',
    '\\x',
    'x\\..\\y',
  ],
  ...[
    'http://other.example/x',
    'HTTPS://Other.example/x',
    'mailto:a@b.example',
    'tel:+1234',
    'ftp://f.example/x',
    ' x ',
    '\tx\n',
    'a\tb',
  ],
  ...[
    'x:y/z',
    'x y',
    'é',
    '日本/語',
    'a(b)c',
    'a)b',
    '...',
    '..x',
    '.x/',
    'x/.../y',
    '?a|b',
    "a'b",
    'a&amp;b',
    ';x',
    ',',
    '@',
    '!',
  ],
];

const detector = await Detector.create({ seed: 1 });

/** The URL of the only link of a page, if any. */
function addressOf(html: string, url?: string): string | undefined {
  const written = detector.label(html).markdown('all', url === undefined ? {} : { url });
  return /^\[text\]\((.*)\)\n$/.exec(written)?.[1]?.replace(/\\([|&])/g, '$1');
}

const link = (href: string): string => `<p><a href="${href.replaceAll('"', '&quot;')}">text</a>`;

/** The same form for addresses with and without percent-encoding. */
const canonical = (url: string | undefined): string | undefined =>
  url === undefined || !URL.canParse(url)
    ? url
    : new URL(url).href.replace(/[()'"[\]^{|}]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const decoded = (href: string): string => href.replaceAll('&amp;', '&');

function expected(href: string, base: string): string | undefined {
  const url = new URL(decoded(href), base);
  return ['http:', 'https:', 'mailto:', 'tel:', 'ftp:'].includes(url.protocol) ? canonical(url.href) : undefined;
}

for (const base of BASES) {
  test(`resolves addresses on ${base} as URL does`, () => {
    for (const href of RELATIVE) {
      assert.is(canonical(addressOf(link(href), base)), expected(href, base), `${href} on ${base}`);
    }
  });
}

test('resolves random paths as URL does', () => {
  const random = seededRandom(20);
  const pieces = ['..', '.', '/', '/', 'a', 'b.html', '%2e', '?', '#', 'c d', '//'];
  for (let round = 0; round < 3000; round += 1) {
    const href = Array.from({ length: 1 + random.below(7) }, () => pieces[random.below(pieces.length)]).join('');
    const base = BASES[random.below(BASES.length)] ?? '';
    // Their authority is not a host.
    if (/^[/\\]{2,}/.test(href)) continue;
    assert.is(canonical(addressOf(link(href), base)), expected(href, base), `${href} on ${base}`);
  }
});

test('leaves addresses as they are where the base is too long', () => {
  const long = `https://b.example/${'c'.repeat(2100)}/`;
  assert.is(addressOf(`<base href="${long}">${link('x')}`, 'https://a.example/'), 'x');
  assert.is(addressOf(`<base href="${'c/'.repeat(1100)}">${link('x')}`, 'https://a.example/'), 'x');
  assert.is(detector.label(link('x')).markdown('all', { url: long }), '[text](x)\n');
});

test('leaves addresses as they are once their base was written often', () => {
  const html = `<base href="https://b.example/${'c'.repeat(1900)}/"><p>${'<a href=x>y</a> '.repeat(1000)}`;
  const links =
    detector
      .label(html)
      .markdown('all')
      .match(/\([^)]*\)/g) ?? [];
  assert.is(links.length, 1000);
  assert.ok(links[0]?.startsWith('(https://b.example/'));
  assert.is(links.at(-1), '(x)');
});

test('resolves by the base element first, and the base by the URL of the page', () => {
  const page = (base: string): string => `<base href="${base}"><base href="/second/">${link('x')}`;
  assert.is(addressOf(page('https://b.example/c/d'), 'https://a.example/'), 'https://b.example/c/x');
  assert.is(addressOf(page('../c/d'), 'https://a.example/e/f/g'), 'https://a.example/e/c/x');
  assert.is(addressOf(page('//b.example'), 'https://a.example/e/f/g'), 'https://b.example/x');
  assert.is(addressOf(page('https://b.example/c/d')), 'https://b.example/c/x');
  assert.is(addressOf(page('../c/d')), 'x');
  assert.is(addressOf(page('data:text/plain,x'), 'https://a.example/e/'), 'https://a.example/e/x');
});

test('writes the text alone of links with other schemes, however they are written', () => {
  for (const href of [
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:x',
      'java\nscript:x',
      'java\tscript:x',
      '\u0001javascript:x',
    ],
    ...[
      '&#106;avascript:x',
      'vbscript:x',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:x',
      'about:blank',
      'x-y.z+1:a',
    ],
  ]) {
    assert.is(
      detector.label(link(href)).markdown('all', { url: 'https://a.example/' }),
      'text\n',
      JSON.stringify(href),
    );
  }
});

test('a heading is no link to its own page', () => {
  const url = 'https://a.example/t/rivers/12?page=2#post_3';
  const heading = (href: string): string =>
    detector.label(`<!doctype html><h1><a href="${href}">Rivers</a></h1>`).markdown('all', { url });
  for (const href of ['https://a.example/t/rivers/12', '/t/rivers/12?page=2', '//a.example/t/rivers/12/'])
    assert.is(heading(href), '# Rivers\n', href);
  for (const href of ['/', 'https://a.example/t/rivers/1', 'https://a.example/t/rivers/12#post_3'])
    assert.match(heading(href), '# [Rivers](https://a.example/', href);
});

test.run();
