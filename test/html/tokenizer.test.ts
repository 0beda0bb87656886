/** html5lib's tokenizer tests. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { html5libFolder } from './html5lib.ts';
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

const all = readTokenizerTests(html5libFolder());
for (const file of new Set(all.map((test) => test.file))) {
  const tests = all.filter((test) => test.file === file);
  tokens(`${file}: ${tests.length} tests pass`, () => {
    for (const test of tests) {
      for (const state of test.states) {
        assert.equal(tokenizer.tokens(test, state), test.expected, `${test.description}, ${state}`);
      }
    }
  });
}

tokens.run();
