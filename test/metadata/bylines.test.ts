/** The module must select every line next to the headline that the bindings can read as a writer's name. */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bylineOf, starterOf } from '../../bindings/metadata/authors.ts';
import { AUTHOR, BY, PICTURE_WORK, WORK, WRITTEN } from '../../bindings/vocabulary.ts';

const wordsOf = (group: string): string[] => group.replace(/^\(\?:|\)$/g, '').split('|');

const NAME = 'Ann Berg';
const [by, written, work, pictures, author] = [BY, WRITTEN, WORK, PICTURE_WORK, AUTHOR].map(wordsOf);
const PLAIN = [
  ...(by ?? []).flatMap((word) => [`${word} `, `${word.toUpperCase()} `, `${word}: `, `— ${word} `, `★ ${word} `]),
  ...[...(written ?? []), ...(work ?? [])].flatMap((word) => [
    `${word} by `,
    `${word[0]?.toUpperCase()}${word.slice(1)} von `,
  ]),
  ...(pictures ?? []).map((word) => `${word}s and words by `),
  ...(author ?? []).flatMap((word) => [`${word}: `, `${word}：`]),
  ...['By', 'Von', 'Par', 'Por', 'This story was written by ', 'Posted 12 May 2024, by ', '3. Mai 2024 – Von '],
].map((before) => before + NAME);
const LINES = [...PLAIN, `Thread starter: ${NAME}`, `topic author ${NAME}`, `${NAME} discussion starter`];

test('every line in which the bindings find a writer is let through', async () => {
  const detector = await Detector.create();
  const read = LINES.filter((line) => bylineOf(line, '').length + starterOf(line).length > 0);
  assert.ok(read.length > 90, `${read.length} lines of ${LINES.length}`);
  for (const line of read) {
    const text = 'A paragraph about the meadow behind the town hall, which will be mown twice a year from now on.';
    const html = `<title>Town meadow</title><h1>Town meadow</h1><p>${line}</p><p>${text}</p><p>${text}</p>`;
    assert.equal(detector.label(html).metadata().authors, [NAME], line);
  }
});

test.run();
