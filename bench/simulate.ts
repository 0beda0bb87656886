/**
 * A long crawl on one core: pages drawn from real sites, from bytes to verdicts, with one detector for each site. A redesign
 * replaces the whole template of a site from time to time. Prints, for each tenth of the pages, processor time per page and the
 * size of the tables.
 *
 * Run: npm run bench simulate -- [--sites SITES_DIR] [--pages 10000000] [--evidence KIND] [--seed N] [--json]
 */
import { Detector, type Evidence } from 'refrain';
import { seeded } from '../test/support/random.ts';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { draw, type Skeleton, skeletonsOf } from './simulate/skeleton.ts';
import { formatTable } from './table.ts';
import { collectGarbage } from './throughput/garbage.ts';
import { readBenchSites } from './throughput/pages.ts';

const PARTS = 10;
/** Pages of a site between two redesigns. */
const REDESIGN = 50_000;
/** Real pages of each site that new pages are drawn from. */
const SKELETONS = 100;
const MIB = 2 ** 20;

interface Part {
  readonly pages: number;
  /** Microseconds of processor time per page, with the time to draw it. */
  readonly cost: number;
  readonly entries: { readonly mean: number; readonly most: number };
  readonly tableBytes: { readonly mean: number; readonly most: number };
  /** Share of the characters that are template. */
  readonly template: number;
  readonly heldBytes: number;
}

interface Outcome {
  readonly sites: number;
  readonly pages: number;
  readonly bytes: number;
  readonly redesigns: number;
  readonly parts: readonly Part[];
  /** Cost of a page of the last tenth over cost of a page of the first. */
  readonly costGrowth: number;
  readonly pagesPerSecond: number;
}

interface Site {
  readonly detector: Detector;
  readonly skeletons: readonly Skeleton[];
  drawn: number;
}

async function simulate(folder: string | undefined, pages: number, evidence: Evidence, seed: number): Promise<Outcome> {
  const random = seeded(seed);
  const sites: Site[] = [];
  for (const { pages: real } of await readBenchSites(folder)) {
    const detector = await Detector.create({ evidence });
    sites.push({ detector, skeletons: await skeletonsOf(real.slice(0, SKELETONS)), drawn: 0 });
  }
  const parts: Part[] = [];
  let bytes = 0;
  const begun = performance.now();
  for (let part = 0; part < PARTS; part += 1) {
    const entries = { sum: 0, most: 0 };
    const table = { sum: 0, most: 0 };
    const text = { template: 0, content: 0 };
    const count = Math.floor((pages * (part + 1)) / PARTS) - Math.floor((pages * part) / PARTS);
    const before = process.cpuUsage();
    for (let page = 0; page < count; page += 1) {
      const site = sites[random.below(sites.length)] as Site;
      const skeleton = site.skeletons[random.below(site.skeletons.length)] as Skeleton;
      const html = draw(skeleton, random, Math.floor(site.drawn / REDESIGN));
      site.drawn += 1;
      bytes += html.length;
      const { template, content } = site.detector.learn(html).lengths;
      text.template += template;
      text.content += content;
      // Reading the statistics takes as long as a small page, so only every sixteenth page is sampled.
      if (page % 16 > 0) continue;
      const { entries: current, tableBytes } = site.detector.stats;
      entries.sum += current;
      entries.most = Math.max(entries.most, current);
      table.sum += tableBytes;
      table.most = Math.max(table.most, tableBytes);
    }
    const { user, system } = process.cpuUsage(before);
    collectGarbage();
    const memory = sites.reduce((sum, { detector }) => sum + detector.stats.memoryBytes, 0);
    const samples = Math.ceil(count / 16);
    parts.push({
      ...{ pages: count, cost: (user + system) / count, heldBytes: process.memoryUsage().heapUsed + memory },
      entries: { mean: entries.sum / samples, most: entries.most },
      tableBytes: { mean: table.sum / samples, most: table.most },
      template: text.template / Math.max(1, text.template + text.content),
    });
    process.stderr.write(`simulate: ${part + 1} of ${PARTS} parts\n`);
  }
  const seconds = (performance.now() - begun) / 1000;
  const redesigns = sites.reduce((sum, { drawn }) => sum + Math.floor(Math.max(0, drawn - 1) / REDESIGN), 0);
  const [first] = parts;
  const last = parts.at(-1);
  const costGrowth = (last?.cost ?? 0) / (first?.cost ?? 1);
  return { sites: sites.length, pages, bytes, redesigns, parts, costGrowth, pagesPerSecond: pages / seconds };
}

const EVIDENCE: readonly Evidence[] = ['joint', 'repetition', 'page'];

await runCommand('simulate', async (words) => {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, pages: { type: 'string' }, seed: { type: 'string' } },
    ...{ evidence: { type: 'string' }, json: { type: 'boolean' } },
  });
  const evidence = EVIDENCE.find((kind) => kind === line.text('evidence')) ?? 'joint';
  const folder = line.text('sites') ?? process.env['REFRAIN_SITES'];
  const outcome = await simulate(
    folder,
    readCount(line, 'pages', 10_000_000),
    evidence,
    Number(line.text('seed') ?? 1),
  );
  if (line.has('json')) {
    printJson(outcome);
    return;
  }
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
  const rows = outcome.parts.map(({ pages, cost, entries, tableBytes, template, heldBytes }, part) => [
    ...[`${part + 1}`, whole(pages), cost.toFixed(1), `${whole(entries.mean)} (${whole(entries.most)})`],
    ...[`${whole(tableBytes.mean)} (${whole(tableBytes.most)})`, `${(100 * template).toFixed(2)} %`],
    (heldBytes / MIB).toFixed(1),
  ]);
  const heads = ['tenth', 'pages', 'µs per page', 'entries (max)', 'table, bytes (max)', 'template', 'memory, MiB'];
  process.stdout.write(`${formatTable(heads, rows)}\n
${whole(outcome.pages)} pages of ${outcome.sites} sites, ${(outcome.bytes / 1e9).toFixed(1)} GB, ${whole(outcome.redesigns)} redesigns; ${whole(outcome.pagesPerSecond)} pages/s
cost of a page of the last tenth / of the first tenth: ${outcome.costGrowth.toFixed(3)}\n`);
});
