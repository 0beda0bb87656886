/** `npm run duplicates`: how well pages are told apart that say the same in different templates, and different in one. */
import { readFileSync } from 'node:fs';
import { oneSitesFolder, printJson, readCommandLine, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { duplicatesExperiment, THRESHOLDS, USUAL_THRESHOLD } from './duplicates/experiment.ts';
import { readLabelledSite } from './duplicates/site.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run duplicates -- SITES_DIR [--model FILE] [--json]

The three labelled sites with the most template give theirs, page by page, to contents of the others, of 50 to 200 words:
the same content on two sites is a duplicate, two contents on one site are none. Shares of pairs that are judged right
when what is left of the pages is compared by runs of six words and 84 minima; by what was left out before.

--model FILE  a model in place of the one that ships: one that has not seen the sites, say (npm run train)
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
  if (line.has('json')) return printJson({ threshold: USUAL_THRESHOLD, results });
  for (const { hosts, source, pages, duplicatePairs, otherPairs, removals } of results) {
    process.stdout.write(
      `${source} on ${hosts.join(', ')}: ${pages} pages, ${duplicatePairs} duplicates, ${otherPairs} others\n\n`,
    );
    const rows = removals.map(({ removal, duplicates, others, curve }) => [
      ...[removal, duplicates.toFixed(3), others.toFixed(3)],
      ...curve.map((at) => ((at.duplicates + at.others) / 2).toFixed(3)),
    ]);
    const head = ['left out', 'duplicates', 'others', ...THRESHOLDS.map((threshold) => `at ${threshold}`)];
    process.stdout.write(`${formatTable(head, rows)}\n\n`);
  }
  process.stdout.write(`duplicates and others at ${USUAL_THRESHOLD}; then the mean of both by resemblance\n`);
});
