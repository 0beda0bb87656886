/** Calls that write Markdown: options, errors, and unchanged state. */
import { parse } from 'parse5';
import { Detector, type MarkdownOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { thrownCode } from '../support/errors.ts';

const PAGE = `<h2>One</h2><p>See <a href="b?c">this</a> <img src="/i.png" alt="I"><p hidden>Not this</p>`;

const detector = await Detector.create({ seed: 1 });
const markdown = (html: string, options?: MarkdownOptions): string => detector.label(html).markdown('all', options);

test('writes links and images as they are without a URL, and absolute with one', () => {
  assert.is(markdown(PAGE), '## One\n\nSee [this](b?c) ![I](/i.png)\n');
  assert.is(
    markdown(PAGE, { url: 'https://a.example/x/y#z' }),
    '## One\n\nSee [this](https://a.example/x/b?c) ![I](https://a.example/i.png)\n',
  );
});

test('leaves out images, addresses and levels, and keeps hidden text, by options', () => {
  assert.is(markdown(PAGE, { images: false }), '## One\n\nSee [this](b?c)\n');
  assert.is(markdown(PAGE, { links: false }), '## One\n\nSee this ![I](/i.png)\n');
  assert.is(markdown(PAGE, { headingShift: 5, images: false }), '###### One\n\nSee [this](b?c)\n');
  assert.is(markdown(PAGE, { headingShift: -5, images: false }), '# One\n\nSee [this](b?c)\n');
  assert.is(markdown(PAGE, { hidden: true }), '## One\n\nSee [this](b?c) ![I](/i.png)\n\nNot this\n');
});

test('gives an empty string for a part without text', () => {
  assert.is(markdown(''), '');
  assert.is(markdown('<p> </p><hr>'), '***\n');
  assert.is(detector.label('<p>Text of a page that is new').markdown('template'), '');
});

test('leaves links as they are where the URL cannot be parsed', () => {
  assert.is(markdown('<p><a href=b>b</a>', { url: 'no url' }), '[b](b)\n');
});

test('takes no base from addresses without folders', () => {
  for (const url of ['data:text/html,x', 'mailto:a@b.example', 'file:///tmp/a.html', '']) {
    assert.is(markdown('<p><a href=b>b</a>', { url }), '[b](b)\n', url);
  }
});

test('refuses unknown options and wrong values', () => {
  const page = detector.label(PAGE);
  const wrong: readonly unknown[] = [
    { heading: 1 },
    { headingShift: 6 },
    { headingShift: 0.5 },
    { images: 'no' },
    { links: 0 },
    { hidden: null },
    { url: 5 },
    [],
    'https://a.example/',
  ];
  for (const options of wrong) {
    assert.is(
      thrownCode(() => page.markdown('all', options as MarkdownOptions)),
      'OPTION_INVALID',
      JSON.stringify(options),
    );
  }
  assert.is(
    thrownCode(() => page.markdown('everything' as 'all')),
    'OPTION_INVALID',
  );
  assert.is(
    thrownCode(() => page.markdown('all', { images: 1 } as never)),
    'OPTION_INVALID',
  );
});

test('a tree has the Markdown of its source', () => {
  const inTree = detector.labelTree(parse(PAGE)).markdown('all');
  assert.is(detector.label(PAGE).markdown('all'), inTree);
});

test('throws for a stale page, and main content without a model', async () => {
  const page = detector.label(PAGE);
  detector.label('<p>Next');
  assert.is(
    thrownCode(() => page.markdown('all')),
    'PAGE_STALE',
  );
  const paper = await Detector.create({ preset: 'paper' });
  assert.is(
    thrownCode(() => paper.label(PAGE).markdown('main')),
    'NO_MAIN',
  );
});

test('changes neither verdicts nor other outputs', async () => {
  const learning = await Detector.create({ seed: 3 });
  for (let number = 1; number <= 6; number += 1) learning.learn(`<ul><li>Home<li>About</ul><p>Story number ${number}.`);
  const page = learning.learn('<ul><li>Home<li>About</ul><p>Story number seven.');
  const before = JSON.stringify(page.toJSON());
  const [text, html] = [page.text('all'), page.html('content', { mode: 'cut' })];
  page.markdown('content');
  page.markdown('template');
  assert.is(JSON.stringify(page.toJSON()), before);
  assert.is(page.text('all'), text);
  assert.is(page.html('content', { mode: 'cut' }), html);
});

test('ends with an error and goes on where writing takes more than maxWork', async () => {
  const html = `<table>${'<tr><td colspan=1000>a<td>b'.repeat(300)}</table>`;
  const small = await Detector.create({ maxWork: 200_000 });
  assert.is(
    thrownCode(() => small.label(html).markdown('all')),
    'PAGE_TOO_COMPLEX',
  );
  assert.is(small.label('<p>Fine').markdown('all'), 'Fine\n');
});

test.run();
