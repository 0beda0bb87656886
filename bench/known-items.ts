/** `npm run bench known-items`: whether a search for the title of a page finds it in an index without template. */
import { oneSitesFolder, printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { helpOf, readSelection, type Selection, selectionFlags } from './corpus/selection.ts';
import { findSites } from './corpus/sites.ts';
import {
  DEPTH,
  measureKnownItems,
  QUERIES,
  RANKINGS,
  readSearched,
  type Searched,
  type SearchFigures,
} from './search/measure.ts';
import { formatTable } from './table.ts';

/** All pages: every page more makes the search harder. */
const DEFAULT_SELECTION: Selection = { pages: 'all', shuffle: 1 };

const HELP = `usage: npm run bench known-items -- SITES_DIR [options]

Indexes the bodies of the pages of each site, with and without detected template. Searches for each page by its title,
without the name of the site, and by its first heading. Texts that two pages share are not queries. Then does the same with
all sites in one index.

  words          share of the words that are in the index
  MRR            mean reciprocal rank of the page; a page that is not among the first ${DEPTH} counts 0
  top ten        share of the queries whose page is among the first ten. Every query has one relevant page, so this is the
                 mean number of relevant results among the first ten, as Chen et al. report it
  better, worse  queries whose page ranks higher, or lower, than with all words indexed

Options
  --queries N                    maximum queries of each site, drawn with a seed (default ${QUERIES})
${helpOf(DEFAULT_SELECTION)}
  --json                         one JSON object
`;

/** One ranking after the other, so that the lines to compare are next to each other. */
function format(figures: readonly SearchFigures[]): string {
  const scopes = [...new Set(figures.map(({ scope }) => scope))];
  const ordered = scopes.flatMap((name) =>
    RANKINGS.flatMap((by) => figures.filter(({ scope, ranking }) => scope === name && ranking === by)),
  );
  return formatTable(
    ['index of', 'pages', 'ranking', 'template', 'words', 'queries', 'MRR', 'top ten', 'better', 'worse'],
    ordered.map(({ scope, pages, template, ranking, wordsKept, queries, mrr, hits, better, worse }) => [
      ...[scope, String(pages), ranking, template, wordsKept.toFixed(3), String(queries)],
      ...[mrr.toFixed(3), hits.toFixed(3), String(better), String(worse)],
    ]),
  );
}

await runCommand('known-items', async (words) => {
  const line = readCommandLine(words, {
    ...selectionFlags,
    ...{ queries: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const folder = oneSitesFolder(line);
  const selection = readSelection(line, DEFAULT_SELECTION);
  const queries = readCount(line, 'queries', QUERIES);
  const sites: Searched[] = [];
  for (const site of findSites(folder)) sites.push(await readSearched(site, selection));
  const figures = await measureKnownItems(sites, queries);
  if (line.has('json')) printJson({ ...selection, queries, figures });
  else process.stdout.write(`${format(figures)}\n`);
});
