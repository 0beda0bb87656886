/**
 * Redesigns: how soon they are reported, how often one is reported where there is none, and what the verdicts are afterwards.
 *
 * Run: npm run bench redesigns -- SITES_DIR… [--partial | --alarms] [--before 30,100,400] [--kinds texts,markup,template]
 *      [--orders N] [--limit N] [--json] [--quick]
 * Sites with labels are redesigned, with `--partial` one layout of them; with `--alarms`, all sites are read as they are.
 * `--pair OLD NEW` reads two folders as one site.
 */
import { basename } from 'node:path';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { Problem } from './problem.ts';
import { type Alarms, countAlarms } from './redesigns/alarms.ts';
import { readGenerations } from './redesigns/generations.ts';
import { type RedesignSite, readRedesignSite } from './redesigns/pages.ts';
import { type PartialOutcome, simulatePartial } from './redesigns/partial.ts';
import { AFTER, type Outcome, type Plan, RANGES, simulate } from './redesigns/simulated.ts';
import { KINDS, type RedesignKind } from './redesigns/transform.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench redesigns -- SITES_DIR... [options]

  --alarms          reads all sites as they are, and counts the redesigns that are reported
  --partial         redesigns the pages of one layout, that with most pages, and leaves all others as they are
  --pair            reads OLD and NEW, two folders of pages, as generations of one site
  --before N,N,...  pages before a redesign (default: 30,100)
  --kinds K,K,...   what is replaced: ${KINDS.join(', ')} (default: texts,markup,template)
  --orders N        orders of the pages: path order, and N - 1 random ones (default: 2)
  --limit N         pages of a site with --alarms (default: 2500)
  --quick           30 pages before, one order
  --json            prints JSON
`;

/** Pages within which a redesign should be reported. */
const SOON = 5;

const isSoon = ({ reported }: Outcome): boolean => reported > 0 && reported <= SOON;

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

interface Plans {
  readonly befores: readonly number[];
  readonly kinds: readonly RedesignKind[];
  readonly seeds: readonly number[];
}

/** All crawls of the plans; those that a site has too few pages for are left out. */
async function simulateAll<T>(
  sites: readonly RedesignSite[],
  { befores, kinds, seeds }: Plans,
  run: (site: RedesignSite, plan: Plan, host: string) => Promise<T | undefined>,
): Promise<T[]> {
  const outcomes: T[] = [];
  for (const [at, site] of sites.entries()) {
    const other = sites[(at + 1) % sites.length] ?? site;
    const host = other.pages[other.pages.length >> 1]?.source ?? '';
    const plans = kinds.flatMap((kind) =>
      seeds.flatMap((seed) =>
        befores.flatMap((before) => [false, true].map((again): Plan => ({ kind, seed, before, again }))),
      ),
    );
    for (const plan of plans) {
      const outcome = await run(site, plan, host);
      if (outcome !== undefined) outcomes.push(outcome);
    }
  }
  return outcomes;
}

function formatPartial(outcomes: readonly PartialOutcome[], kinds: readonly RedesignKind[]): string {
  const rows = kinds.map((kind) => {
    const own = outcomes.filter((one) => one.kind === kind);
    const part = (is: (one: PartialOutcome) => boolean): string => share(own.filter(is).length, own.length);
    const isReported = (one: PartialOutcome): boolean => one.changed > 0 || one.newLayout > 0;
    return [
      kind,
      `${own.length}`,
      part(({ newLayout }) => newLayout > 0 && newLayout <= SOON),
      part(({ changed }) => changed > 0 && changed <= SOON),
      part(({ changed }) => changed > 0),
      part(({ isNamed }) => isNamed),
      part(isReported),
    ];
  });
  const [redesign, any] = ['redesign or drift', 'any event'];
  const titles = [`new layout in ${SOON}`, `${redesign} in ${SOON}`, `${redesign}`, 'that names the layout', any];
  return `${formatTable(['replaced', 'crawls', ...titles], rows)}\n`;
}

function formatRedesigns(outcomes: readonly Outcome[], kinds: readonly RedesignKind[]): string {
  const rows = kinds.flatMap((kind) =>
    [false, true].map((again) => {
      const own = outcomes.filter((one) => one.kind === kind && one.again === again);
      const mean = (of: (one: Outcome) => number): string =>
        own.length === 0 ? '–' : (own.reduce((sum, one) => sum + of(one), 0) / own.length).toFixed(3);
      const soon = own.filter(isSoon).length;
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
  const soonOf = (found: readonly Outcome[]): string => share(found.filter(isSoon).length, found.length);
  const later = outcomes.filter(({ reported }) => reported > 0).length;
  return `${formatTable(['replaced', 'pages after', 'crawls', `in ${SOON}`, 'F1 before', ...ranges], rows)}

${outcomes.length} crawls; reported within ${SOON} pages: ${soonOf(outcomes)}, in path order ${soonOf(outcomes.filter(({ seed }) => seed === 0))}, in random order ${soonOf(outcomes.filter(({ seed }) => seed > 0))}
within ${AFTER} pages: ${share(later, outcomes.length)}; before the redesign: ${outcomes.filter(({ early }) => early).length}
in brackets: a detector that has not seen the pages before
`;
}

await runCommand('redesigns', async (words) => {
  const line = readCommandLine(words, {
    ...{
      alarms: { type: 'boolean' },
      partial: { type: 'boolean' },
      pair: { type: 'boolean' },
      before: { type: 'string' },
      kinds: { type: 'string' },
    },
    ...{
      orders: { type: 'string' },
      limit: { type: 'string' },
      quick: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const isQuick = line.has('quick');
  const seeds = [...Array(readCount(line, 'orders', isQuick ? 1 : 2)).keys()];
  const [first, second] = line.operands;
  if (first === undefined) throw new Problem('give SITES_DIR; see --help');
  if (line.has('pair')) {
    if (second === undefined) throw new Problem('--pair needs OLD and NEW');
    const found = await readGenerations(first, second, isQuick ? 30 : 100);
    if (line.has('json')) printJson(found);
    else
      process.stdout.write(
        `${basename(first)} → ${basename(second)}: reported at page ${found.reported} of ${found.after}\n`,
      );
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
  const plans: Plans = { befores, kinds, seeds };
  if (line.has('partial')) {
    const found = await simulateAll(sites, plans, simulatePartial);
    if (line.has('json')) printJson(found);
    else process.stdout.write(formatPartial(found, kinds));
    return;
  }
  const outcomes = await simulateAll(sites, plans, simulate);
  if (line.has('json')) printJson(outcomes);
  else process.stdout.write(formatRedesigns(outcomes, kinds));
});
