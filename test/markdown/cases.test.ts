/**
 * The cases of test/markdown/cases: a page and the Markdown of it, by feature. A comment at the start of a page has options:
 *
 *     <!-- url: https://a.example/b -->           its URL
 *     <!-- part: content, pages: 8 -->            the part that is written (default: all); how many pages are learned
 *     <!-- options: {"images": false} -->         other options
 *
 * With `pages`, the site has that many pages, which differ in `{{word}}`. The Markdown is that of the last.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Detector, type MarkdownOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const HOME = fileURLToPath(new URL('./cases/', import.meta.url));
const WORDS = ['alder', 'birch', 'cedar', 'dogwood', 'elder', 'fir', 'gorse', 'hazel', 'ivy', 'juniper'];

interface Front {
  readonly url?: string;
  readonly part: 'all' | 'content' | 'template';
  readonly pages: number;
  readonly options: MarkdownOptions;
}

function frontOf(html: string): Front {
  const [, comment = ''] = /^<!-- ((?:url|part|options): .*?) -->\n/.exec(html) ?? [];
  const url = /\burl: (\S+)/.exec(comment)?.[1];
  const part = /\bpart: (content|template)\b/.exec(comment)?.[1];
  return {
    ...(url !== undefined && { url }),
    part: part === 'content' || part === 'template' ? part : 'all',
    pages: Number(/\bpages: (\d+)/.exec(comment)?.[1] ?? 1),
    options: JSON.parse(/\boptions: (\{.*\})/.exec(comment)?.[1] ?? '{}'),
  };
}

const withWord = (text: string, page: number): string => text.replaceAll('{{word}}', WORDS[page] ?? 'yew');

async function markdownOf(html: string): Promise<string> {
  const { url, part, pages, options } = frontOf(html);
  const detector = await Detector.create({ evidence: 'repetition', separators: 'blocks' });
  try {
    for (let page = 0; page < pages - 1; page += 1) detector.learn(withWord(html, page));
    const last = detector.learn(withWord(html, pages - 1));
    return last.markdown(part, { ...options, ...(url !== undefined && { url }) });
  } finally {
    detector[Symbol.dispose]();
  }
}

const features = readdirSync(HOME).sort();
const names = features.flatMap((feature) =>
  readdirSync(HOME + feature)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => `${feature}/${file.slice(0, -'.html'.length)}`),
);

for (const name of names) {
  test(name, async () => {
    const html = readFileSync(`${HOME}${name}.html`, 'utf8');
    const expected = readFileSync(`${HOME}${name}.md`, 'utf8');
    assert.is(await markdownOf(html), withWord(expected, frontOf(html).pages - 1));
  });
}

test('every case is a pair, and there are enough of them', () => {
  const files = features.flatMap((feature) => readdirSync(HOME + feature).map((file) => `${feature}/${file}`));
  const expected = names.flatMap((name) => [`${name}.html`, `${name}.md`]);
  assert.equal(files.sort(), expected.sort());
  assert.ok(names.length >= 320);
  assert.ok(features.length >= 25);
});

test.run();
