/** Pages that are slow to write: the steps of the module grow as the page does, and nothing traps. */
import { Detector, LimitError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { floods } from '../support/floods.ts';

const SMALL = 20_000;
/** Bytes of Markdown for each byte of a page. */
const OUTPUT_PER_BYTE_MAX = 16;
/** Steps for each byte of a page, for reading and writing. */
const STEPS_PER_BYTE_MAX = 4000;

const repeated =
  (piece: string, head = '', tail = '') =>
  (bytes: number): string =>
    head + piece.repeat(Math.ceil(bytes / piece.length)) + tail;

const WRITTEN: Readonly<Record<string, (bytes: number) => string>> = {
  ...floods,
  'lists in lists with text': repeated('<ul><li>a'),
  'quotes in quotes': repeated('<blockquote>a'),
  'emphasis that stays open': repeated('<b><i>a'),
  'emphasis that needs tags': repeated('<b>a:<i>b:</i></b>c', '<p>'),
  'runs of backticks': (bytes) =>
    `<pre>${Array.from({ length: Math.sqrt(2 * bytes) }, (_, length) => '`'.repeat(length)).join(' ')}`,
  'spans of code side by side': repeated('<code>a</code>'),
  'spans of code with backticks': repeated('<code>a`b</code>'),
  'links side by side': repeated('<a href=/x>y</a> '),
  'links around blocks': repeated('<a href=/x><div>a</div><h2>b</h2>'),
  'cells of a thousand columns and rows': repeated('<td colspan=1000 rowspan=1000>a', '<table><tr>'),
  'rows of a thousand columns': repeated('<tr><td colspan=1000 rowspan=65000>a', '<table>'),
  'rows below a thousand cells': repeated('<tr><td colspan=999><td>x', `<table><tr>${'<td>a'.repeat(1000)}`),
  'tables in headers': repeated('<table><tr><th>a<th>'),
  'signs of Markdown': repeated('*_`[]<&|~\\', '<p>'),
  'images without text': repeated('<img src=x>', '<p>a<p>'),
  'images in boxes in boxes': repeated('<div><img src=x>', '<p>a', 'b'),
  'hidden elements in each other': repeated('<div hidden>a'),
  'line breaks': repeated('<br>', '<p>a', 'b'),
  'segments of dots': repeated('../', '<a href="', '">x</a>'),
  'items without a list': repeated('<div><li>a'),
  'lines of code': repeated('<span class="line">a</span>', '<pre>'),
  'formulas in formulas': repeated('<math><mi>x</mi>'),
  footnotes: (bytes) =>
    Array.from({ length: bytes / 60 }, (_, note) => `<sup><a href="#n${note}">${note}</a></sup>`).join('') +
    `<ol class=footnotes>${Array.from({ length: bytes / 60 }, (_, note) => `<li id=n${note}>x`).join('')}`,
};

const url = `https://a.example/${'b/'.repeat(50)}`;

for (const [name, depth] of [
  ['default depth', 512],
  ['any depth', 0],
] as const) {
  test(`writes every flood within bounds, at ${name}`, async () => {
    const detector = await Detector.create({ seed: 1, maxDepth: depth, evidence: 'repetition' });
    for (const [flood, make] of Object.entries(WRITTEN)) {
      const html = make(SMALL);
      let written: string;
      try {
        written = detector.label(html).markdown('all', { url });
      } catch (error) {
        assert.ok(depth === 0 && error instanceof LimitError, `${flood}: ${error}`);
        continue;
      }
      assert.ok(written.length <= OUTPUT_PER_BYTE_MAX * html.length, `${flood}: ${written.length} of ${html.length}`);
    }
  });
}

test('four times the page can be written with four times the steps', async () => {
  const bytes = 4 * SMALL;
  const detector = await Detector.create({ seed: 1, evidence: 'repetition', maxWork: STEPS_PER_BYTE_MAX * bytes });
  for (const [flood, make] of Object.entries(WRITTEN)) {
    assert.not.throws(() => detector.label(make(bytes)).markdown('all'), undefined, flood);
  }
});

test.run();
