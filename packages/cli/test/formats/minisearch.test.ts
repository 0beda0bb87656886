/** Documents of a real site in MiniSearch. */
import { searchDocument } from '@refrain/cli/formats';
import { parseHTML } from 'linkedom';
import MiniSearch from 'minisearch';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { siteNamed } from '../../../../test/support/real-sites.ts';

const { pages } = siteNamed('brpc');

interface Indexed {
  readonly id: string;
  readonly content: string;
}

/** A function that gives the ids of the pages with a word. */
function finder(documents: readonly Indexed[]): (word: string) => string[] {
  const engine = new MiniSearch<Indexed>({ fields: ['content'] });
  engine.addAll(documents);
  return (word) =>
    engine
      .search(word)
      .map(({ id }) => String(id))
      .sort();
}

/** The content of a page as the site's own markup marks it. */
const marked = (html: string): string => parseHTML(html).document.querySelector('main')?.textContent ?? '';

test('a word of the navigation finds all pages in full texts and only relevant pages in searchDocument', async () => {
  const detector = await Detector.create();
  const whole: Indexed[] = [];
  const cleaned: Indexed[] = [];
  for (const { name, html } of pages) {
    const page = detector.learn(html, { id: name });
    whole.push({ id: name, content: page.text('all') });
    cleaned.push(searchDocument(page, { url: name }));
  }
  const truth = finder(pages.map(({ name, html }) => ({ id: name, content: marked(html) })));
  const [before, after] = [finder(whole), finder(cleaned)];
  for (const word of ['benchmark', 'iobuf', 'flatmap', 'backup', 'connections', 'heap', 'replay', 'locality']) {
    assert.ok(before(word).length >= 0.99 * pages.length, `${word}: ${before(word).length} of ${pages.length}`);
    assert.ok(after(word).length < 0.2 * pages.length, `${word}: ${after(word).length}`);
    assert.equal(after(word), truth(word), word);
  }
  // Words on few pages and in no menu are found in both.
  for (const word of ['epoll', 'protobuf', 'zookeeper']) assert.equal(after(word), before(word), word);
});

test('documents have the title of their page and the given url and site', async () => {
  const detector = await Detector.create();
  const engine = new MiniSearch({ fields: ['title', 'content'], storeFields: ['url', 'title', 'site'] });
  engine.addAll(
    pages.map(({ name, html }) =>
      searchDocument(detector.learn(html), { id: name, url: `https://docs.example/${name}`, site: 'docs.example' }),
    ),
  );
  const [best] = engine.search('debug server issues', { boost: { title: 4 } });
  assert.equal(
    { id: best?.id, url: best?.['url'], title: best?.['title'], site: best?.['site'] },
    {
      id: 'brpc/docs/server/debug-server-issues/index.html',
      url: 'https://docs.example/brpc/docs/server/debug-server-issues/index.html',
      title: 'Debug server issues | bRPC',
      site: 'docs.example',
    },
  );
});

test('the id defaults to the URL; length counts code points', async () => {
  const detector = await Detector.create({ preset: 'paper' });
  const page = detector.label('<title> A\n title </title><p>One 😀</p><p>two</p>');
  assert.equal(searchDocument(page, { url: 'https://a.example/' }), {
    ...{ id: 'https://a.example/', url: 'https://a.example/', title: 'A title' },
    ...{ content: 'One 😀\ntwo', length: 9 },
  });
  const named = searchDocument(page, { url: 'https://a.example/', id: '7', site: 'a' });
  assert.equal([named.id, named.site], ['7', 'a']);
  const empty = searchDocument(detector.label(''), { url: 'u' });
  assert.equal([empty.title, empty.content, empty.length], ['', '', 0]);
});

test.run();
