/** html5lib's tree construction tests. */
import { HtmlParser } from 'refrain/html';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readTreeTests } from './dat.ts';
import { html5libFolder } from './html5lib.ts';
import { treeOf } from './run-tree-test.ts';
import { serialize } from './serialize.ts';

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

const all = readTreeTests(html5libFolder());
for (const file of new Set(all.map((test) => test.file))) {
  const tests = all.filter((test) => test.file === file);
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
