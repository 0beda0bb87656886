/**
 * Checks the documents: types and execution of programs and commands, flags, scripts, links, the length of README, and
 * that every option, flag and error code is described. CONTRIBUTING.md has the rules for authors.
 *
 * Run: npm run check docs [-- --update] [WORD…]
 *
 * `--update` writes the outputs of programs into the documents. Words select the documents whose blocks are executed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resolveOptions } from 'refrain';
import { type Block, matchesOutput, outputOf, readBlocks, trimLines } from './docs/blocks.ts';
import { deadLinks, missingFiles } from './docs/links.ts';
import { build, type Program, runBlock, typeErrors, writePrograms } from './docs/programs.ts';
import { checkCommand, commandsOf } from './docs/shell.ts';

// Documents must describe all options, flags and codes of errors.

/** Names in the first column of tables: `a` and `b` for a cell with `a` `b`. */
function rowsOf(document: string): Set<string> {
  const rows = readFileSync(document, 'utf8').matchAll(/^\| (`[^|]*`) \|/gm);
  return new Set([...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)));
}

const missing = (document: string, kind: string, names: Iterable<string>): string[] => {
  const rows = rowsOf(document);
  return [...names]
    .filter((name) => !rows.has(name))
    .map((name) => `${document}: no row of a table is for ${kind} ${name}`);
};

const missingOptions = (): string[] =>
  missing('docs/api.md', 'the option', ['preset', ...Object.keys(resolveOptions())]);

/** Codes of errors in a file. `ERR_` begins those of Node. */
function codesOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/'((?!ERR_)[A-Z]+_[A-Z_]+|DISPOSED)'/g);
  return [...found].map(([, code = '']) => code);
}

function missingCodes(): string[] {
  const sources = ['bindings', 'packages/crawl/src'].map((folder) => `${folder}/errors.ts`);
  return missing('docs/api.md', 'the code', new Set(sources.flatMap(codesOf)));
}

const README_WORDS = 1100;

const { values, positionals: words } = parseArgs({
  options: { update: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const documentsOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);

const documents = [
  ...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...documentsOf('docs'),
  ...documentsOf('research'),
];

const problems: string[] = [];

function compare(output: Block, actual: string): void {
  if (matchesOutput(output, actual)) return;
  if (!values.update || /^…$/m.test(output.code)) {
    problems.push(`${output.document}:${output.line}: the output is\n${actual}`);
    return;
  }
  const lines = readFileSync(output.document, 'utf8').split('\n');
  lines.splice(output.line - 1, output.lineCount, trimLines(actual));
  writeFileSync(output.document, lines.join('\n'));
  process.stdout.write(`updated ${output.document}:${output.line}\n`);
}

/** Runs blocks from the last to the first, so that updates do not move lines of others. */
function runAll(blocks: readonly Block[], programs: readonly Program[]): number {
  const wanted = blocks.filter(
    ({ document, runs }) => runs && (words.length === 0 || words.some((word) => document.includes(word))),
  );
  for (const block of wanted.toReversed()) {
    try {
      const actual = runBlock(
        block,
        programs.find((program) => program.block === block),
      );
      const output = outputOf(block, blocks);
      if (output !== undefined) compare(output, actual);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return wanted.length;
}

function checkScripts(document: string): void {
  const text = readFileSync(document, 'utf8');
  for (const [, script = ''] of text.matchAll(/`(npm run [^`\n]+)`/g)) {
    const problem = checkCommand(script.split(' '));
    if (problem !== undefined) problems.push(`${document}: ${script}: ${problem}`);
  }
}

function checkCommands(blocks: readonly Block[]): number {
  let count = 0;
  for (const { document, line, code, language, skip } of blocks) {
    if (language !== 'sh' || skip !== undefined) continue;
    for (const command of commandsOf(code)) {
      const problem = checkCommand(command);
      if (problem !== undefined) problems.push(`${document}:${line}: ${command.join(' ')}: ${problem}`);
      count += 1;
    }
  }
  return count;
}

build();
const blocks = documents.flatMap(readBlocks);
const programs = writePrograms(blocks);
problems.push(...typeErrors(programs));
const commands = checkCommands(blocks);
for (const document of documents) checkScripts(document);
const executed = runAll(blocks, programs);
problems.push(...deadLinks(documents), ...missingFiles(documents), ...missingOptions(), ...missingCodes());

const length = readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean).length;
if (length > README_WORDS) problems.push(`README.md has ${length} words, more than ${README_WORDS}`);

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${documents.length} documents, README ${length} words: ${programs.length} programs type-checked, ${executed} blocks executed, ` +
    `${commands} commands read, ${problems.length} problems\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
