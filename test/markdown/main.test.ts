/** Markdown of main content: it is a document of its own. */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const detector = await Detector.create();
const PROSE =
  '<p>It rained for eleven days, and the river rose. Nobody had seen that before, and nobody was prepared for it.</p>';
const TEXT =
  'It rained for eleven days, and the river rose. Nobody had seen that before, and nobody was prepared for it.';

const markdownOf = (html: string): string =>
  detector
    .label(`<!DOCTYPE html><title>The river rises</title><body><article>${html}</article>`)
    .markdown('main')
    .trim();

test('the headline stands before the pictures above it', () => {
  const html = `<img src=a.png alt=Rain><img src=b.png alt=River><h1>The river rises</h1>${PROSE.repeat(2)}`;
  assert.is(markdownOf(html), `# The river rises\n\n![Rain](a.png)![River](b.png)\n\n${TEXT}\n\n${TEXT}`);
});

test('an h1 below a link path is the headline, and the name of the site is none', () => {
  const path = '<h1><a href=/>The Valley Times</a></h1><p><a href=/news>News</a></p>';
  assert.is(
    markdownOf(`${path}<div><h1>The river rises at last</h1></div>${PROSE.repeat(8)}`),
    `# The river rises at last${`\n\n${TEXT}`.repeat(8)}`,
  );
});

test('a menu of pictures is no main content, and a gallery is', () => {
  const listOf = (href: string): string =>
    `<ul>${['a', 'b', 'c'].map((name) => `<li><a href=${name}${href}><img src=${name}.png alt=${name}></a>`).join('')}</ul>`;
  assert.is(
    markdownOf(`<h1>The river rises</h1>${listOf('/')}${PROSE.repeat(2)}`),
    `# The river rises\n\n${TEXT}\n\n${TEXT}`,
  );
  assert.match(
    markdownOf(`<h1>The river rises</h1>${PROSE}${listOf('.jpg')}${PROSE}`),
    '- [![a](a.png)](a.jpg)\n- [![b](b.png)](b.jpg)\n- [![c](c.png)](c.jpg)\n',
  );
});

test('a headline is written once', () => {
  const html = `<h1>The river rises</h1><h2>The river rises</h2>${PROSE}<img src=a.png><h2>The river rises</h2>${PROSE}`;
  assert.is(markdownOf(html), `# The river rises\n\n${TEXT}\n\n![](a.png)\n\n${TEXT}`);
});

test('a heading after text stays where it is', () => {
  const html = `${PROSE}<img src=a.png alt=Rain><h2>The river rises again</h2>${PROSE}`;
  assert.is(markdownOf(html), `${TEXT}\n\n![Rain](a.png)\n\n## The river rises again\n\n${TEXT}`);
});

test('a long heading with nothing below it is a line of text, escaped as such', () => {
  const long = '1. The water came at night and went on for the rest of the week';
  const html = `<h1>The river rises</h1>${PROSE.repeat(4)}<h2>${long}</h2><h2>What happened then</h2>${PROSE.repeat(3)}`;
  assert.ok(
    markdownOf(html).includes(`\n\n1\\. The water came at night and went on for the rest of the week\n\n## What`),
  );
});

test('a short heading with nothing below it is no main content', () => {
  assert.not.match(markdownOf(`<h1>The river rises</h1>${PROSE.repeat(4)}<h2>Gallery</h2>`), 'Gallery');
});

test('an item that has a list alone is no level of its own', () => {
  const list = '<ul><li>Rain fell on all of the houses.</li><li><ul><li>It fell on the streets.</li></ul></li></ul>';
  assert.match(
    markdownOf(`<h1>The river rises</h1>${PROSE}${list}${PROSE}`),
    '- Rain fell on all of the houses.\n  - It fell on the streets.',
  );
  const alone = '<ul><li><div><ul><li>It fell on the streets.</li></ul></div></li></ul>';
  assert.match(markdownOf(`<h1>The river rises</h1>${PROSE}${alone}${PROSE}`), '\n\n- It fell on the streets.\n\n');
});

test('a quote around the article, or around code alone, is no quote', () => {
  assert.is(
    markdownOf(`<h1>The river rises</h1><blockquote>${PROSE.repeat(3)}</blockquote>`),
    `# The river rises\n\n${TEXT}\n\n${TEXT}\n\n${TEXT}`,
  );
  const code = '<blockquote class=example><pre>measure --river --now</pre></blockquote>';
  assert.match(
    markdownOf(`<h1>The river rises</h1>${PROSE.repeat(2)}${code}${PROSE}`),
    '\n\n```\nmeasure --river --now\n```\n\n',
  );
  assert.match(
    markdownOf(`<h1>The river rises</h1>${PROSE.repeat(2)}<blockquote>${PROSE}</blockquote>${PROSE}`),
    `\n\n> ${TEXT}`,
  );
});

test('a rule above the document is left out', () => {
  assert.is(
    markdownOf(`<hr><h1>The river rises</h1>${PROSE}<hr>${PROSE}`),
    `# The river rises\n\n${TEXT}\n\n---\n\n${TEXT}`,
  );
});

test.run();
