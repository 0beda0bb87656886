/** `npm run bench lifetimes`: the effect of Tb and N, whose values the paper does not give. */
import { oneSitesFolder, printJson, readCommandLine, runCommand } from './command.ts';
import { readSelection, selectionFlags, selectionHelp } from './corpus/selection.ts';
import { findSites } from './corpus/sites.ts';
import { mean } from './evaluation/evaluate.ts';
import { BASE_LIFETIMES, LIFETIME_GROWTHS } from './lifetimes/grid.ts';
import { readReplaySite } from './lifetimes/read.ts';
import { type ReplayFigures, type ReplaySite, replay } from './lifetimes/replay.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench lifetimes -- SITES_DIR [options]

Measures every Tb and N of a grid on labelled sites, with the other options of the paper: precision, recall and F1 of
template by characters, content lost, and mean entries (AverageSize); means over the sites.

Options
${selectionHelp}
  --json                         one JSON object
`;

interface Setting extends ReplayFigures {
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
}

function measureSetting(sites: readonly ReplaySite[], baseLifetime: number, lifetimeGrowth: number): Setting {
  const figures = sites.map((site) => replay(site, baseLifetime, lifetimeGrowth));
  return {
    baseLifetime,
    lifetimeGrowth,
    precision: mean(figures.map(({ precision }) => precision)),
    recall: mean(figures.map(({ recall }) => recall)),
    f1: mean(figures.map(({ f1 }) => f1)),
    contentLost: mean(figures.map(({ contentLost }) => contentLost)),
    entries: mean(figures.map(({ entries }) => entries)),
  };
}

function format(settings: readonly Setting[]): string {
  const rows = settings.map(({ baseLifetime, lifetimeGrowth, precision, recall, f1, contentLost, entries }) => [
    ...[String(baseLifetime), String(lifetimeGrowth)],
    ...[precision, recall, f1, contentLost].map((share) => share.toFixed(4)),
    entries.toFixed(0),
  ]);
  return formatTable(['Tb', 'N', 'precision', 'recall', 'F1', 'lost', 'entries'], rows);
}

const OWN_FLAGS = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;

await runCommand('lifetimes', async (words) => {
  const line = readCommandLine(words, { ...selectionFlags, ...OWN_FLAGS });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const folder = oneSitesFolder(line);
  const selection = readSelection(line);
  const sites: ReplaySite[] = [];
  for (const site of findSites(folder)) sites.push(await readReplaySite(site, selection));
  const settings = BASE_LIFETIMES.flatMap((baseLifetime) =>
    LIFETIME_GROWTHS.map((lifetimeGrowth) => measureSetting(sites, baseLifetime, lifetimeGrowth)),
  );
  if (line.has('json')) printJson({ ...selection, sites: sites.map(({ name }) => name), settings });
  else process.stdout.write(`${format(settings)}\n`);
});
