/** html5lib's tests of tokenizer and tree construction. */
import { HtmlParser } from 'refrain/html';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { html5libFolder, readTreeTests, treeOf } from './html5lib.ts';
import { serialize } from './serialize.ts';
import { readTokenizerTests, Tokenizer } from './tokenizer.ts';

const tokens = suite('html5lib tokenizer');
const tokenizer = Tokenizer.load();

tokens('writes tokens in the format of the tests', () => {
  const test = {
    file: '',
    description: '',
    source: 'a&lt;<b C=d />\0</i>',
    states: [],
    lastStartTag: '',
    expected: [],
  };
  assert.equal(tokenizer.tokens({ ...test, xml: false }, 'Data state'), [
    ['Character', 'a<'],
    ['StartTag', 'b', { c: 'd' }, true],
    ['Character', '\0'],
    ['EndTag', 'i'],
  ]);
});

const tokenizerTests = readTokenizerTests(html5libFolder());
for (const file of new Set(tokenizerTests.map((test) => test.file))) {
  const tests = tokenizerTests.filter((test) => test.file === file);
  tokens(`${file}: ${tests.length} tests pass`, () => {
    for (const test of tests) {
      for (const state of test.states) {
        assert.equal(tokenizer.tokens(test, state), test.expected, `${test.description}, ${state}`);
      }
    }
  });
}

tokens.run();

const tree = suite('html5lib tree construction');
const parsers = { on: await HtmlParser.create({ scripting: true }), off: await HtmlParser.create() };

tree('writes trees in the format of the tests', () => {
  const source = '<!DOCTYPE html SYSTEM "x"><!--c--><p b=1 a="&lt;"><svg xlink:href><template>x';
  const expected = [
    '<!DOCTYPE html "" "x">',
    '<!-- c -->',
    '<html>',
    '  <head>',
    '  <body>',
    '    <p>',
    '      a="<"',
    '      b="1"',
    '      <svg svg>',
    '        xlink href=""',
    '        <svg template>',
    '          "x"',
  ];
  assert.is(serialize(parsers.off.parse(source)), expected.map((line) => `| ${line}`).join('\n'));
});

const treeTests = readTreeTests(html5libFolder());
for (const file of new Set(treeTests.map((test) => test.file))) {
  const tests = treeTests.filter((test) => test.file === file);
  tree(`${file}: ${tests.length} tests pass`, () => {
    for (const test of tests) {
      for (const scripting of test.scripting) {
        const name = `${file} ${test.number}, scripting ${scripting}: ${test.data}`;
        assert.is(treeOf(test, scripting, parsers), test.document, name);
      }
    }
  });
}

tree.run();
