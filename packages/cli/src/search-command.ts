/** `refrain search`: what an index says of a query. */

import { Index, type SearchResult } from '@refrain/search';
import { RefrainError } from 'refrain';
import { CommandError, describe } from './errors.ts';
import { jsonLine } from './formats/json-line.ts';
import type { SearchRunOptions } from './index-arguments.ts';
import { OutputError, streamOutput } from './output.ts';
import type { Surroundings } from './run.ts';

/** What a terminal would take for a command, and tabs and line feeds, which are ours. */
const CONTROLS = /\p{Cc}/gu;

const plain = (text: string): string => text.replace(CONTROLS, '\ufffd');

const lineOf = ({ score, url, title }: SearchResult): string => `${score.toFixed(3)}\t${plain(url)}\t${plain(title)}\n`;

/** Writes the pages found; gives the exit code. */
export async function searchIndex(
  options: SearchRunOptions,
  { stdout, stderr }: Pick<Surroundings, 'stdout' | 'stderr'>,
): Promise<number> {
  const results = await ask(options);
  if (results.length === 0 && !options.quiet) stderr.write('refrain: no page was found\n');
  const output = streamOutput(stdout);
  try {
    for (const result of results) await output.write(options.json ? jsonLine(result) : lineOf(result));
    await output.end();
  } catch (error) {
    // The reader has what it wanted.
    if (!(error instanceof OutputError && error.code === 'EPIPE')) throw error;
  }
  return 0;
}

async function ask({ file, query, ranking, limit }: SearchRunOptions): Promise<SearchResult[]> {
  try {
    const index = await Index.open(file);
    try {
      return index.search(query, { ranking, limit });
    } finally {
      index.close();
    }
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    throw new CommandError(`${file}: ${describe(error)}`);
  }
}
