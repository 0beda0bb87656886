/** `npm run bench duplicates`: how well pages with the same content in different templates are recognised as duplicates. */
import { readFileSync } from 'node:fs';
import { oneSitesFolder, printJson, readCommandLine, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { DEFAULT_THRESHOLD, duplicatesExperiment, THRESHOLDS } from './duplicates/experiment.ts';
import { readLabelledSite } from './duplicates/site.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench duplicates -- SITES_DIR [--model FILE] [--json]

Puts contents of 50 to 200 words of the other sites into pages of the three labelled sites with the most template. The same
content on two sites is a pair of duplicates. Two contents on one site are a pair that is not. Prints the share of pairs
that are judged correctly, by the part of the pages that was removed before. Pages are compared by runs of six words with
84 minima.

--model FILE  a model instead of the shipped one, for example one that was not trained on these sites (npm run bench train)
`;

await runCommand('duplicates', async (words) => {
  const line = readCommandLine(words, {
    ...{ model: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const sites = await Promise.all(findSites(oneSitesFolder(line)).map(readLabelledSite));
  const model = line.text('model');
  const results = await duplicatesExperiment(sites, model === undefined ? {} : { model: readFileSync(model) });
  if (line.has('json')) return printJson({ threshold: DEFAULT_THRESHOLD, results });
  for (const { hosts, source, pages, duplicatePairs, otherPairs, removals } of results) {
    process.stdout.write(
      `${source} on ${hosts.join(', ')}: ${pages} pages, ${duplicatePairs} pairs of duplicates, ${otherPairs} other pairs\n\n`,
    );
    const rows = removals.map(({ removal, duplicates, others, curve }) => [
      ...[removal, duplicates.toFixed(3), others.toFixed(3)],
      ...curve.map((at) => ((at.duplicates + at.others) / 2).toFixed(3)),
    ]);
    const head = ['removed', 'duplicates', 'others', ...THRESHOLDS.map((threshold) => `at ${threshold}`)];
    process.stdout.write(`${formatTable(head, rows)}\n\n`);
  }
  process.stdout.write(
    `duplicates, others: share of correct pairs at resemblance ${DEFAULT_THRESHOLD}; then the mean of both by resemblance\n`,
  );
});
