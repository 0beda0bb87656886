/** `npm run known-items`: whether pages are found again, by what they are called, in an index without template. */
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

/** The more pages there are, the more there is to be taken for the one. */
const USUAL: Selection = { pages: 'all', shuffle: 1 };

const HELP = `usage: npm run known-items -- SITES_DIR [options]

Indexes the bodies of each site's pages, with and without what is held for template, and looks for each page by its title,
without what is the site's, and by its first heading; texts that two pages have are no queries. Then all sites in one index.

  words          share of the words that are in the index
  MRR            mean reciprocal rank of the page; a page that is not among the first ${DEPTH} counts 0
  top ten        share of the queries whose page is among the first ten: with one right page a query, the mean number of
                 relevant results among the first ten, which Chen et al. give
  better, worse  queries whose page stands further up, or down, than with all words indexed

Options
  --queries N                    of each site at most, drawn with a seed (default ${QUERIES})
${helpOf(USUAL)}
  --json                         one JSON object
`;

/** Rankings one after the other: what is compared stands together. */
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
  const selection = readSelection(line, USUAL);
  const queries = readCount(line, 'queries', QUERIES);
  const sites: Searched[] = [];
  for (const site of findSites(folder)) sites.push(await readSearched(site, selection));
  const figures = await measureKnownItems(sites, queries);
  if (line.has('json')) printJson({ ...selection, queries, figures });
  else process.stdout.write(`${format(figures)}\n`);
});
