/**
 * Kills processes at random moments while they feed a crawl to a store, and feeds the crawl again from an earlier position, until
 * it is complete. Then the snapshot of every site must have the same bytes as after an uninterrupted crawl.
 *
 * Run: npm run check crash -- [--kills N] [--seed S] [--json]
 */
import { printJson, readCommandLine, readCount, runCommand } from '../bench/command.ts';
import { formatTable } from '../bench/table.ts';
import { type CampaignReport, runCampaign } from './crash/campaign.ts';

const HELP = `usage: npm run check crash -- [options]

Options
  --kills N   default: 200
  --seed S    seed of pages, moments and positions; default: from the clock
  --json      one JSON object
`;

const SIZE = { pages: 8000, sites: 300, longSites: 3, paragraphs: 60 };
/** Maximum number of differences to print. */
const SHOWN = 20;

function format(report: CampaignReport): string {
  const { kills, killedWhile, crawls, pages, sites, meanFed, meanProgress, evicted, loaded, differences } = report;
  const moments = Object.entries(killedWhile).map(([phase, count]) => `${phase} ${count}`);
  const table = formatTable(
    ['', ''],
    [
      ['seed', String(report.seed)],
      ['kills', `${kills} (${moments.join(', ')})`],
      ['crawls', `${crawls} of ${pages} pages, ${sites} sites`],
      ['pages fed before a kill', `${meanFed.toFixed(0)}, of which new and flushed ${meanProgress.toFixed(0)}`],
      ['tables evicted, loaded', `${evicted}, ${loaded} in processes that were not killed`],
      ['differences', String(differences.length)],
      ['seconds', report.seconds.toFixed(0)],
    ],
  );
  return [table, ...differences.slice(0, SHOWN)].join('\n');
}

await runCommand('crash', async (words) => {
  const line = readCommandLine(words, {
    kills: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const report = await runCampaign({
    kills: readCount(line, 'kills', 200),
    seed: readCount(line, 'seed', 1 + (Date.now() % 1_000_000)),
    size: SIZE,
  });
  if (line.has('json')) printJson(report);
  else process.stdout.write(`${format(report)}\n`);
  if (report.differences.length > 0) process.exitCode = 1;
});
