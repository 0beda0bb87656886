/** One command with many parts: the first word selects an entry of a table, the other words go to that entry. */
import { pathToFileURL } from 'node:url';

/** A program that can be selected by name. */
export interface Entry {
  readonly name: string;
  /** Absolute path of the program. */
  readonly file: string;
  /** One line for the list of names. */
  readonly summary: string;
}

/** The names with one line each. */
export function listEntries(entries: readonly Pick<Entry, 'name' | 'summary'>[]): string {
  const width = Math.max(...entries.map(({ name }) => name.length));
  return entries.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}

/** Runs a program in this process, as if `words` had been its own command line. */
export async function runProgram(file: string, words: readonly string[]): Promise<void> {
  process.argv.splice(1, process.argv.length, file, ...words);
  await import(pathToFileURL(file).href);
}
