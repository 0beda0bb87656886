/**
 * Counts lines of code without blank lines and comments, tracked files, words of documents, and flags of the command.
 * Fails if one is above its limit.
 *
 * Run: npm run check lines
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { checkProse } from './phrases.ts';
import { formatRows } from './program.ts';

const git = (...words: readonly string[]): string[] =>
  execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path));

/** Strings may contain text that looks like a comment. */
const STRING_OR_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*.*?\*\/|\/\/[^\n]*/gs;

const codeLines = (path: string): number =>
  readFileSync(path, 'utf8')
    .replace(STRING_OR_COMMENT, (match, text: string | undefined) => text ?? match.replace(/[^\n]/g, ''))
    .split('\n')
    .filter((line) => line.trim() !== '').length;

const sum = (paths: readonly string[], of: (path: string) => number): number =>
  paths.reduce((total, path) => total + of(path), 0);

const files = git('ls-files');
const code = files.filter((path) => /\.(ts|mts|js|mjs|cjs|tsx|css)$/.test(path));
const lines = (area: RegExp): number =>
  sum(
    code.filter((path) => area.test(path)),
    codeLines,
  );
// Without cases, which are test data.
const documents = files.filter((path) => path.endsWith('.md') && !/(^|\/)test\/|^\.changeset\//.test(path));
// This table is generated from that of the command.
const flags = readFileSync('docs/command-line.md', 'utf8').match(/^\| (?:`-\w` )?`--[a-z]/gm) ?? [];

const MEASURES: readonly (readonly [name: string, count: number, limit: number])[] = [
  ['lines of assembly', lines(/^assembly\//), 20_000],
  ['lines of bindings', lines(/^bindings\//), 5300],
  ['lines of packages', lines(/^packages\/[^/]+\/src\//), 22_500],
  ['lines of tests', lines(/^(packages\/[^/]+\/)?test\//), 28_000],
  ['lines of bench, research and scripts', lines(/^(bench|research|scripts)\//), 13_500],
  ['tracked files', files.length, 1150],
  ['words of documents', sum(documents, (path) => readFileSync(path, 'utf8').match(/\S+/g)?.length ?? 0), 28_000],
  ['words of comments', checkProse().commentWords, 125_000],
  ['flags of the command', flags.length, 65],
];

const rows = MEASURES.map(([name, count, limit]) => {
  const found = `${count} of ${limit}`;
  return [name, count > limit ? `${found}: above` : found] as const;
});
process.stdout.write(formatRows(rows));
if (MEASURES.some(([, count, limit]) => count > limit)) process.exitCode = 1;
