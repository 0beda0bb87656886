/** One page as one document: by `extract`, and by a page of a detector. */
import { Detector, extract, type PageField } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejectedCode } from '../support/errors.ts';
import { realSites } from '../support/real-sites.ts';

const url = 'https://river.example/2026/bridge.html';
const STORY = `<!doctype html><html lang=en><title>The bridge opens again | River Post</title>
<meta property="og:site_name" content="River Post"><meta name=author content="Ann Miller">
<meta property="article:published_time" content="2026-01-12"><link rel=canonical href="${url}">
<nav><ul><li><a href=/>Home</a><li><a href=/town>Town</a></ul></nav><article><h1>The bridge opens again</h1>
<p>After eleven weeks of repair the old bridge is open to cars and bicycles, as the <a href="mayor.html">mayor</a> said.</p>
<p>The engineers replaced forty-two beams and painted the railings green, and the work cost less than feared.</p></article>`;

test('a single page becomes one document of plain data', async () => {
  const found = await extract(STORY, { url });
  const { markdown, text, confidence = 0, ...facts } = found;
  assert.equal(facts, {
    ...{ title: 'The bridge opens again', authors: ['Ann Miller'], published: '2026-01-12' },
    ...{ siteName: 'River Post', language: 'en', kind: 'article', url },
  });
  assert.match(
    markdown,
    /^# The bridge opens again\n\nAfter eleven .*\[mayor\]\(https:\/\/river\.example\/2026\/mayor\.html\)/s,
  );
  assert.match(text, /^The bridge opens again\nAfter eleven/);
  const { html } = await extract(STORY, { url, fields: ['html'] });
  assert.match(html, /^<!DOCTYPE html>.*<h1>The bridge opens again<\/h1>/s);
  assert.ok(confidence > 0.5 && confidence <= 1);
  assert.equal(JSON.parse(JSON.stringify(found)), found);
  const { encoding, ...same } = await extract(new TextEncoder().encode(STORY));
  assert.equal(same, found, 'its own address is the base of its links');
  assert.equal(encoding, { name: 'UTF-8', source: 'bytes' });
});

test('the links of a page are absolute, have texts, and are in its main content or not', async () => {
  const more = '<a href=big.jpg><img src=small.jpg></a><a href=#top>up</a><a href="ftp://x">x</a>';
  const html = STORY.replace('</h1>', `</h1>${more}`);
  const { links } = await extract(html, { url, fields: ['links'] });
  const at = (path: string): string => `https://river.example/${path}`;
  assert.equal(links, [
    { url: at(''), text: 'Home', main: false },
    { url: at('town'), text: 'Town', main: false },
    { url: at('2026/big.jpg'), text: '', main: true },
    { url: at('2026/mayor.html'), text: 'mayor', main: true },
  ]);
  const based = `<base href=/b/>${html.replace('>mayor', ' id=m><b>may</b>or<br>and wife')}`;
  const { links: others } = await extract(based, { url, fields: ['links'] });
  assert.equal(others.at(-1), { url: at('b/mayor.html'), text: 'mayor and wife', main: true });
  const unknown = '<p><a href=/a>a</a> <a href=" x:y">b</a> <a href=#c>c</a> <a href=http://d.example>d</a>';
  assert.equal(
    (await extract(unknown, { fields: ['links'] })).links.map(({ url }) => url),
    ['/a', 'http://d.example/'],
    'without the URL of the page',
  );
});

