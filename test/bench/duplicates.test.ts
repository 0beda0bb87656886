import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTree } from '../../bench/baselines/document.ts';
import { replaceContent } from '../../bench/duplicates/host.ts';
import { type MirrorOptions, makeMirrors } from '../../bench/duplicates/mirrors.ts';
import { plainContent } from '../../bench/duplicates/plain.ts';
import { chooseRoles, eligiblePages, templatePerPage } from '../../bench/duplicates/roles.ts';
import type { LabelledSite } from '../../bench/duplicates/site.ts';
import { drawSources } from '../../bench/duplicates/sources.ts';
import { Problem } from '../../bench/problem.ts';

const bodyOf = (html: string | undefined): string | undefined => html?.match(/<body>(.*)<\/body>/s)?.[1];

const textsOf = (html: string): string[] => readTree(html, 'https://site/').texts.map(({ text }) => text);

test('replaces content by other content and keeps the template', () => {
  const page = `<nav>menu</nav><div data-gold="content" id="main"><p>old words</p><p>and more</p>
<p data-gold="template">share</p></div><footer>foot</footer>`;
  assert.is(
    bodyOf(replaceContent(page, '<h2>New</h2><p>text')),
    `<nav>menu</nav><div id="main"><h2>New</h2><p>text</p>
<p>share</p></div><footer>foot</footer>`,
  );
});

test('puts new content into the element with 80 % of the old content and removes the rest', () => {
  const page = `<div data-gold="content"><h1>old</h1><div class="body"><p>most of what the page says is in this one
    paragraph, and little beside it</p></div><span>by <b>me</b></span></div>`;
  assert.is(bodyOf(replaceContent(page, '<p>new</p>')), '<div><div class="body"><p>new</p></div></div>');
});

test('puts new content into the common parent at the position of the first part, where two elements share the content', () => {
  const page = `<main><i>crumbs</i><div data-gold="content">post</div><i>links</i><div data-gold="content">reply</div>
<i>end</i></main>`;
  assert.is(bodyOf(replaceContent(page, '<p>new</p>')), '<main><i>crumbs</i><p>new</p><i>links</i>\n<i>end</i></main>');
});

test('keeps elements with template and puts new content behind them', () => {
  const page = `<div data-gold="content"><div class="head"><h2>old</h2><p data-gold="template">filed in</p></div>
<p>a long enough text of the page</p></div>`;
  assert.is(
    bodyOf(replaceContent(page, '<p>new</p>')),
    '<div><div class="head"><p>filed in</p></div>\n<p>new</p></div>',
  );
});

test('removes scripts and comments of the old content and keeps those of the template', () => {
  const page = '<script>1</script><!--1--><div data-gold="content"><script>2</script>old<!--2--></div>';
  assert.match(replaceContent(page, 'new') ?? '', /<script>1<\/script><!--1-->.*<div>new<\/div>/s);
});

test('returns undefined for a page without content', () => {
  assert.is(replaceContent('<p>menu</p>', 'new'), undefined);
  assert.is(replaceContent('<div data-gold="content"><script>x</script> </div>', 'new'), undefined);
});

const plain = (html: string): string => plainContent(html, 'https://source/a/b').html;

test('keeps the plain markup of content without attributes and other elements', () => {
  assert.is(
    plain(`<nav>menu</nav><div data-gold="content" class="x"><section><h1 id="t"><span>Title</span></h1>
      <p class="y">A <strong style="z">bold</strong> <a href="../c" rel="me">link</a> and <a href="#x"><img>more</a>,
      <a href="javascript:run()">run</a></p></section>
      <ul class="l"><li><div>one</div></li> <li>two<ul><li>deep</li></ul></li></ul>
      <pre>  a\n  b</pre></div>`).replace(/\n\s+/g, '\n'),
    '<h1>Title</h1><p>A <strong>bold</strong> <a href="https://source/c">link</a> and ' +
      '<a href="https://source/a/b#x">more</a>,\nrun</p>' +
      '<ul><li><p>one</p></li><li>two<ul><li>deep</li></ul></li></ul><pre>  a\nb</pre>',
  );
});

test('makes a paragraph of each line of loose text', () => {
  assert.is(
    plain('<div data-gold="content">one <b>two</b><div>three<br>four</div>five<p>six</p> <span> </span></div>'),
    '<p>one <b>two</b></p><p>three<br>four</p><p>five</p><p>six</p>',
  );
});

test('leaves out template inside content and keeps content inside that template', () => {
  assert.is(
    plain(
      '<div data-gold="content"><p>a</p><div data-gold="template"><p>b</p><p data-gold="content">c</p></div>d</div>',
    ),
    '<p>a</p><p>c</p><p>d</p>',
  );
});

test('keeps tables and makes a paragraph of a cell without its table', () => {
  assert.is(
    plain('<table data-gold="content"><tr><th></th><td width="1">a</td></tr></table>'),
    '<table><tbody><tr><th></th><td>a</td></tr></tbody></table>',
  );
  assert.is(plain('<table><tr><td data-gold="content">a</td><td>b</td></tr></table>'), '<p>a</p>');
});

test('leaves out elements without text, scripts and form fields', () => {
  assert.is(
    plain(`<div data-gold="content"><p> </p><ul><li></li></ul><h2><img></h2><script>x</script><svg><text>y</text></svg>
      <select><option>z</option></select><a href="/x"></a>text</div>`).replace(/\s+/g, ''),
    '<p>text</p>',
  );
});

test('separates the words of adjacent blocks', () => {
  assert.is(
    plainContent(
      '<div data-gold="content"><ul><li>one</li><li>t<b>w</b>o</li></ul><p>three<br>four</p></div>',
      'https://s/',
    ).text,
    'one two three four',
  );
});

