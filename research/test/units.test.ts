/** Labels with values, captions with pictures: when they count as found. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { beginsWith, emptyHeading, isFound } from '../units.ts';

const rowOf =
  (cells: Readonly<Record<string, string>>) =>
  (column: string): string =>
    cells[column] ?? '';
const value = rowOf({ what: 'value', label: 'Cook time', text: '1 hour' });
const caption = rowOf({ what: 'caption', text: 'The bridge in' });

test('a value is found shortly after its label, whatever stands between', () => {
  assert.ok(isFound('| **Cook Time:** | 1 hour |', value));
  assert.ok(isFound('Cook time is long.\n\n- cook time\n- [1 Hour](https://a.example/)', value));
  assert.not.ok(isFound('1 hour\n\nCook time', value));
  assert.not.ok(isFound(`Cook time ${'and so on '.repeat(5)} 1 hour`, value));
  assert.not.ok(isFound('Cook time: 11 hours', value));
});

test('a caption is found with a picture beside it', () => {
  assert.ok(isFound('![](a.png)\n\nThe *bridge* in May', caption));
  assert.ok(isFound('The bridge in May ![](a.png)', caption));
  assert.not.ok(isFound('The bridge in May', caption));
  assert.not.ok(isFound('![](a.png)\n\nOne.\n\nTwo.\n\nThe bridge in May', caption));
});

test('a headline is the first text, below pictures alone', () => {
  const all = '# The Times\n\n# The river rises\n\nIt rained.';
  assert.is(beginsWith('The River Rises', '![](a.png)\n\n# The *river* rises\n\nIt rained.', all), true);
  assert.is(beginsWith('The River Rises', '# The Times\n\n# The river rises', all), false);
  assert.is(beginsWith('The River Rises', 'The river rises', all), false);
  assert.is(beginsWith('The river falls', '# The river rises', all), undefined);
});

test('a heading is empty where the next one of its level, or one above, follows', () => {
  const empty: readonly (readonly [markdown: string, heading: string | undefined])[] = [
    ['# A\n\ntext\n', undefined],
    ['# A\n\n## B\n\ntext\n', undefined],
    ['# A\n\n## B\n\n## C\n\ntext\n', '## B'],
    ['# A\n\ntext\n\n## B\n', '## B'],
    ['## A\n\n# B\n\ntext\n', '## A'],
    ['# A\n\n```\n# b\n# c\n```\n', undefined],
    ['# A\n\n#hashtag\n', undefined],
  ];
  for (const [markdown, heading] of empty) assert.is(emptyHeading(markdown), heading, markdown);
});

test.run();
