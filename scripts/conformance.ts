/**
 * Runs html5lib's tests of tree construction and of the tokenizer, and prints how many pass in each file. A test
 * without a scripting flag must pass with and without scripting, a tokenizer test in all of its initial states. A test
 * in `DEVIATIONS` must fail, all others must pass.
 *
 * Run: npm run conformance [-- --json] [FOLDER] FOLDER, or HTML5LIB_TESTS, is another copy of the tests: a folder with
 * `tree-construction` and `tokenizer`.
 */
import { parseArgs } from 'node:util';
import { HtmlParser } from 'refrain/html';
import { html5libFolder, readTreeTests, treeOf } from '../test/html/html5lib.ts';
import { readTokenizerTests, Tokenizer } from '../test/html/tokenizer.ts';

interface Outcome {
  readonly file: string;
  /** Its name in `DEVIATIONS`. */
  readonly test: string;
  readonly passed: boolean;
}

/** A test that fails on purpose, and why. */
interface Deviation {
  readonly test: string;
  readonly reason: string;
}

const DEVIATIONS: readonly Deviation[] = [];

async function runTreeConstruction(folder: string): Promise<Outcome[]> {
  const parsers = { on: await HtmlParser.create({ scripting: true }), off: await HtmlParser.create() };
  return readTreeTests(folder).map((test) => ({
    file: test.file,
    test: `${test.file} ${test.number}`,
    passed: test.scripting.every((scripting) => treeOf(test, scripting, parsers) === test.document),
  }));
}

function runTokenizer(folder: string): Outcome[] {
  const tokenizer = Tokenizer.load();
  return readTokenizerTests(folder).map((test) => ({
    file: test.file,
    test: `${test.file} ${test.description}`,
    passed: tokenizer.passes(test),
  }));
}

const count = (outcomes: readonly Outcome[]): { passed: number; total: number } => ({
  passed: outcomes.filter(({ passed }) => passed).length,
  total: outcomes.length,
});

function table(title: string, outcomes: readonly Outcome[]): string {
  const files = [...new Set(outcomes.map(({ file }) => file))];
  const rows = files.map((file) => [file, count(outcomes.filter((outcome) => outcome.file === file))] as const);
  const lines = [...rows, ['all', count(outcomes)] as const].map(
    ([name, { passed, total }]) => `  ${name.padEnd(44)} ${String(passed).padStart(5)} of ${String(total).padStart(5)}`,
  );
  return `${title}\n${lines.join('\n')}\n`;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const folder = positionals[0] ?? html5libFolder();
const tree = await runTreeConstruction(folder);
const tokens = runTokenizer(folder);

const all = [...tree, ...tokens];
const failed = new Set(all.filter(({ passed }) => !passed).map(({ test }) => test));
const deviations = DEVIATIONS.filter(({ test }) => failed.has(test));
const known = new Set(deviations.map(({ test }) => test));
const unknown = [...failed].filter((test) => !known.has(test));
const outdated = DEVIATIONS.filter(({ test }) => !failed.has(test));

if (values.json === true) {
  const report = { treeConstruction: count(tree), tokenizer: count(tokens), deviations };
  process.stdout.write(`${JSON.stringify(report)}\n`);
} else {
  process.stdout.write(`${table('tree construction', tree)}${table('tokenizer', tokens)}`);
  process.stdout.write(deviations.map(({ test, reason }) => `deviation: ${test}: ${reason}\n`).join(''));
  process.stdout.write(`${deviations.length} deviations\n`);
}
process.stderr.write(unknown.map((test) => `FAIL ${test}\n`).join(''));
process.stderr.write(outdated.map(({ test }) => `the ledger has ${test}, which passes\n`).join(''));
process.exitCode = unknown.length > 0 || outdated.length > 0 ? 1 : 0;
