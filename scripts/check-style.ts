/**
 * Checks what neither formatter nor linter limits in the product: the length of functions, their parameters, the length of lines in
 * assembly/, phrases that make comments hard to read, and calls that are slow for some texts.
 *
 * Run: npm run check style
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireTool } from './program.ts';

/** Maximum lines of a function. */
const LINES_MAX = 59;
/** Maximum parameters of a function. */
const PARAMETERS_MAX = 5;
/** Maximum columns of a line in assembly/; biome limits those of other folders. */
const COLUMNS_MAX = 140;
/** A line that is one text, which AssemblyScript does not join from several. */
const ONE_TEXT = /^ *(["']).*\1;$/;
/** Phrases that comments do not have: a number without its unit, and a negation at the end of a sentence. "There is none" is plain. */
const PHRASES = /\bso\s+many\b|(?<!\bthere\s+)\b(?:is|are)\s+none\b/gi;

/** Calls whose time grows with the square of a text's length, and the module that divides the text before. */
const NORMALISES = /\.normalize\(/g;
const NORMALISER = 'bindings/normal-form.ts';

/** Comments that stand in lines of their own or at the end of a line, which the formatter sets apart by a space. */
const COMMENTS = /(?<=^|[ \t])(?:\/\*[\s\S]*?\*\/|(?:\/\/.*(?:\n[ \t]*(?=\/\/))?)+)/gm;

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

// A package that was removed may leave a folder with its output.
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
      // Decorators stand before the name.
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

  for (const { 0: comment, index } of source.matchAll(COMMENTS)) {
    // A phrase may go on in the next line. The text keeps its length, so that offsets stay.
    const text = comment.replace(/\n[ \t]*(?:\*|\/\/)?/g, (gap) => ' '.repeat(gap.length));
    for (const { 0: phrase, index: at } of text.matchAll(PHRASES))
      report(lineAt(index + at), `"${phrase.replace(/\s+/g, ' ')}" in a comment`);
  }
}
process.stdout.write(`${files.length} files, ${found} violations\n`);
process.exitCode = found > 0 ? 1 : 0;
