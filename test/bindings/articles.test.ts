/** Galleries in an article are not a part of it. An article in an overlay over a feed is the page. */
import { extract } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const STORY = [
  'The county has rebuilt the old bridge over the river, and cars may cross it from Monday morning at seven.',
  'Engineers replaced forty-two beams and painted the railings green, and the work cost less than everybody had feared.',
  'Shopkeepers on the western bank are relieved, since some of them lost half of their trade while the road was closed.',
  'The mayor said that a second crossing would be looked at in spring, when the money from the region is known.',
].map(
  (text) => `<p>${text} Nobody in the town hall would say more about it on the day before the festival begins.</p>`,
);
const [ARTICLE, LAST] = [STORY.join(''), STORY.map((text) => text.replace('.', ', as it was said twice.')).join('')];

const pictures = (count: number, of: (caption: string) => string): string =>
  Array.from({ length: count }, (_, at) => of(`Sheep wait on the deck of boat number ${at} for the market.`)).join('');
const figure = (caption: string): string =>
  `<figure><img src=a.jpg alt=""><figcaption><p>${caption}</p><p>Reuters</p></figcaption></figure>`;

const pageOf = (inner: string): string =>
  `<!doctype html><title>Old bridge opens again</title><article><h1>Old bridge opens again</h1>${inner}</article>`;

const GALLERIES: Readonly<Record<string, string>> = {
  'figures in the middle': `${ARTICLE}<aside>${pictures(80, figure)}</aside>${LAST}`,
  'a list of slides': `${ARTICLE}<div class="photo-carousel"><ul>${pictures(60, (text) => `<li><img src=a.jpg><div>${text}</div></li>`)}</ul></div>${LAST}`,
  'a gallery of definitions': `${ARTICLE}<div id=gallery-1 class=gallery>${pictures(40, (text) => `<dl><dt><img src=a.jpg></dt><dd>${text}</dd></dl>`)}</div>${LAST}`,
};

for (const [name, inner] of Object.entries(GALLERIES)) {
  test(`gallery: ${name}`, async () => {
    const { markdown } = await extract(pageOf(inner));
    assert.not.match(markdown, /Sheep wait/);
    assert.match(markdown, /a second crossing would be looked at in spring/);
    assert.match(markdown, /as it was said twice/);
  });
}

const KEPT: Readonly<Record<string, string>> = {
  'few pictures': `${ARTICLE}<aside>${pictures(12, figure)}</aside>${LAST}`,
  'a page of pictures': `<p>The best pictures of the week, from the harbour and from the town.</p><div>${pictures(60, figure)}</div>`,
  'items with pictures and headings': `${ARTICLE}<div>${pictures(40, (text) => `<figure><img src=a.jpg><h3>Boat</h3><p>${text}</p></figure>`)}</div>`,
};

for (const [name, inner] of Object.entries(KEPT)) {
  test(`no gallery: ${name}`, async () => {
    assert.match((await extract(pageOf(inner))).markdown, /Sheep wait/);
  });
}

const FEED = Array.from(
  { length: 20 },
  (_, at) =>
    `<article class=card><a href=/n/${at}><h3>Harbour story number ${at}</h3></a><p>A short line says what number ${at} is about.</p></article>`,
).join('');
const NAV = '<nav><ul><li><a href=/>Home</a><li><a href=/sport>Sport</a><li><a href=/weather>Weather</a></ul></nav>';
const HEADLINE = 'Old bridge opens again after eleven weeks';

const OVERLAYS: Readonly<Record<string, string>> = {
  'a dialog by its role, behind the feed': `${NAV}<main>${FEED}</main><div role=dialog aria-modal=true><h1>${HEADLINE}</h1>${ARTICLE}</div>`,
  'an overlay by a part of its name, before the feed': `${NAV}<div class="newsModal-root"><div><h1>${HEADLINE}</h1><div>${ARTICLE}</div></div></div><div>${FEED}</div>`,
  'an open dialog with a heading of the second level': `${NAV}<div>${FEED}</div><dialog open><article><h2>${HEADLINE}</h2>${ARTICLE}</article></dialog>`,
};

for (const [name, html] of Object.entries(OVERLAYS)) {
  test(`overlay: ${name}`, async () => {
    const { title, text } = await extract(`<!doctype html><title>Town News - Latest</title>${html}`);
    assert.is(title, HEADLINE);
    assert.ok(text.startsWith(HEADLINE), text);
    assert.match(text, /a second crossing would be looked at/);
    assert.not.match(text, /Harbour story/);
  });
}

const NO_LAYER: Readonly<Record<string, string>> = {
  'one for consent': `<main>${FEED}</main><div class="cookieModal"><h1>${HEADLINE}</h1>${ARTICLE}</div>`,
  'one that is hidden': `<main>${FEED}</main><div class=modal aria-hidden=true><h1>${HEADLINE}</h1>${ARTICLE}</div>`,
  'one without a headline': `<main>${FEED}</main><div class=modal><h5>${HEADLINE}</h5>${ARTICLE}</div>`,
};

for (const [name, html] of Object.entries(NO_LAYER)) {
  test(`no overlay: ${name}`, async () => {
    const { title, text } = await extract(`<!doctype html><title>Town News - Latest</title>${NAV}${html}`);
    assert.is.not(title, HEADLINE);
    assert.match(text, /Harbour story/);
  });
}

test.run();
