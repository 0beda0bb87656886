/**
 * Checks rules that formatter and linter do not check: in the product, the length of functions, their parameters, the
 * length of lines in assembly/, and calls that are slow for some texts; in comments and documents, the phrases of
 * phrases.ts.
 *
 * Run: npm run check style
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMENTS, checkProse } from './phrases.ts';
import { requireTool } from './program.ts';

/** Maximum lines of a function. */
const LINES_MAX = 59;
/** Maximum parameters of a function. */
const PARAMETERS_MAX = 5;
/** Maximum columns of a line in assembly/. biome limits others. */
const COLUMNS_MAX = 140;
/** A line with only a text, which may be longer: AssemblyScript cannot join texts at compile time. */
const ONE_TEXT = /^ *(["']).*\1;$/;
/** Maximum phrases per thousand words. Not 0, because some are correct in a sentence. */
const PHRASES_MAX = 2;

/** Calls with quadratic time, and the only file that may contain them, because it divides the text. */
const NORMALISES = /\.normalize\(/g;
const NORMALISER = 'bindings/normal-form.ts';

interface Parser {
  createSourceFile(path: string, source: string, target: number): SyntaxNode;
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void;
  isFunctionLike(node: SyntaxNode): node is FunctionNode;
}

interface SyntaxNode {
  readonly end: number;
  getStart(file: SyntaxNode): number;
}

interface FunctionNode extends SyntaxNode {
  readonly name?: SyntaxNode;
  readonly parameters: readonly SyntaxNode[];
}

const parser = requireTool('typescript') as Parser;
const ECMASCRIPT_LATEST = 99;

// A removed package may leave a folder with its output.
const sources = readdirSync('packages').map((name) => `packages/${name}/src`);
const folders = ['assembly', 'bindings', ...sources.filter((folder) => existsSync(folder))];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name)),
);

let found = 0;
for (const path of files) {
  const source = readFileSync(path, 'utf8');
  if (source.startsWith('// Written by')) continue;
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const report = (line: number, what: string): void => {
    found += 1;
    process.stdout.write(`${path}:${line}: ${what}\n`);
  };

  const file = parser.createSourceFile(path, source, ECMASCRIPT_LATEST);
  const visit = (node: SyntaxNode): void => {
    if (parser.isFunctionLike(node)) {
      // Decorators are before the name.
      const first = lineAt((node.name ?? node).getStart(file));
      const lines = lineAt(node.end) - first + 1;
      const { length } = node.parameters;
      if (lines > LINES_MAX)
        report(first, `a function of ${lines} lines; at most ${LINES_MAX}: split it by what it does`);
      if (length > PARAMETERS_MAX) report(first, `${length} parameters; at most ${PARAMETERS_MAX}: pass a record`);
    }
    parser.forEachChild(node, visit);
  };
  visit(file);

  if (path.startsWith('assembly'))
    for (const [index, line] of source.split('\n').entries())
      if (line.length > COLUMNS_MAX && !ONE_TEXT.test(line))
        report(index + 1, `a line of ${line.length} columns; at most ${COLUMNS_MAX}`);

  if (path !== NORMALISER)
    for (const { index } of source.replace(COMMENTS, (comment) => ' '.repeat(comment.length)).matchAll(NORMALISES))
      report(lineAt(index), `normalize; use normalForm of ${NORMALISER}`);
}

const { hits, commentWords, documentWords } = checkProse();
for (const { path, line, phrase, write } of hits) process.stdout.write(`${path}:${line}: "${phrase}": ${write}\n`);
const perThousand = (1000 * hits.length) / (commentWords + documentWords);
process.stdout.write(
  `${files.length} files, ${found} violations; ${hits.length} phrases, ${perThousand.toFixed(2)} per thousand words of comments ` +
    `(${commentWords}) and documents (${documentWords})\n`,
);
process.exitCode = found > 0 || perThousand > PHRASES_MAX ? 1 : 0;
