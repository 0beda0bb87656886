/**
 * Redesigns: how soon they are reported, how often one is reported where there is none, and what the verdicts are afterwards.
 *
 * Run: npm run bench redesigns -- SITES_DIR… [--alarms] [--before 30,100,400] [--kinds texts,markup,template] [--limit N]
 *      [--json] [--quick]
 * Sites with labels are redesigned; with `--alarms`, all sites are read as they are. `--pair OLD NEW` reads two folders as one site.
 */
import { basename } from 'node:path';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { Problem } from './problem.ts';
import { type Alarms, countAlarms } from './redesigns/alarms.ts';
import { readGenerations } from './redesigns/generations.ts';
import { type RedesignSite, readRedesignSite } from './redesigns/pages.ts';
import { type Outcome, RANGES, simulate } from './redesigns/simulated.ts';
import { KINDS, type RedesignKind } from './redesigns/transform.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench redesigns -- SITES_DIR... [options]

  --alarms          reads all sites as they are, in path order and shuffled, and counts the redesigns that are reported
  --pair            reads OLD and NEW, two folders of pages, as generations of one site
  --before N,N,...  pages before a redesign (default: 30,100)
  --kinds K,K,...   what is replaced: ${KINDS.join(', ')} (default: texts,markup,template)
  --limit N         pages of a site with --alarms (default: 2500)
  --quick           30 pages before, one order
  --json            prints JSON
`;

/** Pages within which a redesign should be reported. */
const SOON = 5;

const share = (count: number, all: number): string => (all === 0 ? '–' : (count / all).toFixed(3));

async function measureAlarms(folders: readonly string[], limit: number, seeds: readonly number[]): Promise<Alarms[]> {
  const found: Alarms[] = [];
  for (const source of folders.flatMap(findSites)) {
    const site = await readRedesignSite(source);
    for (const seed of seeds) found.push(await countAlarms(site, seed, limit));
  }
  return found;
}

function formatAlarms(found: readonly Alarms[]): string {
  const rows = found.map(({ site, seed, pages, redesigns }) => [
    ...[site, seed === 0 ? 'path' : `shuffle ${seed}`, `${pages}`, `${redesigns.length}`],
  ]);
  const pages = found.reduce((sum, one) => sum + one.pages, 0);
  const alarms = found.reduce((sum, one) => sum + one.redesigns.length, 0);
  const rate = ((alarms / Math.max(1, pages)) * 10_000).toFixed(2);
  return `${formatTable(['site', 'order', 'pages', 'reported'], rows)}\n\n${alarms} false alarms on ${pages} pages: ${rate} in 10,000\n`;
}

async function measureRedesigns(
  sites: readonly RedesignSite[],
  { befores, kinds, seeds }: { befores: readonly number[]; kinds: readonly RedesignKind[]; seeds: readonly number[] },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [at, site] of sites.entries()) {
    const other = sites[(at + 1) % sites.length] ?? site;
    const host = other.pages[other.pages.length >> 1]?.source ?? '';
    for (const kind of kinds) {
      for (const seed of seeds) {
        for (const before of befores) {
          for (const again of [false, true]) {
            const outcome = await simulate(site, { kind, seed, before, again }, host);
            if (outcome !== undefined) outcomes.push(outcome);
          }
        }
      }
    }
  }
  return outcomes;
}

function formatRedesigns(outcomes: readonly Outcome[], kinds: readonly RedesignKind[]): string {
  const rows = kinds.flatMap((kind) =>
    [false, true].map((again) => {
      const own = outcomes.filter((one) => one.kind === kind && one.again === again);
      const mean = (of: (one: Outcome) => number): string =>
        own.length === 0 ? '–' : (own.reduce((sum, one) => sum + of(one), 0) / own.length).toFixed(3);
      const soon = own.filter(({ reported }) => reported > 0 && reported <= SOON).length;
      const after = RANGES.map(
        (_, range) => `${mean(({ f1 }) => f1[range] ?? 0)} (${mean(({ fresh }) => fresh[range] ?? 0)})`,
      );
      return [
        kind,
        again ? 'the same' : 'others',
        `${own.length}`,
        share(soon, own.length),
        mean(({ old }) => old),
        ...after,
      ];
    }),
  );
  const ranges = RANGES.map((end, at) => `F1 ${(RANGES[at - 1] ?? 0) + 1}–${end}`);
  const soon = outcomes.filter(({ reported }) => reported > 0 && reported <= SOON).length;
  return `${formatTable(['replaced', 'pages after', 'crawls', `reported in ${SOON}`, 'F1 before', ...ranges], rows)}

reported within ${SOON} pages: ${share(soon, outcomes.length)}; in brackets: a detector that has not seen the pages before
`;
}

await runCommand('redesigns', async (words) => {
  const line = readCommandLine(words, {
    ...{
      alarms: { type: 'boolean' },
      pair: { type: 'boolean' },
      before: { type: 'string' },
      kinds: { type: 'string' },
    },
    ...{ limit: { type: 'string' }, quick: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const isQuick = line.has('quick');
  const seeds = isQuick ? [0] : [0, 1];
  const [first, second] = line.operands;
  if (first === undefined) throw new Problem('give SITES_DIR; see --help');
  if (line.has('pair')) {
    if (second === undefined) throw new Problem('--pair needs OLD and NEW');
    const found = await readGenerations(first, second, isQuick ? 30 : 100);
    if (line.has('json')) printJson(found);
    else process.stdout.write(`${basename(first)} → ${basename(second)}: reported at page ${found.reported} of ${found.after}\n`);
    return;
  }
  if (line.has('alarms')) {
    const found = await measureAlarms(line.operands, readCount(line, 'limit', 2500), seeds);
    if (line.has('json')) printJson(found);
    else process.stdout.write(formatAlarms(found));
    return;
  }
  const befores = (line.text('before') ?? (isQuick ? '30' : '30,100')).split(',').map(Number);
  const kinds = (line.text('kinds') ?? 'texts,markup,template').split(',').map((name) => {
    const kind = KINDS.find((one) => one === name);
    if (kind === undefined) throw new Problem(`--kinds must be of ${KINDS.join(', ')}, not ${name}`);
    return kind;
  });
  const sites: RedesignSite[] = [];
  for (const source of line.operands.flatMap(findSites)) {
    const site = await readRedesignSite(source);
    if (site.isLabelled) sites.push(site);
  }
  if (sites.length === 0) throw new Problem('no page has data-gold labels');
  const outcomes = await measureRedesigns(sites, { befores, kinds, seeds });
  if (line.has('json')) printJson(outcomes);
  else process.stdout.write(formatRedesigns(outcomes, kinds));
});