test('a document has only the requested members, with the values of the complete one', async () => {
  const whole: object = await extract(STORY, { url });
  for (const field of Object.keys(whole) as PageField[]) {
    const alone = await extract(STORY, { url, fields: [field] });
    assert.equal(alone, Object.fromEntries(Object.entries(whole).filter(([name]) => name === field)), field);
  }
  const { title, text } = await extract(STORY, { url, fields: ['text', 'title'] });
  assert.is(title, 'The bridge opens again');
  assert.match(text, /^The bridge opens again\nAfter eleven/);
  assert.equal(await extract(STORY, { fields: ['modified'] }), {}, 'what the page does not say is absent');
  for (const fields of ['title', ['titel'], [Symbol.iterator], [], revoked()])
    assert.is(await rejectedCode(() => extract(STORY, { fields: fields as never })), 'OPTION_INVALID');
  using detector = await Detector.create();
  assert.is(await rejectedCode(() => detector.document(STORY, { fields: ['titel' as never] })), 'OPTION_INVALID');
  assert.is(detector.stats.pages, 0, 'a wrong call learns nothing');
});

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

test('every page is the first of its site, in any order and at the same time', async () => {
  const pages = realSites().flatMap((site) => site.pages.slice(0, 6).map(({ html }) => html));
  const alone: unknown[] = [];
  for (const html of pages) alone.push((await Detector.create()).learn(html, { id: url }).document({ url }));
  const together = await Promise.all([...pages, ...pages].map((html) => extract(html, { url })));
  assert.equal(together, [...alone, ...alone]);
});

const ABOUT = 'We have made tools for all workshops since 1950, and our family still answers every letter. ';
const SLOGAN = 'Tools for all workshops, made by hand in our own town.';
const HEAD =
  '<header><a href=/>Home</a></header><nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></nav>';

test('without main content, a document has all content, and its reason', async () => {
  const cards = Array.from({ length: 30 }, (_, at) => `<li><a href=/${at}>Chair ${at}</a> <b>${at}.50</b></li>`).join(
    '',
  );
  const list = await extract(`<title>Chairs</title><ul>${cards}</ul><footer><a href=/imprint>Imprint</a></footer>`);
  assert.match(list.text, /Chair 1\b.*Chair 29\b/s, 'the items of a list are never lost');
  const headline = 'The bridge over the river opens again after eleven weeks of work';
  for (const [title, body, reason, text] of [
    ['Gone', '<main><p>Gone.</p></main>', 'no-main', 'Gone.'],
    [headline, `<main><h1>${headline}</h1><div id=text></div></main>`, 'no-main', headline],
    ['Shop', '<nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></nav>', 'no-content', ''],
    ['App', '<div id=root></div><script>start()</script>', 'no-text', ''],
    ['Us', `<div id=root></div><footer>${ABOUT}</footer>`, 'no-content', ''],
    ['Us', `${HEAD}<div id=root></div><footer><p>${ABOUT}${ABOUT}${ABOUT}</footer>`, 'no-content', ''],
    ['Us', `${HEAD}<main id=root></main><div class=footer><p>${ABOUT}<p>${ABOUT}</div>`, 'no-content', ''],
    ['Us', `<header><p>${SLOGAN}</header><footer><p>${ABOUT}<p>${ABOUT}</footer>`, undefined, SLOGAN],
  ] as const) {
    const short = await extract(`<title>${title}</title>${body}`);
    assert.equal([short.reason, short.text], [reason, text], title);
  }
});

test('a document of a detector uses the site, and has all content if no model decides', async () => {
  const detector = await Detector.create({ evidence: 'repetition' });
  for (let day = 1; day <= 12; day += 1) detector.learn(STORY.replaceAll('bridge', `bridge ${day}`));
  const { text, confidence, reason } = detector.label(STORY).document();
  assert.not.match(text, /^Home$/m);
  assert.match(text, /After eleven weeks/);
  assert.equal([confidence, reason], [undefined, undefined]);
});

test('wrong arguments are refused, and the next call works', async () => {
  assert.is(await rejectedCode(() => extract(7 as never)), 'INPUT_INVALID');
  assert.is(await rejectedCode(() => extract('', { uri: '' } as never)), 'OPTION_INVALID');
  assert.is(await rejectedCode(() => extract('', { url: 7 } as never)), 'OPTION_INVALID');
  assert.is((await extract('')).reason, 'no-text');
});

test.run();
