/**
 * Kills processes at random moments.
 *
 * `store`: a crawl that is fed to a store, and fed again from an earlier position until it is complete. Then the snapshot of every
 * site must have the same bytes as after an uninterrupted crawl. The other subjects are commands: what a kill leaves behind is
 * whole or absent, and the last run ends as an undisturbed one does, with no other files.
 *
 * Run: npm run check crash -- [--subject NAME] [--kills N] [--seed S] [--json]
 */
import { printJson, readCommandLine, readCount, runCommand } from '../bench/command.ts';
import { Problem } from '../bench/problem.ts';
import { formatTable } from '../bench/table.ts';
import { type CampaignReport, runCampaign } from './crash/campaign.ts';
import { type CommandReport, runCommands } from './crash/command-campaign.ts';
import { SUBJECTS } from './crash/commands.ts';

const NAMES = ['store', ...SUBJECTS.map(({ name }) => name)];

const HELP = `usage: npm run check crash -- [options]

Options
  --subject NAME  ${NAMES.join(', ')} or all (default): half of the kills are of the store
  --kills N       default: 200
  --seed S        seed of pages, moments and positions; default: from the clock
  --json          one JSON object
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

function formatCommands(reports: readonly CommandReport[]): string {
  const rows = reports.map(({ subject, kills, ended, rounds, differences, seconds }) => [
    ...[subject, String(kills), String(ended), String(rounds), String(differences.length), seconds.toFixed(0)],
  ]);
  const table = formatTable(['subject', 'kills', 'ended before', 'let end', 'differences', 'seconds'], rows);
  return [table, ...reports.flatMap(({ differences }) => differences.slice(0, SHOWN))].join('\n');
}

await runCommand('crash', async (words) => {
  const line = readCommandLine(words, {
    subject: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const subject = line.text('subject') ?? 'all';
  if (subject !== 'all' && !NAMES.includes(subject))
    throw new Problem(`--subject must be all or one of ${NAMES.join(', ')}`);
  const kills = readCount(line, 'kills', 200);
  const seed = readCount(line, 'seed', 1 + (Date.now() % 1_000_000));
  const wanted = SUBJECTS.filter(({ name }) => subject === 'all' || subject === name);
  const share = subject === 'all' ? Math.floor(kills / 2 / wanted.length) : kills;
  const commands: CommandReport[] = [];
  for (const one of share > 0 ? wanted : []) commands.push(await runCommands(one, { kills: share, seed }));
  const left = kills - (subject === 'all' ? share * wanted.length : 0);
  const isStore = subject === 'all' || subject === 'store';
  const store = isStore ? await runCampaign({ kills: left, seed, size: SIZE }) : undefined;
  if (line.has('json')) printJson({ store, commands });
  else {
    if (store !== undefined) process.stdout.write(`${format(store)}\n`);
    if (commands.length > 0) process.stdout.write(`${formatCommands(commands)}\n`);
  }
  const differences = [...(store?.differences ?? []), ...commands.flatMap((one) => one.differences)];
  if (differences.length > 0) process.exitCode = 1;
});
