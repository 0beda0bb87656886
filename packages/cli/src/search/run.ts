/** `refrain search`: prints the pages of an index that match a query. */
import { Index, type SearchResult } from '@refrain/search';
import { RefrainError } from 'refrain';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../errors.ts';
import { jsonLine } from '../formats/json-line.ts';
import { streamOutput } from '../output/output.ts';
import type { SearchRunOptions } from './arguments.ts';

/** Characters that a terminal would interpret, and the tabs and line feeds that separate our fields. */
const CONTROLS = /\p{Cc}/gu;

const plain = (text: string): string => text.replace(CONTROLS, '\ufffd');

const lineOf = ({ score, url, title }: SearchResult): string => `${score.toFixed(3)}\t${plain(url)}\t${plain(title)}\n`;

/** Prints the pages found; gives the exit code. */
export async function searchIndex(
  options: SearchRunOptions,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
): Promise<number> {
  const results = await search(options);
  if (results.length === 0 && !options.quiet) stderr.write('refrain: no page was found\n');
  const output = streamOutput(stdout);
  for (const result of results) await output.write(options.json ? jsonLine(result) : lineOf(result));
  await output.end();
  return 0;
}

async function search({ file, query, ranking, limit }: SearchRunOptions): Promise<SearchResult[]> {
  try {
    const index = await Index.open(file);
    try {
      return index.search(query, { ranking, limit });
    } finally {
      index.close();
    }
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    throw CommandError.of(file, error);
  }
}