/** So many words that no other text has. */
const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');

const site = (name: string, contents: readonly string[], template = 'menu'): LabelledSite => ({
  name,
  pages: contents.map((content, at) => ({
    url: `https://${name}/page-${at}.html`,
    html: `<title>${at}</title><nav>${template} ${name} ${at}</nav><div data-gold="content"><p>${content}</p></div>`,
  })),
});

const named = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name} ${at} own`);

const hosts = [site('one', named('one', 5)), site('two', named('two', 4)), site('three', named('three', 6))];

const texts = [30, 20, 10, 9, 31].map((count, at) => words('abcde'.charAt(at), count));

/** Half of it stands in the first text. */
const near = `${words('a', 25)} ${words('x', 5)}`;

const source = site('source', [...texts, near]);

const range: MirrorOptions = { words: { least: 10, most: 30 } };

test('draws contents of the given length without near-duplicates', () => {
  const drawn = drawSources(source, { least: 10, most: 30 }, 9, 1);
  assert.is(drawn.length, 3);
  const first = drawn.map(({ text }) => text.charAt(0)).sort();
  assert.equal(first, ['a', 'b', 'c']);
  assert.equal(drawn.map(({ words }) => words).sort(), drawn.map(({ text }) => text.split(' ').length).sort());
  assert.is(drawSources(source, { least: 10, most: 30 }, 2, 1).length, 2);
});

test('puts every content into its own page of every host, inside the template of that page', () => {
  const { pages, items } = makeMirrors(hosts, source, range);
  assert.equal(
    pages.map(({ site, item }) => `${site} ${item}`),
    ['one', 'two', 'three'].flatMap((host) => [0, 1, 2].map((item) => `${host}.mirror ${item}`)),
  );
  assert.is(new Set(pages.map(({ url }) => url)).size, 9);
  for (const { url, html, site, item } of pages) {
    const [, name, at] = url.match(/^https:\/\/(\w+)\.mirror\/page-(\d)\.html$/) ?? [];
    assert.is(site, `${name}.mirror`);
    assert.equal(textsOf(html), [`menu ${name} ${at}`, items[item]?.text]);
    assert.not.match(html, 'data-gold');
  }
});

test('uses an address once that a host has twice', () => {
  const [host] = hosts;
  if (host === undefined) throw new TypeError('no host');
  const twice = { name: host.name, pages: host.pages.slice(0, 2).flatMap((page) => [page, page]) };
  assert.is(makeMirrors([twice], source, range).pages.length, 2);
});

test('limits contents to the pages of the smallest host and to the given maximum', () => {
  const many = site(
    'many',
    Array.from('abcdefgh', (letter) => words(letter, 12)),
  );
  assert.is(makeMirrors(hosts, many, range).items.length, 4);
  assert.is(makeMirrors(hosts, many, range).pages.length, 12);
  assert.is(makeMirrors(hosts, many, { ...range, items: 2 }).pages.length, 6);
  const bare = {
    name: 'bare',
    pages: [...named('bare', 3), ''].map((_, at) => ({ url: `https://bare/${at}`, html: 'x' })),
  };
  assert.throws(
    () => makeMirrors([...hosts, bare], many, range),
    (error: unknown) => error instanceof Problem,
  );
});

test('lists all pairs of one content as duplicates, and 1.2 times as many pairs of one host as others', () => {
  const many = site(
    'many',
    Array.from('abcdefgh', (letter) => words(letter, 12)),
  );
  const { pages, duplicates, others } = makeMirrors(hosts, many, range);
  // Four contents on three hosts each; of the others there are eighteen, of which fourteen are drawn.
  assert.is(duplicates.length, 12);
  assert.is(others.length, 14);
  const keys = [...duplicates, ...others].map((pair) => pair.join());
  assert.is(new Set(keys).size, keys.length);
  for (const [one, other] of duplicates) {
    assert.ok(one < other);
    assert.is(pages[one]?.item, pages[other]?.item);
    assert.is.not(pages[one]?.site, pages[other]?.site);
  }
  for (const [one, other] of others) {
    assert.ok(one < other);
    assert.is.not(pages[one]?.item, pages[other]?.item);
    assert.is(pages[one]?.site, pages[other]?.site);
  }
});

test('gives the same mirrors for the same seed and other mirrors for another seed', () => {
  const made = (seed: number): string => JSON.stringify(makeMirrors(hosts, source, { ...range, seed }));
  assert.is(made(7), made(7));
  assert.is.not(made(7), made(8));
});

test('chooses the large sites with most template as hosts and the other site with most contents as source', () => {
  const filled = (name: string, count: number, length: number, template: string): LabelledSite =>
    site(
      name,
      Array.from({ length: count }, (_, at) => words(`${name}${at}x`, length)),
      template,
    );
  const small = filled('small', 99, 10, words('menu', 90));
  const plain = filled('plain', 120, 10, '');
  const terse = filled('terse', 130, 5, '');
  const rich = ['f', 'g', 'h'].map((name, at) => filled(name, 100, 60, words('menu', 3 + at)));
  const range = { least: 8, most: 20 };
  const { hosts, source } = chooseRoles([small, plain, ...rich, terse], range);
  assert.equal(
    hosts.map(({ name }) => name),
    ['h', 'g', 'f'],
  );
  assert.is(source.name, 'plain');
  assert.is(eligiblePages(plain, range), 120);
  assert.is(eligiblePages(terse, range), 0);
  assert.ok(templatePerPage(small) > 400);
  assert.throws(
    () => chooseRoles(rich, range),
    (error: unknown) => error instanceof Problem,
  );
});

test.run();
