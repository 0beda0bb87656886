/** Pages whose text stands in noscript elements only, as threads of some forums have. */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const thread =
  '<h1>A thread</h1><p>The first post, with two sentences. It is long enough.</p><p>The answer to it.</p>'.repeat(9);
const shell = '<title>A thread</title><div id=app></div>';

test('a page with next to no other text is read as a browser without scripts shows it', async () => {
  const detector = await Detector.create();
  const page = detector.label(`${shell}<noscript><header>Forum</header>${thread}</noscript>`);
  assert.match(page.text('all'), /The answer to it\./);
  assert.not.match(page.html({ remove: 'content' }), /The first post/);
  // The next page is read as a browser with scripts shows it.
  assert.is(detector.label('<p>Text.<noscript><p>No script.</noscript>').text('all'), 'Text.');
});

test('a page with text of its own is not', async () => {
  const detector = await Detector.create();
  const page = detector.label(`<p>${'Some text of its own. '.repeat(30)}<noscript>${thread}</noscript>`);
  assert.not.match(page.text('all'), /The answer to it\./);
});

test('a short element with an image says nothing', async () => {
  const detector = await Detector.create();
  const page = detector.label('<p>Short.<noscript><p>Turn scripts on.<img src=pixel.gif></noscript>');
  assert.is(page.text('all'), 'Short.');
});

test('repetition reads the page as in the paper', async () => {
  const detector = await Detector.create({ preset: 'paper' });
  assert.is(detector.label(`${shell}<noscript>${thread}</noscript>`).text('all'), '');
});

test.run();
