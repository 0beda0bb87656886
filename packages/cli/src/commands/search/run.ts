/** `refrain search`: prints the pages of an index that match a query. */
import { Index, type SearchResult } from '@refrain/search';
import type { CommandContext } from '../../arguments/command.ts';
import { CommandError, naming } from '../../errors.ts';
import { isFolder } from '../../files/output-target.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { print } from '../../write/output.ts';
import type { SearchRunOptions } from './flags.ts';

/** Characters that a terminal would interpret, and the tabs and line feeds that separate our fields. */
const CONTROLS = /\p{Cc}/gu;

const plain = (text: string): string => text.replace(CONTROLS, '\ufffd');

const lineOf = ({ score, url, title }: SearchResult): string => `${score.toFixed(3)}\t${plain(url)}\t${plain(title)}\n`;

/** Prints the pages found; gives the exit code. */
export async function run(options: SearchRunOptions, { stdout, stderr }: CommandContext): Promise<number> {
  const { file } = options;
  if (isFolder(file))
    throw new CommandError(`${file}: is a folder; refrain index ${file} --out FILE makes an index of its pages`);
  const results = await naming(options.file, () => search(options));
  if (results.length === 0 && !options.quiet) stderr.write('refrain: no page was found\n');
  await print(stdout, results.map(options.json ? jsonLine : lineOf).join(''));
  return 0;
}

async function search({ file, query, ranking, limit }: SearchRunOptions): Promise<SearchResult[]> {
  using index = await Index.open(file);
  return index.search(query, { ranking, limit });
}
