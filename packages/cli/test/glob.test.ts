/** Globs of `--include` and `--exclude`: what they match, and that no address of a site makes them slow. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../test/support/cpu.ts';
import { globTest } from '../src/read/patterns.ts';

/** Texts that match, and texts that do not. */
const GLOBS: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  'a/*': [
    ['a/b', 'a/b/', 'a/.b'],
    ['a/', 'a', 'a/b/c'],
  ],
  '*': [
    ['a', 'a/'],
    ['', 'a/b'],
  ],
  'a*': [
    ['a', 'ab'],
    ['a/b', 'ab/'],
  ],
  '*.html': [['a.html', '.html'], ['a/b.html']],
  '**': [['a', 'a/b', '/a'], ['']],
  'a/**': [['a', 'a/', 'a/b', 'a/b/c/'], ['ab']],
  '**/b': [['b', 'a/b', '/b', 'a/c/b'], ['ab']],
  'a/**/b': [['a/b', 'a/x/b', 'a/x/y/b'], ['axb']],
  '**a': [['xa', 'a'], ['x/a']],
  'a?b': [
    ['axb', 'a?b', 'a😀b'],
    ['a/b', 'ab'],
  ],
  '[1-3].html': [['1.html', '3.html'], ['4.html']],
  '[!a-c]x': [['dx'], ['bx', '/x']],
  '{a,b{c,d}}': [
    ['a', 'bc', 'bd'],
    ['b', 'bcd'],
  ],
  '{*.html,x/**}': [['a.html', 'x/y'], ['y/x']],
  'a{b': [['a{b'], ['ab']],
  'a\\*b': [['a*b'], ['axb']],
  './a': [['a'], ['b']],
  'https://{b,c}.example/**': [['https://b.example/x/y', 'https://b.example/'], ['https://d.example/']],
  '**/*page=*': [['https://a.example/x?page=2'], ['https://a.example/x']],
};

for (const [glob, [matching, others]] of Object.entries(GLOBS)) {
  test(`${glob} matches what it says`, () => {
    const matches = globTest(glob);
    for (const text of matching) assert.ok(matches(text), text);
    for (const text of others) assert.not.ok(matches(text), text);
  });
}

test('refuses what is not read, and globs that are too long', () => {
  for (const glob of ['', '!a', 'a/!(b|c)', '+(a)', '[a', 'a'.repeat(1001)])
    assert.throws(() => globTest(glob), undefined, glob);
});

test('takes linear time for every glob and address', async () => {
  const addressesOf = (length: number): readonly string[] => [
    'a-'.repeat(length / 2),
    'a'.repeat(length),
    `${'a/'.repeat(length / 2)}b`,
    `${'ab'.repeat(length / 2)}/`,
  ];
  const globs = [
    '**/*-*-*-*.html',
    '*a'.repeat(15),
    '{a*,a*}'.repeat(9),
    '**/'.repeat(20),
    '*?'.repeat(32),
    '*{a,*{a,*{a,*}}}',
  ];
  for (const glob of globs)
    await assertLinear(glob, 8000, (length) => {
      const matches = globTest(glob);
      for (const address of addressesOf(length)) for (const end of ['', 'c', '/c']) matches(`${address}${end}`);
    });
});

test.run();
