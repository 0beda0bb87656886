/**
 * Redesigns: how soon they are reported, how often one is reported where there is none, and what the verdicts are afterwards.
 *
 * Run: npm run research -- redesigns SITES_DIR… [--partial | --alarms] [--before 30,100,400] [--kinds texts,markup,template]
 *      [--orders N] [--limit N] [--json] [--quick]
 * Sites with labels are redesigned, with `--partial` one layout of them; with `--alarms`, all sites are read as they are.
 * `--pair OLD NEW` reads two folders as one site.
 */
import type { Program } from '../bench/command.ts';
import { Problem } from '../bench/command.ts';
import { formatTable } from '../bench/format-table.ts';
import { findSites } from '../bench/pages/sites.ts';
import { type Alarms, countAlarms } from './redesigns/alarms.ts';
import { type RedesignSite, readRedesignSite } from './redesigns/pages.ts';
import { AFTER, type Outcome, type Plan, RANGES, simulate } from './redesigns/simulated.ts';
import { KINDS, type RedesignKind } from './redesigns/transform.ts';

const HELP = `usage: npm run research -- redesigns SITES_DIR... [options]

  --alarms          reads all sites as they are, and counts the redesigns that are reported
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

export const program: Program = {
  help: HELP,
  values: ['before', 'kinds', 'orders', 'limit'],
  switches: ['alarms', 'quick'],
  hasOperands: true,
  async run(line) {
    const isQuick = line.has('quick');
    const seeds = [...Array(line.count('orders', isQuick ? 1 : 2)).keys()];
    if (line.operands.length === 0) throw new Problem('give SITES_DIR; see --help');
    if (line.has('alarms')) {
      const found = await measureAlarms(line.operands, line.count('limit', 2500), seeds);
      if (line.has('json')) line.print(found, () => '');
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
    const outcomes = await simulateAll(sites, plans, simulate);
    if (line.has('json')) line.print(outcomes, () => '');
    else process.stdout.write(formatRedesigns(outcomes, kinds));
  },
};
