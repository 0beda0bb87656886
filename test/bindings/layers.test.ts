/** An article that opens in a layer over a feed is the page. */
import { extract } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const STORY = [
  'The county has rebuilt the old bridge over the river, and cars may cross it from Monday morning at seven.',
  'Engineers replaced forty-two beams and painted the railings green, and the work cost less than everybody had feared.',
  'Shopkeepers on the western bank are relieved, since some of them lost half of their trade while the road was closed.',
  'The mayor said that a second crossing would be looked at in spring, when the money from the region is known.',
]
  .map((text) => `<p>${text}</p>`)
  .join('');
const FEED = Array.from(
  { length: 20 },
  (_, at) =>
    `<article class=card><a href=/n/${at}><h3>Harbour story number ${at}</h3></a><p>A short line says what number ${at} is about.</p></article>`,
).join('');
const NAV = '<nav><ul><li><a href=/>Home</a><li><a href=/sport>Sport</a><li><a href=/weather>Weather</a></ul></nav>';
const HEADLINE = 'Old bridge opens again after eleven weeks';

const LAYERS: Readonly<Record<string, string>> = {
  'a dialog by its role, behind the feed': `${NAV}<main>${FEED}</main><div role=dialog aria-modal=true><h1>${HEADLINE}</h1>${STORY}</div>`,
  'a layer by a part of its name, before the feed': `${NAV}<div class="newsModal-root"><div><h1>${HEADLINE}</h1><div>${STORY}</div></div></div><div>${FEED}</div>`,
  'an open dialog with a heading of the second level': `${NAV}<div>${FEED}</div><dialog open><article><h2>${HEADLINE}</h2>${STORY}</article></dialog>`,
};

for (const [name, html] of Object.entries(LAYERS)) {
  test(`layer: ${name}`, async () => {
    const { title, text } = await extract(`<!doctype html><title>Town News - Latest</title>${html}`);
    assert.is(title, HEADLINE);
    assert.ok(text.startsWith(HEADLINE), text);
    assert.match(text, /a second crossing would be looked at/);
    assert.not.match(text, /Harbour story/);
  });
}

const NONE: Readonly<Record<string, string>> = {
  'one for consent': `<main>${FEED}</main><div class="cookieModal"><h1>${HEADLINE}</h1>${STORY}</div>`,
  'one that is hidden': `<main>${FEED}</main><div class=modal aria-hidden=true><h1>${HEADLINE}</h1>${STORY}</div>`,
  'one without a headline': `<main>${FEED}</main><div class=modal><h5>${HEADLINE}</h5>${STORY}</div>`,
};

for (const [name, html] of Object.entries(NONE)) {
  test(`no layer: ${name}`, async () => {
    const { title, text } = await extract(`<!doctype html><title>Town News - Latest</title>${NAV}${html}`);
    assert.is.not(title, HEADLINE);
    assert.match(text, /Harbour story/);
  });
}

test.run();
