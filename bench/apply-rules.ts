/** `npm run bench apply-rules`: time to apply rules to a document, beside Readability on the same page. */
import { readFileSync } from 'node:fs';
import { Readability } from '@mozilla/readability';
import { SiteTemplate } from '@refrain/rules';
import { applyRules, layoutOf, RulesError, readRules, type SiteRules } from '@refrain/rules/apply';
import { parseHTML } from 'linkedom';
import { Detector } from 'refrain';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';
import { type BenchSite, readBenchSites } from './throughput/pages.ts';

const HELP = `usage: npm run bench apply-rules -- [SITES_DIR] [options]

Time to apply the rules of a site to its pages and to read the text of the main content, beside Readability. Both get a document
of linkedom that was parsed for them alone; parsing is not timed. The two take turns, and the fastest round of each page counts.
Rules are made from the first pages of a site, and applied to pages after them. Pages without a layout of the rules are left out.

Options
  --rules FILE  rules of the site that the file names, in place of those that are made
  --made N      pages that rules are made from. Default: 50
  --pages N     pages of each site that are timed. Default: 40
  --rounds N    rounds. Default: 5
  --quick       a few pages and one round: a test of this program
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

interface Effort {
  readonly made: number;
  readonly pages: number;
  readonly rounds: number;
}

interface SiteTimes {
  readonly site: string;
  readonly pages: number;
  readonly layouts: number;
  readonly selectors: number;
  /** Milliseconds for a page, in the mean. */
  readonly apply: number;
  readonly readability: number;
}

async function makeRules({ name, pages }: BenchSite, made: number): Promise<SiteRules | undefined> {
  using detector = await Detector.create();
  const template = new SiteTemplate();
  for (const page of pages.slice(0, made)) template.observe(detector.learn(page.bytes), page.name);
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

function measure({ name, pages }: BenchSite, rules: SiteRules, effort: Effort): SiteTimes | undefined {
  const parse = (html: string) => parseHTML(html).document;
  const fitting = pages
    .slice(effort.made)
    .filter(({ html }) => layoutOf(parse(html), rules) !== undefined)
    .slice(0, effort.pages);
  if (fitting.length === 0) return undefined;
  const times = fitting.map(() => ({ apply: Infinity, readability: Infinity }));
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const [index, { html }] of fitting.entries()) {
      const best = times[index] as { apply: number; readability: number };
      const [one, other] = [parse(html), parse(html)];
      best.apply = Math.min(
        best.apply,
        timed(() => applyRules(one, rules).text('main')),
      );
      best.readability = Math.min(
        best.readability,
        timed(() => new Readability(other).parse()),
      );
    }
  }
  const mean = (part: 'apply' | 'readability'): number =>
    times.reduce((sum, time) => sum + time[part], 0) / times.length;
  const selectors = rules.layouts.reduce(
    (sum, { template, content, main, title, date, author, items }) =>
      sum + [template, content, main, title, date, author, items].flat().length,
    0,
  );
  return {
    ...{ site: name, pages: fitting.length, layouts: rules.layouts.length, selectors },
    ...{ apply: mean('apply'), readability: mean('readability') },
  };
}

const faster = ({ apply, readability }: SiteTimes): number => readability / apply;

function format(sites: readonly SiteTimes[]): string {
  const rows = sites.map((times) => [
    ...[times.site, String(times.pages), String(times.layouts), String(times.selectors)],
    ...[times.apply.toFixed(2), times.readability.toFixed(2), `${faster(times).toFixed(1)} ×`],
  ]);
  return formatTable(['site', 'pages', 'layouts', 'selectors', 'apply, ms', 'Readability, ms', 'faster'], rows);
}

await runCommand('bench', async (words) => {
  const line = readCommandLine(words, {
    ...{ rules: { type: 'string' }, made: { type: 'string' }, pages: { type: 'string' }, rounds: { type: 'string' } },
    ...{ quick: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (line.operands.length > 1) throw new Problem('takes one folder of sites; see --help');
  const quick = line.has('quick');
  const effort = {
    made: readCount(line, 'made', quick ? 20 : 50),
    pages: readCount(line, 'pages', quick ? 3 : 40),
    rounds: readCount(line, 'rounds', quick ? 1 : 5),
  };
  const file = line.text('rules');
  const given = file === undefined ? undefined : readRules(readFileSync(file, 'utf8'));
  const measured: SiteTimes[] = [];
  for (const site of await readBenchSites(line.operands[0])) {
    if (given !== undefined && given.site !== site.name) continue;
    const rules = given ?? (await makeRules(site, effort.made));
    const times = rules && measure(site, rules, effort);
    if (times !== undefined) measured.push(times);
  }
  if (measured.length === 0) throw new Problem('no site has rules and pages that they fit');
  if (line.has('json')) printJson({ sites: measured });
  else process.stdout.write(`${format(measured)}\n`);
});
