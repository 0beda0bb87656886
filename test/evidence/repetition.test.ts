/** Texts on most pages of a site are template, whatever their style. */
import { type Block, Detector, type DetectorOptions, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../support/random.ts';

const WORDS = 'otter river heron stone bridge meadow winter council valley market garden harbour'.split(' ');
const LETTER = 'Ask for our letter: it has one short story and three good links, on every Sunday.';

const random = seededRandom(41);
const sentence = (): string => `The ${Array.from({ length: 9 }, () => WORDS[random.below(WORDS.length)]).join(' ')}.`;
const paragraph = (): string => `<p>${sentence()} ${sentence()} ${sentence()}</p>`;

/** An article with a part in its middle. */
const article = (amid: string, lang = ''): string =>
  `<!DOCTYPE html><html${lang}><title>A page</title><body><nav><a href=/>Home</a> <a href=/all>All stories</a></nav><main><article><h1>${sentence()}</h1>
  ${paragraph()}${paragraph()}${amid}${paragraph()}${paragraph()}</article></main>`;

const open = (options: DetectorOptions = {}): Promise<Detector> => Detector.create({ seed: 1, ...options });
const blockOf = (page: Page, text: string): Block => page.blocks.find((block) => block.text.includes(text)) as Block;
const keeps = (page: Page, text = LETTER): boolean =>
  page.text('content').includes(text) || page.text('main').includes(text);

/** The numbers of the pages that keep the text, from 1. */
function keptOn(detector: Detector, pages: readonly string[], text = LETTER): number[] {
  return pages.flatMap((html, at) => (keeps(detector.learn(html), text) ? [at + 1] : []));
}

const repeat = (count: number, page: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => page(at));

/** The last page of a new site that keeps the text; 0 if no page does. */
const lastKept = async (pages: readonly string[], text = LETTER, options: DetectorOptions = {}): Promise<number> =>
  Math.max(0, ...keptOn(await open(options), pages, text));

const WRAPS: readonly ((text: string) => string)[] = [
  (text) => `<p>${text}</p>`,
  (text) => `<div class="story">${text}</div>`,
  (text) => `<blockquote><p>${text}</p></blockquote>`,
  (text) => `<ul><li>${text}</li></ul>`,
  (text) => `<form><div><label>${text}</label></div></form>`,
  (text) => `<div class="comments"><p>${text}</p></div>`,
];

test('a sentence amid every article is template from the sixth page on', async () => {
  for (const wrap of WRAPS.slice(0, 3))
    assert.ok((await lastKept(repeat(12, () => article(wrap(LETTER))))) < 6, wrap(''));
});

test('a repeated sentence is template at any position, also if a number or a word changes', async () => {
  const months = ['May', 'June', 'July', 'August'];
  const pages = repeat(30, (at) => {
    const text = `In ${months[at % 4]} ${at * 7} readers asked for our letter with one short story and three good links.`;
    return article(`${'<div>'.repeat(at % 5)}<p>${text}</p>${'</div>'.repeat(at % 5)}`);
  });
  assert.ok((await lastKept(pages, 'three good links')) < 8);
});

test('a repeated sentence is template in a list item, a form, a comment and a quotation', async () => {
  assert.ok((await lastKept(repeat(30, (at) => article(WRAPS[2 + (at % 4)]?.(LETTER) ?? '')))) < 15);
});

test('paragraphs of a form that many pages fill in are kept', async () => {
  const parts = ['Before', 'After'].map(
    (word) => `${word} you sign this form, a lawyer of the council must have read it.`,
  );
  const form = (): string =>
    article('').replace(
      /<article>.*<.article>/s,
      parts.map((part) => `<h2>Part</h2><p>${part}</p><p>${sentence()}</p>`).join(''),
    );
  for (const [share, count] of [
    [1, 8],
    [0.6, 40],
  ] as const) {
    const detector = await open();
    const pages = repeat(count, (at) => (at % 5 < share * 5 ? form() : article('')));
    for (const [at, html] of pages.entries()) detector.learn(html, { id: `${at}` });
    for (const part of parts) assert.ok(keeps(detector.label(pages[5] as string, { id: '5' }), part), `${count} pages`);
  }
});

test('a line with the author and the date of a post is not repeated', async () => {
  const detector = await open();
  const page = (at: number): string =>
    article(`<div>Topic started by ${WORDS[at % 11]} on ${at + 1} May 2011 in General Discussion</div>`);
  for (let at = 0; at < 30; at += 1)
    assert.is(blockOf(detector.learn(page(at)), 'Topic started').explain().repeatedOn, 0, `page ${at}`);
});

test('a comment on all other pages does not remove the paragraph of an article', async () => {
  const story = `${sentence()} ${sentence()}`;
  const comments = (text: string): string =>
    `<section class="comments"><h2>Comments</h2><div class="comment"><p>${text}</p></div></section>`;
  const detector = await open();
  for (let at = 0; at < 20; at += 1) detector.learn(article(comments(at % 4 < 3 ? story : story.replace('The', 'A'))));
  assert.ok(keeps(detector.learn(article(`<p>${story}</p>`)), story));
  assert.not.ok(keeps(detector.learn(article(comments(story))), story));
});

test('repeated items of a list with new ones are kept, as in the reference of a library', async () => {
  const items = repeat(3, (at) => `<li>Returns the ${WORDS[at]} of this object, or null if it has none.</li>`).join('');
  const detector = await open();
  for (let at = 0; at < 10; at += 1) {
    const page = detector.learn(article(`<ul>${items}<li>${sentence()}</li><li>${sentence()}</li></ul>`));
    for (const word of WORDS.slice(0, 3)) assert.ok(keeps(page, `Returns the ${word}`), `page ${at}`);
  }
});

test('repeated items in lists of their own and lists of names in code are kept', async () => {
  const inherited = `<div><code>${WORDS.join(', ')}</code></div>`;
  const methods = repeat(2, (at) => `Returns the ${WORDS[at]} of this object, or null if it has none.`);
  const detector = await open();
  for (let at = 0; at < 10; at += 1) {
    const items = [...methods, sentence(), sentence()].map((text) => `<ul><li>${text}</li></ul>`);
    const page = detector.learn(article(`${items.join('')}${inherited}`));
    for (const { text, score = 0 } of page.blocks)
      if (/^Returns|^otter/.test(text)) assert.ok(score < 6, `${text} on page ${at}: ${score}`);
  }
});

test('paragraphs with equal beginnings and ends are kept', async () => {
  const detector = await open();
  for (let at = 0; at < 12; at += 1) {
    const middle = sentence().slice(0, -1).split(' ').slice(0, 9).join(' ');
    const text = `In this lesson you will learn how ${middle} and where you can find out more.`;
    assert.ok(keeps(detector.learn(article(`<p>${text}</p>`)), text), `page ${at}`);
  }
});

test('pages that were counted are judged by the others', async () => {
  const detector = await open();
  const pages = repeat(8, () => article(`<p>${LETTER}</p>`));
  for (const [at, html] of pages.entries()) detector.learn(html, { id: `${at}` });
  for (const [at, html] of pages.entries()) assert.not.ok(keeps(detector.label(html, { id: `${at}` })), `page ${at}`);
});

test('the limit is an option: a share of the pages, a number of pages, or none', async () => {
  const pages = repeat(40, (at) => article(at % 4 < 3 ? `<p>${LETTER}</p>` : ''));
  const lastOf = (options: DetectorOptions): Promise<number> => lastKept(pages, LETTER, options);
  assert.ok((await lastOf({})) < 16);
  assert.ok((await lastOf({ templateShare: 0.9 })) > 30);
  assert.ok((await lastOf({ templateShare: Number.POSITIVE_INFINITY })) > 30);
  assert.ok((await lastOf({ templateDf: 20 })) > 20);
});

const GENRES = ['harbour garden', 'winter river'];

/** A book with facts in the given form, and cards of other books. */
const book = (at: number, facts: (rows: readonly (readonly [string, string])[]) => string): string =>
  `<!DOCTYPE html><title>The heron ${at}</title><body><nav><a href=/>Home</a> <a href=/all>All books</a></nav>
  <h1>The heron ${at}</h1><p class=price>£${10 + at}.50</p><h2>About the book</h2>${paragraph()}${paragraph()}<h2>Facts</h2>
  ${facts([
    ['Number of the book in our catalogue', `978-${at * 7919}`],
    ['Publisher', `Council ${at % 5}`],
    ['Genre', GENRES[at % 2] ?? ''],
    ['Published', `${(at % 28) + 1} May 19${50 + at}`],
  ])}<h2>Other books</h2><ul>${[1, 2, 3, 4]
    .map((other) => `<li><a href=/${other}>Card ${at + other}</a><p class=price>£${20 + at + other}.75</p></li>`)
    .join('')}</ul><footer>A bookshop near the council, with a garden.</footer>`;

test('the values of an offer are main content with their labels, and prices of cards are not', async () => {
  for (const facts of [
    (rows: readonly (readonly [string, string])[]) =>
      `<table>${rows.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>`,
    (rows: readonly (readonly [string, string])[]) =>
      `<dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`,
    (rows: readonly (readonly [string, string])[]) =>
      rows.map(([label, value]) => `<div>${label}: ${value}</div>`).join(''),
  ]) {
    const detector = await open();
    for (let at = 0; at < 20; at += 1) {
      const main = detector.learn(book(at, facts)).text('main');
      if (at < 8) continue;
      for (const value of ['Publisher', `978-${at * 7919}`, `Council ${at % 5}`, `19${50 + at}`, `£${10 + at}.50`])
        assert.ok(main.includes(value), `${value} on page ${at}: ${facts([['a', 'b']])}`);
      assert.not.ok(main.includes('.75'));
    }
  }
});

test('labels, cells and headings next to new text are kept', async () => {
  const detector = await open();
  const label = 'How many days the parcel takes until it is at your door';
  const rows = (at: number): string =>
    `<table><tr><td>${label}</td><td>${at} days</td></tr></table>
    <table><tr><td><div>${label}</div></td><td>${sentence()}</td></tr></table><dl><dt>${label}:</dt><dd>${sentence()}</dd></dl>
    <h2>${label}</h2>${paragraph()}`;
  for (let at = 0; at < 20; at += 1) {
    const page = detector.learn(article(rows(at)));
    const blocks = page.blocks.filter(({ text }) => text.startsWith(label));
    assert.equal(
      blocks.map((block) => block.explain().repeatedOn),
      [0, 0, 0, 0],
    );
  }
});

test('pages in each language of a site count by themselves', async () => {
  const languages = ['en', 'de-AT', 'fr', 'it'];
  const letters = languages.map((_, at) => `${LETTER.slice(0, -1)} of ${WORDS[at]} and ${WORDS[at + 1]}.`);
  const pages = repeat(80, (at) => article(`<p>${letters[at % 4]}</p>`, ` lang="${languages[at % 4]}"`));
  const site = await open({ baseLifetime: 8 });
  const kept = pages.flatMap((html, at) => (keeps(site.learn(html), letters[at % 4]) ? [at + 1] : []));
  assert.ok(Math.max(0, ...kept) < 30, `kept on ${kept}`);
  const page = site.label(pages[79] as string);
  assert.equal(blockOf(page, letters[3] ?? '').explain().repeatedOf, 20);
});

test('a text that the site drops is forgotten', async () => {
  const detector = await open();
  keptOn(
    detector,
    repeat(20, () => article(`<p>${LETTER}</p>`)),
  );
  assert.not.ok(keeps(detector.label(article(`<p>${LETTER}</p>`))));
  keptOn(
    detector,
    repeat(20, () => article('')),
  );
  assert.ok(keeps(detector.label(article(`<p>${LETTER}</p>`))));
});

test('the reason has the number of pages with the text', async () => {
  const detector = await open();
  const pages = repeat(9, () => article(`<p>${LETTER}</p>`));
  for (const html of pages.slice(0, 8)) detector.learn(html);
  const block = blockOf(detector.learn(pages[8] as string), LETTER);
  assert.is(block.verdict, 'template');
  assert.ok((block.score ?? 0) >= 6);
  const { reason, repeatedOn, repeatedOf } = block.explain();
  assert.match(reason, /^template: its text is on 8 of 8 other pages; log odds [−+]\d/);
  assert.equal([repeatedOn, repeatedOf], [8, 8]);
});

test('the option has no effect if only repetition or only the page decides', async () => {
  for (const evidence of ['page', 'repetition'] as const) {
    const detector = await open({ evidence });
    for (let at = 0; at < 10; at += 1) detector.learn(article(`<p>${LETTER}</p>`));
    const page = detector.learn(article(`<p>${LETTER}</p>`));
    assert.is(blockOf(page, LETTER).explain().repeatedOn, 0, evidence);
  }
});

test.run();
