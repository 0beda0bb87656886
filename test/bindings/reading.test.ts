/** Separators that open blocks, and pages whose only text is in noscript elements. */
import { Detector, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SEPARATORS } from '../../bindings/options.ts';
import { separatorPresets } from '../reference/options.ts';

const LINES = `p li h1 h2 h3 h4 h5 h6 td th tr dt dd pre blockquote address figure figcaption details summary center caption
  hgroup menu dialog legend`;

test('presets have the separators of the reference; blocks adds every element that breaks a line', async () => {
  const { paper, html5 } = separatorPresets;
  const names = { paper, html5, blocks: new Set([...html5, ...LINES.split(/\s+/)]) };
  for (const preset of ['paper', 'html5', 'blocks'] as const) {
    assert.equal([...SEPARATORS[preset]].sort(), [...names[preset]].sort(), preset);
  }
  assert.is(resolveOptions().separators, 'blocks');
  assert.is(resolveOptions({ preset: 'paper' }).separators, 'paper');

  const detector = await Detector.create();
  for (const name of ['figure', 'menu', 'dialog', 'section', 'blockquote']) {
    const { blocks } = detector.label(`<body>before<${name}>inside</${name}>after</body>`);
    assert.equal(
      blocks.map(({ text }) => text.trim()),
      ['before\nafter', 'inside'],
      name,
    );
  }
});

// Pages whose only text is in noscript elements, such as threads of some forums.

const thread =
  '<h1>A thread</h1><p>The first post, with two sentences. It is long enough.</p><p>The answer to it.</p>'.repeat(9);
const shell = '<title>A thread</title><div id=app></div>';

test('a page with almost no other text is read as a browser without scripts shows it', async () => {
  const detector = await Detector.create();
  const page = detector.label(`${shell}<noscript><header>Forum</header>${thread}</noscript>`);
  assert.match(page.text('all'), /The answer to it\./);
  assert.not.match(page.html('template', { mode: 'cut' }), /The first post/);
  const menu = `<nav><ul>${'<li><a href=/>Section of the forum</a></li>'.repeat(50)}</ul></nav>`;
  assert.match(detector.label(`${menu}<noscript>${thread.repeat(8)}</noscript>`).text('all'), /The answer to it\./);
  // The next page is read as in a browser with scripts.
  assert.is(detector.label('<p>Text.<noscript><p>No script.</noscript>').text('all'), 'Text.');
});

test('a page with other text is not read so', async () => {
  const detector = await Detector.create();
  const page = detector.label(`<p>${'Some text of its own. '.repeat(30)}<noscript>${thread}</noscript>`);
  assert.not.match(page.text('all'), /The answer to it\./);
});

test('a page with many elements that have an image is not read so', async () => {
  const detector = await Detector.create();
  const lazy = '<img data-src=a.png><noscript><img src=a.png alt="An oak in the field"></noscript>'.repeat(200);
  assert.is(detector.label(`<p>Short.</p>${lazy}`).text('all'), 'Short.');
});

test('a short element with an image has no effect', async () => {
  const detector = await Detector.create();
  const page = detector.label('<p>Short.<noscript><p>Turn scripts on.<img src=pixel.gif></noscript>');
  assert.is(page.text('all'), 'Short.');
});

test('repetition reads the page as in the paper', async () => {
  const detector = await Detector.create({ preset: 'paper' });
  assert.is(detector.label(`${shell}<noscript>${thread}</noscript>`).text('all'), '');
});

test.run();
