/** Time to apply rules to a document, beside Readability on the same page. */
import { Readability } from '@mozilla/readability';
import { SiteTemplate } from '@refrain/rules';
import { applyRules, layoutOf, RulesError, type SiteRules } from '@refrain/rules/apply';
import { parseHTML } from 'linkedom';
import { Detector } from 'refrain';
import { type CommandLine, Problem, type Program } from './command-line.ts';
import { type BenchSite, readBenchSites } from './pages/read.ts';
import { formatTable, mean } from './report.ts';

const HELP = `usage: npm run bench apply-rules -- [options]

Time to apply the rules of a site to its pages and to read the text of the main content, beside Readability. Both get a document
of linkedom that was parsed for them alone; parsing is not timed. The two take turns, and the fastest round of each page counts.
Rules are made from the first pages of a site, and applied to pages after them. Pages without a layout of the rules are left out.

Options
  --sites DIR   a folder of sites. Default: REFRAIN_SITES, else the sites of the repository
  --made N      pages that rules are made from. Default: 50
  --pages N     pages of each site that are timed. Default: 40
  --rounds N    rounds. Default: 5
  --quick       a few pages and one round: a test of this program
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

interface SiteTimes {
  readonly site: string;
  readonly pages: number;
  readonly layouts: number;
  /** Milliseconds for a page, in the mean. */
  readonly apply: number;
  readonly readability: number;
}

async function makeRules({ name, pages }: BenchSite, made: number): Promise<SiteRules | undefined> {
  using detector = await Detector.create();
  const template = new SiteTemplate();
  for (const page of pages.slice(0, made)) template.observe(detector.learn(page.bytes), page.name);
  return rulesOf(template, name);
}

/** The rules of a template; undefined where it has seen too few pages. */
export function rulesOf(template: SiteTemplate, name: string): SiteRules | undefined {
  try {
    return template.rules(name);
  } catch (error) {
    if (error instanceof RulesError && error.code === 'TOO_FEW_PAGES') return undefined;
    throw error;
  }
}

const timed = (run: () => unknown): number => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

async function measureSite(site: BenchSite, line: CommandLine): Promise<SiteTimes | undefined> {
  const quick = line.has('quick');
  const made = line.count('made', quick ? 20 : 50);
  const rules = await makeRules(site, made);
  if (rules === undefined) return undefined;
  const parse = (html: string) => parseHTML(html).document;
  const fitting = site.pages.slice(made).filter(({ html }) => layoutOf(parse(html), rules) !== undefined);
  const times = fitting.slice(0, line.count('pages', quick ? 3 : 40)).map(({ html }) => {
    const best = { apply: Number.POSITIVE_INFINITY, readability: Number.POSITIVE_INFINITY };
    for (let round = 0; round < line.count('rounds', quick ? 1 : 5); round += 1) {
      const [one, other] = [parse(html), parse(html)];
      const apply = timed(() => applyRules(one, rules).text('main'));
      const readability = timed(() => new Readability(other).parse());
      best.apply = Math.min(best.apply, apply);
      best.readability = Math.min(best.readability, readability);
    }
    return best;
  });
  if (times.length === 0) return undefined;
  return {
    ...{ site: site.name, pages: times.length, layouts: rules.layouts.length },
    apply: mean(times.map(({ apply }) => apply)),
    readability: mean(times.map(({ readability }) => readability)),
  };
}

const format = ({ sites }: { readonly sites: readonly SiteTimes[] }): string =>
  formatTable(
    ['site', 'pages', 'layouts', 'apply, ms', 'Readability, ms', 'faster'],
    sites.map(({ site, pages, layouts, apply, readability }) => [
      ...[site, String(pages), String(layouts), apply.toFixed(2), readability.toFixed(2)],
      `${(readability / apply).toFixed(1)} ×`,
    ]),
  );

export const program: Program = {
  help: HELP,
  ...{ values: ['sites', 'made', 'pages', 'rounds'], switches: ['quick'] },
  run: async (line) => {
    const sites: SiteTimes[] = [];
    for (const site of await readBenchSites(line.sites)) {
      const times = await measureSite(site, line);
      if (times !== undefined) sites.push(times);
    }
    if (sites.length === 0) throw new Problem('no site has rules and pages that they fit');
    line.print({ sites }, format);
  },
};
