/**
 * The cases of test/markdown/cases: pages and their Markdown, a document for related features. Options of a case are those of
 * `page.markdown`, and
 *
 *     "part": "content"    the part that is written (default: all)
 *     "pages": 8           the site has this many pages, which differ in `{{word}}`; the Markdown is that of the last
 *     "odds": [2, -2]      main content is written, which has these log odds in paragraphs and in other blocks
 *     "kind": "forum"      what the page is (default: nothing)
 *     "recall": 2          the option of the detector
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { paragraphModel } from '../support/paragraph-model.ts';

// Examples in documents, in the manner of CommonMark's spec: a heading is the name, and a fence of 32 backticks has the options
// if any, the input, a line with a dot, and the expected output.
//
//     ## relative with page url
//
//     ```````````````````````````````` example {"url": "https://a.example/b"}
//     <a href="c">d</a>
//     .
//     [d](https://a.example/c)
//     ````````````````````````````````
//
// What a reader cannot see is written visibly: `→` is a tab, `⟨A0⟩` the character with that code (a space at the end of a line is
// `⟨20⟩`). Every line of input and output ends with a line feed; without lines, the text is empty.

interface Example {
  /** `FILE:LINE` of the heading. */
  readonly at: string;
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly input: string;
  readonly expected: string;
}

const FENCE = '`'.repeat(32);

const visible = (text: string): string =>
  text
    .replaceAll('→', '\t')
    .replace(/⟨([0-9A-F]+)⟩/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

function examplesOf(folder: URL, file: string): Example[] {
  const examples: Example[] = [];
  const lines = readFileSync(new URL(file, folder), 'utf8').split(/\r?\n/);
  let heading = 0;
  for (let line = 0; line < lines.length; line += 1) {
    const text = lines[line] ?? '';
    if (text.startsWith('## ')) heading = line;
    if (!text.startsWith(`${FENCE} example`)) continue;
    const [dot, end] = [lines.indexOf('.', line), lines.indexOf(FENCE, line)];
    if (dot < 0 || end < dot) throw new Error(`${file}:${line + 1}: an example needs a line with a dot, and an end`);
    const textOf = (from: number, to: number): string =>
      visible(
        lines
          .slice(from, to)
          .map((each) => `${each}\n`)
          .join(''),
      );
    examples.push({
      at: `${file}:${heading + 1}`,
      name: (lines[heading] ?? '').slice('## '.length),
      options: JSON.parse(text.slice(`${FENCE} example`.length).trim() || '{}'),
      input: textOf(line + 1, dot),
      expected: textOf(dot + 1, end),
    });
    line = end;
  }
  return examples;
}

/** The examples of all Markdown documents in a folder. */
const readExamples = (folder: URL): ReadonlyMap<string, readonly Example[]> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file) => [file.slice(0, -'.md'.length), examplesOf(folder, file)]),
  );

const WORDS = ['alder', 'birch', 'cedar', 'dogwood', 'elder', 'fir', 'gorse', 'hazel', 'ivy', 'juniper'];

const withWord = (text: string, page: number): string => text.replaceAll('{{word}}', WORDS[page] ?? 'yew');

async function check({ options: given, input, expected }: Example): Promise<void> {
  const { part = 'all', pages = 1, odds, kind, recall = 1, ...options } = given;
  const last = Number(pages) - 1;
  const [paragraphs, others] = (odds ?? []) as readonly number[];
  const detector = odds
    ? await Detector.create(
        { recall: Number(recall) },
        { model: paragraphModel(paragraphs, others, kind as string | undefined) },
      )
    : await Detector.create({ evidence: 'repetition', separators: 'blocks' });
  try {
    for (let page = 0; page < last; page += 1) detector.learn(withWord(input, page));
    assert.is(
      detector.learn(withWord(input, last)).markdown(odds ? 'main' : (part as 'all'), options),
      withWord(expected, last),
    );
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
