/**
 * The cases of test/markdown/cases: pages and their Markdown, a document for related features (see test/support/examples.ts). Options of a
 * case are those of `page.markdown`, and
 *
 *     "part": "content"    the part that is written (default: all)
 *     "pages": 8           the site has this many pages, which differ in `{{word}}`; the Markdown is that of the last
 */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Example, readExamples } from '../support/examples.ts';

const WORDS = ['alder', 'birch', 'cedar', 'dogwood', 'elder', 'fir', 'gorse', 'hazel', 'ivy', 'juniper'];

const withWord = (text: string, page: number): string => text.replaceAll('{{word}}', WORDS[page] ?? 'yew');

async function check({ options: given, input, expected }: Example): Promise<void> {
  const { part = 'all', pages = 1, ...options } = given;
  const last = Number(pages) - 1;
  const detector = await Detector.create({ evidence: 'repetition', separators: 'blocks' });
  try {
    for (let page = 0; page < last; page += 1) detector.learn(withWord(input, page));
    assert.is(detector.learn(withWord(input, last)).markdown(part as 'all', options), withWord(expected, last));
  } finally {
    detector[Symbol.dispose]();
  }
}

const features = readExamples(new URL('./cases/', import.meta.url));
const names: string[] = [];

for (const [feature, examples] of features) {
  for (const example of examples) {
    names.push(`${feature}: ${example.name}`);
    test(`${example.at} ${example.name}`, () => check(example));
  }
}

test('cases have names of their own, and there are enough of them', () => {
  assert.is(new Set(names).size, names.length);
  assert.ok(names.length >= 520);
});

test.run();
