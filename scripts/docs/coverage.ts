/** What documents have to describe in full: options, flags and codes of errors. */
import { readFileSync } from 'node:fs';
import { resolveOptions } from 'refrain';
import { flagOf } from '../../packages/cli/src/arguments/flags.ts';
import { COMMANDS } from '../../packages/cli/src/run-command.ts';

/** Names in the first column of the tables of a document: `a`, `b` in a row of `a` `b`. */
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

/** Options of the detector in docs/api.md. */
export const missingOptions = (): string[] =>
  missing('docs/api.md', 'the option', ['preset', ...Object.keys(resolveOptions())]);

/** Codes of errors in a file; those that begin with `ERR_` are Node's own. */
function codesOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/'((?!ERR_)[A-Z]+_[A-Z_]+|DISPOSED)'/g);
  return [...found].map(([, code = '']) => code);
}

/** Codes of errors in docs/api.md. */
export function missingCodes(): string[] {
  const sources = ['bindings', 'packages/crawl/src', 'packages/search/src'].map((folder) => `${folder}/errors.ts`);
  return missing('docs/api.md', 'the code', new Set(sources.flatMap(codesOf)));
}

/** Flags of the command in docs/command-line.md. */
export function missingFlags(): string[] {
  const flags = new Set(COMMANDS.flatMap(({ allFlags }) => Object.keys(allFlags)).map((name) => `--${flagOf(name)}`));
  return missing('docs/command-line.md', 'the flag', flags);
}
