/** Markdown of main content: a complete document. */
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

test('a picture stays where its caption goes, and two pictures of teasers do not', () => {
  const boxOf = (pictures: string, name: string): string =>
    `<div class=${name}>${pictures}<p class=caption>© Berg</p></div>`;
  const shownWith = (box: string): string => markdownOf(`<h1>The river rises</h1>${box}${PROSE.repeat(3)}`);
  assert.match(shownWith(boxOf('<img src=a.png>', 'side')), /^# The river rises\n\n!\[\]\(a\.png\)\n\nIt rained/);
  assert.match(shownWith(boxOf('<img src=a.png><img src=b.png>', 'side')), /^# The river rises\n\nIt rained/);
});

test('a caption before and after its picture is written once', () => {
  const figure = '<figure><div>Photo by A. Berg</div><img src=a.png><figcaption>Photo by A. Berg</figcaption></figure>';
  const markdown = markdownOf(`<h1>The river rises</h1>${PROSE}${figure}${PROSE}`);
  assert.is(markdown, `# The river rises\n\n${TEXT}\n\nPhoto by A. Berg\n\n![](a.png)\n\n${TEXT}`);
});

test('a button that shows a picture in large is the picture, in Markdown and HTML', () => {
  const figure = '<figure><button><img src=a.png></button><figcaption>The river on Sunday</figcaption></figure>';
  const html = `<h1>The river rises</h1>${PROSE}${figure}${PROSE}<div><button><img src=share.png></button></div>${PROSE}`;
  assert.match(markdownOf(html), '\n\n![](a.png)\n\nThe river on Sunday\n\n');
  assert.not.match(markdownOf(html), 'share');
  assert.match(detector.label(html).html('main'), '<img src="a.png">');
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

test('a picture that a gallery repeats is written once, and the mark of each cell is kept', () => {
  const gallery = ['a', 'b', 'a', 'b'].map((name) => `<li><img src=${name}.png alt=${name}></li>`).join('');
  const rows = ['bridge', 'mill', 'ferry'].map((name) => `<tr><td>The ${name} is open<td><img src=yes.png alt=Yes>`);
  const markdown = markdownOf(
    `<h1>The river rises</h1>${PROSE}<ul>${gallery}</ul>${PROSE}<table>${rows.join('')}</table>${PROSE}`,
  );
  assert.match(markdown, `${TEXT}\n\n- ![a](a.png)\n- ![b](b.png)\n\n${TEXT}`);
  assert.is(markdown.split('![Yes](yes.png)').length, 4);
});

/** Main content of a page with this title and body. */
const bodyOf = (title: string, body: string): string =>
  detector.label(`<!DOCTYPE html><title>${title}</title><body>${body}`).markdown('main').trim();

test('the headline is of the first level, whatever it is on the page', () => {
  for (const level of [2, 3, 4]) {
    const html = `<h${level}>The river rises</h${level}>${PROSE.repeat(4)}<h3>What we saw</h3>${PROSE.repeat(2)}`;
    assert.match(markdownOf(html), /^# The river rises\n\n.*\n\n### What we saw\n/s, `h${level}`);
  }
  const shifted = detector
    .label(`<!DOCTYPE html><title>The river rises</title><article><h3>The river rises</h3>${PROSE.repeat(4)}`)
    .markdown('main', { headingShift: 1 });
  assert.match(shifted, /^## The river rises\n/);
});

test('a heading that is not the headline keeps its level, below the title', () => {
  assert.match(
    bodyOf('Floods', `<article><h2>What we saw</h2>${PROSE.repeat(4)}</article>`),
    /^# Floods\n\n## What we saw\n/,
  );
});

test('a headline with a block inside of it, and one with many words, begin the document', () => {
  const words = 'The river rises for the second time in this year and takes the old bridge with it again';
  const head = (title: string): string => `<header><a href=/>Valley</a></header><div>${title}</div>`;
  assert.match(
    bodyOf(
      'The river rises - Valley',
      `${head('<h1><p>The river rises</p></h1>')}<article>${PROSE.repeat(6)}</article>`,
    ),
    /^# The river rises\n/,
  );
  assert.match(
    bodyOf(`${words} - Valley`, `${head(`<h2>${words}</h2>`)}<article>${PROSE.repeat(6)}</article>`),
    new RegExp(`^# ${words}\n`),
  );
});

test('a heading whose words are all in the title is the headline where no other is', () => {
  const html = `<article><h2>River keeps rising</h2>${PROSE.repeat(4)}<h2>What we saw</h2>${PROSE.repeat(2)}</article>`;
  assert.match(bodyOf('River keeps rising - The old valley news and times', html), /^# River keeps rising\n/);
  const first = `<article><h1>Why the river rises so much</h1>${PROSE.repeat(4)}<h2>Why it rises</h2>${PROSE.repeat(2)}</article>`;
  assert.match(bodyOf('Why it rises: all of the news of the valley', first), /^# Why the river rises so much\n/);
});

test('a text that says what the title says is the headline of a page without one', () => {
  const html = `<div>The river rises again</div><article>${PROSE.repeat(6)}</article>`;
  assert.match(bodyOf('The river rises again', html), /^# The river rises again\n\nIt rained/);
});

test('a headline in an item of a list is no item', () => {
  const html = `<ul><li><h1>The river rises</h1></li></ul>${PROSE.repeat(3)}<ul><li>It rained on the hills.</li><li>It rained in the valley.</li></ul>${PROSE.repeat(3)}`;
  const written = markdownOf(html);
  assert.match(written, /^# The river rises\n\nIt rained/);
  assert.match(written, '\n- It rained on the hills.\n- It rained in the valley.\n');
});

test('an h1 that is the headline stands before a text above it, and no other h1 does', () => {
  const note =
    '<p>We may be paid for what you buy through links in this article, and we are glad of every one of you.</p>';
  const text = note.slice(3, -4);
  assert.match(
    markdownOf(`${note}<h1>The river rises</h1>${PROSE.repeat(6)}`),
    `# The river rises\n\n${text}\n\nIt rained`,
  );
  assert.match(markdownOf(`${PROSE.repeat(6)}<h1>From our chief</h1>${PROSE}`), /^# The river rises\n\nIt rained/);
});

test('a headline is written once', () => {
  const html = `<h1>The river rises</h1><h2>The river rises</h2>${PROSE}<img src=a.png><h2>The river rises</h2>${PROSE}`;
  assert.is(markdownOf(html), `# The river rises\n\n${TEXT}\n\n![](a.png)\n\n${TEXT}`);
});

test('a heading after text stays where it is', () => {
  const html = `${PROSE}<img src=a.png alt=Rain><h2>The river rises again</h2>${PROSE}`;
  assert.is(markdownOf(html), `# The river rises\n\n${TEXT}\n\n![Rain](a.png)\n\n## The river rises again\n\n${TEXT}`);
});

test('a long heading at the end is a line of text, escaped as such', () => {
  const long = '1. The water came at night and went on for the rest of the week';
  const markdown = markdownOf(`<h1>The river rises</h1>${PROSE.repeat(4)}<h2>${long}</h2>`);
  assert.ok(markdown.endsWith('\n\n1\\. The water came at night and went on for the rest of the week'));
});

test('a short heading with nothing below it is no main content', () => {
  assert.not.match(markdownOf(`<h1>The river rises</h1>${PROSE.repeat(4)}<h2>Gallery</h2>`), 'Gallery');
});

test('a heading stays a heading before another one of its level', () => {
  const html = `<h1>The river rises</h1>${PROSE.repeat(3)}<h2>Gauges</h2><h2>Ilmin</h2>${PROSE}`;
  assert.match(markdownOf(html), '\n\n## Gauges\n\n## Ilmin\n\n');
});

test('a heading of Sphinx that links back to the table of contents keeps its text', () => {
  const heading =
    '<h2><a class=toc-backref href="#id1" role=doc-backlink>Gauges</a><a class=headerlink href="#g">¶</a></h2>';
  assert.match(markdownOf(`<h1>The river rises</h1>${PROSE}${heading}${PROSE.repeat(2)}`), /\n## \[?Gauges/);
});

test('the table of contents loses an entry that repeats a heading, never the heading', () => {
  const long = 'What to do if the river rises and nobody is at home';
  const contents = `<ul><li><a href="#g">${long}</a></li><li><a href="#h">Gauges</a></li></ul>`;
  const html = `<h1>The river rises</h1>${PROSE}${contents}${PROSE}<h2 id=g>${long}</h2>${PROSE.repeat(2)}`;
  assert.match(markdownOf(html), `\n## ${long}\n`);
});

test('texts for screen readers, links that edit a section and buttons in a heading are no text', () => {
  const edit = '<span class=mw-editsection>[<a href="/w?action=edit&section=1">edit</a>]</span>';
  const hidden =
    '<span class=sr-only>Page 1 of 3</span><span style="overflow:hidden;clip:rect(0 0 0 0)">new tab</span>';
  const heading = `<h2>Gauges<button>Copy link</button></h2>${edit}`;
  const markdown = markdownOf(
    `<h1>The river rises</h1>${PROSE}<div>${heading}</div><p>It rained.${hidden}</p>${PROSE}`,
  );
  assert.match(markdown, '\n\n## Gauges\n\nIt rained.\n\n');
  assert.match(markdownOf(`<h1>The river rises</h1>${PROSE}<h2><button>Gauges</button></h2>${PROSE}`), '\n## Gauges\n');
});

test('line numbers in a list, a label of the language and a style that keeps lines are read as those of code', () => {
  const listing = '<pre><code>a\nb</code><ul class=numbers><li>1</li><li>2</li></ul></pre>';
  const labelled = '<div class=language-ts><span class=lang>ts</span><pre>c</pre></div>';
  const lines = '<div><code style="white-space: pre">d\ne</code></div>';
  const markdown = markdownOf(`<h1>The river rises</h1>${PROSE}${listing}${PROSE}${labelled}${PROSE}${lines}${PROSE}`);
  assert.match(markdown, '\n\n```\na\nb\n```\n\n');
  assert.match(markdown, `${TEXT}\n\n\`\`\`ts\nc\n\`\`\`\n\n`);
  assert.match(markdown, '\n\n```\nd\ne\n```\n\n');
});

test('a part of the layout is no language', () => {
  const code = '<div class="highlight--with-header"><pre>a</pre></div>';
  assert.match(markdownOf(`<h1>The river rises</h1>${PROSE}${code}${PROSE}`), '\n```\na\n```\n');
});

test('a picture in its place is not exchanged for the original file', () => {
  const picture = '<img src=a.png data-original=b.png alt=Rain><a-img src=c.png alt=River></a-img>';
  const markdown = markdownOf(`<h1>The river rises</h1>${PROSE}<figure>${picture}</figure>${PROSE}`);
  assert.match(markdown, '![Rain](a.png)');
  assert.match(markdown, '![River](c.png)');
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
