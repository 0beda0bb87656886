import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { knownItems } from '../../bench/search/known-items.ts';

/** Pages of a site, each by its title and what is on it. */
const queries = (...pages: readonly (readonly [title: string, body: string])[]): string[] =>
  knownItems(pages.map(([title, body], at) => ({ url: `/${at}`, html: `<title>${title}</title>${body}` }))).map(
    ({ query, url, kind }) => `${url} ${kind} ${query}`,
  );

test('removes parts that a fifth of the titles have, at any position', () => {
  assert.equal(
    queries(
      ['Site | Cats - A Guide — Help', ''],
      ['site :: Dogs', ''],
      ['Birds » Site', ''],
      ['Fish · Site | Old', ''],
      ['Site - Half-hearted', ''],
    ),
    [
      '/0 title Cats - A Guide — Help',
      '/1 title Dogs',
      '/2 title Birds',
      '/3 title Fish | Old',
      '/4 title Half-hearted',
    ],
  );
});

test('keeps a part that less than a fifth of the titles have', () => {
  const first = (titles: number): string | undefined =>
    queries(
      ...Array.from({ length: titles }, (_, at) => [at < 2 ? `Page ${at} | Part` : `Page ${at}`, ''] as const),
    )[0];
  assert.is(first(10), '/0 title Page 0');
  assert.is(first(11), '/0 title Page 0 | Part');
});

test('makes no query of a title that is only the name of the site, with or without a separator', () => {
  assert.equal(queries(['One | Site', ''], [' - Site', '<h1>Two</h1>'], ['Site', '']), [
    '/0 title One',
    '/1 heading Two',
  ]);
});

test('removes no part of a single title', () => {
  assert.equal(queries(['Only - Site', ''], ['', '']), ['/0 title Only - Site']);
});

test('makes a query of a heading that differs from the title: the first h1 with text, else the first h2', () => {
  assert.equal(
    queries(
      ['Cats', '<h2>Small</h2><h1><img></h1><h1>All of\n<i>the</i><br>cats<script>x</script></h1><h1>More</h1>'],
      ['Dogs', '<h1>DOGS</h1>'],
      ['Birds', '<h3>No</h3><h2>Of prey</h2><h2>Of sea</h2>'],
      ['', '<svg><title>Drawing</title></svg><h1>Untitled</h1>'],
    ),
    [
      '/0 title Cats',
      '/0 heading All of the cats',
      '/1 title Dogs',
      '/2 title Birds',
      '/2 heading Of prey',
      '/3 heading Untitled',
    ],
  );
});

test('makes no query of a text that two pages share as title or heading, in any case', () => {
  assert.equal(
    queries(
      ['Cats', '<h1>Home</h1>'],
      ['cats', '<h1>Home</h1>'],
      ['Dogs', ''],
      ['Other', '<h1>DOGS</h1>'],
      ['Birds', '<h1>birds</h1>'],
    ),
    ['/3 title Other', '/4 title Birds'],
  );
});

test('makes no query of a text without letters', () => {
  assert.equal(queries(['2024', '<h1>3.1 – 4</h1>'], ['日本', '<h1>3b</h1>']), ['/1 title 日本', '/1 heading 3b']);
});

test.run();
