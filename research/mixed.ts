/**
 * Labelled sites as sections of one site that share no template, mixed at random: F1 of the template beside that of each alone.
 *
 * Run: npm run research -- mixed SITES_DIR… [--sections 4] [--pages 60] [--json] [--quick]
 */
import type { Program } from '../bench/command.ts';
import { Problem } from '../bench/command.ts';
import { formatTable } from '../bench/format-table.ts';
import { findSites } from '../bench/pages/sites.ts';
import { mix, type SectionResult } from './mixed-sites.ts';
import { type RedesignSite, readRedesignSite } from './redesigns/pages.ts';

const HELP = `usage: npm run research -- mixed SITES_DIR... [options]

Each site is mixed with those after it in the order of the folders.

  --sections N  sites that are mixed (default: 4)
  --pages N     pages of each, at most (default: 60)
  --quick       10 pages of each
  --json        prints JSON
`;

async function readLabelled(folders: readonly string[]): Promise<RedesignSite[]> {
  const sites: RedesignSite[] = [];
  for (const source of folders.flatMap(findSites)) {
    const site = await readRedesignSite(source);
    if (site.isLabelled) sites.push(site);
  }
  return sites;
}

async function mixAll(sites: readonly RedesignSite[], sections: number, pages: number): Promise<SectionResult[]> {
  const results: SectionResult[] = [];
  for (const [at] of sites.entries()) {
    const chosen = Array.from({ length: sections }, (_, other) => sites[(at + other) % sites.length] as RedesignSite);
    results.push(...(await mix(chosen, at + 1, pages)));
  }
  return results;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

interface SiteMean {
  readonly site: string;
  readonly apart: number;
  readonly mixed: number;
}

function bySite(results: readonly SectionResult[]): SiteMean[] {
  return [...new Set(results.map(({ site }) => site))].map((site) => {
    const own = results.filter((result) => result.site === site);
    return { site, apart: mean(own.map(({ apart }) => apart)), mixed: mean(own.map(({ mixed }) => mixed)) };
  });
}

export const program: Program = {
  help: HELP,
  values: ['sections', 'pages'],
  switches: ['quick'],
  hasOperands: true,
  async run(line) {
    if (line.operands.length === 0) throw new Problem('give a folder of sites; see --help');
    const sites = await readLabelled(line.operands);
    const sections = line.count('sections', 4);
    if (sites.length < 2) throw new Problem('give at least two sites with labels');
    const pages = line.count('pages', line.has('quick') ? 10 : 60);
    const means = bySite(await mixAll(sites, Math.min(sections, sites.length), pages));
    const macro = { apart: mean(means.map(({ apart }) => apart)), mixed: mean(means.map(({ mixed }) => mixed)) };
    if (line.has('json')) {
      line.print({ sections, macro, sites: means }, () => '');
      return;
    }
    const rows = [...means, { site: 'mean', ...macro }].map(({ site, apart, mixed }) => [
      site,
      apart.toFixed(4),
      mixed.toFixed(4),
    ]);
    process.stdout.write(`${formatTable(['site', 'apart', 'mixed'], rows)}\n`);
  },
};
