/**
 * The content hash of pages whose template, neighbours or place in the crawl change (it must stay), and of pages whose content
 * changes (it must not).
 */
import { contentSimilarity, Detector } from 'refrain';
import type { Program } from '../bench/command.ts';
import { Problem } from '../bench/command.ts';
import { formatTable } from '../bench/format-table.ts';
import { findSites } from '../bench/pages/sites.ts';
import { seeded, shuffle } from '../bench/random.ts';
import { type BenchSite, CHANGES } from './content-hash/changes.ts';
import { LabelledPage } from './content-hash/pages.ts';

const HELP = `usage: npm run research -- content-hash SITES_DIR... [options]

Labelled sites; a folder of single pages with texts of their main content counts as sites of one page each. Both crawls of a
change have seeds and orders of their own, and a page is hashed when it is read.

Options
  --pages N      pages of a site (default 60)
  --seeds N      default: 3
  --quick        6 pages of a site, one seed
  --json         one JSON object
`;

interface Marks {
  /** How many pages of the site were read before. */
  readonly known: number;
  readonly hash: string | undefined;
  readonly digest: string | undefined;
}

/** The first pages of a site are judged with no knowledge of it; `later` has the others. */
const FIRST = 2;

/** Pages that were compared, and how many were taken for the same. */
class Rate {
  pages = 0;
  same = 0;
  add(isSame: boolean): void {
    this.pages += 1;
    this.same += Number(isSame);
  }
  get share(): number {
    return this.pages === 0 ? Number.NaN : this.same / this.pages;
  }
}

/** Marks of the pages of a crawl, by their places in `pages`. */
async function crawl(pages: readonly (string | undefined)[], seed: number): Promise<(Marks | undefined)[]> {
  const detector = await Detector.create({ seed });
  const marks: (Marks | undefined)[] = pages.map(() => undefined);
  for (const [known, at] of shuffle([...pages.keys()], seed).entries()) {
    const html = pages[at];
    if (html === undefined) continue;
    const { contentHash: hash, contentDigest: digest } = detector.learn(html);
    marks[at] = { known, hash, digest };
  }
  return marks;
}

/** Figures of one seed. */
interface Figures {
  readonly same: Readonly<Record<string, Rate>>;
  /** Edits: how many were taken for the same page. */
  readonly edits: Readonly<Record<'word' | 'paragraph', Rate>>;
  /** Pairs of pages of a site. */
  readonly others: Rate;
  /** Similarity of digests: of pages whose hash changed though their content did not, and of neighbours. */
  readonly similar: number[];
  readonly neighbours: number[];
}

async function measure(sites: readonly BenchSite[], seed: number): Promise<Figures> {
  const same = Object.fromEntries(
    Object.keys(CHANGES).flatMap((name) => [
      [name, new Rate()],
      [`${name}, later`, new Rate()],
    ]),
  );
  const figures: Figures = {
    ...{ same, edits: { word: new Rate(), paragraph: new Rate() }, others: new Rate() },
    ...{ similar: [], neighbours: [] },
  };
  for (const [at, site] of sites.entries()) {
    const other = sites[(at + 1) % sites.length] ?? site;
    for (const [name, { before, after }] of Object.entries(CHANGES)) {
      const one = await crawl(before(site, other, seeded(seed)), 2 * seed);
      const two = await crawl(after(site, other, seeded(seed + 1)), 2 * seed + 1);
      for (const [page, marks] of one.entries()) {
        const later = two[page];
        if (marks?.hash === undefined || later === undefined) continue;
        same[name]?.add(marks.hash === later.hash);
        if (Math.min(marks.known, later.known) >= FIRST) same[`${name}, later`]?.add(marks.hash === later.hash);
        if (marks.hash !== later.hash && marks.digest !== undefined && later.digest !== undefined)
          figures.similar.push(contentSimilarity(marks.digest, later.digest));
      }
      if (name === 'order') compareNeighbours(one, site, figures);
    }
    await edit(site, seed, figures);
  }
  return figures;
}

function compareNeighbours(marks: readonly (Marks | undefined)[], { pages }: BenchSite, figures: Figures): void {
  const texts = pages.map((page) =>
    new LabelledPage(page)
      .texts()
      .filter(({ isContent }) => isContent)
      .map(({ node }) => node.value.trim())
      .join(' '),
  );
  for (const [at, one] of marks.entries()) {
    const [two, ...rest] = marks.slice(at + 1);
    for (const [distance, other] of [two, ...rest].entries()) {
      if (one?.hash === undefined || other?.hash === undefined || texts[at] === texts[at + 1 + distance]) continue;
      figures.others.add(one.hash === other.hash);
      if (distance === 0 && one.digest !== undefined && other.digest !== undefined)
        figures.neighbours.push(contentSimilarity(one.digest, other.digest));
    }
  }
}

/** Edits, against the page as it was, both labelled by what the site is known for then. */
async function edit({ pages }: BenchSite, seed: number, { edits }: Figures): Promise<void> {
  const detector = await Detector.create({ seed });
  const below = seeded(seed);
  for (const source of shuffle(pages, seed)) {
    const html = new LabelledPage(source).html();
    const before = detector.learn(html, { id: source.name }).contentHash;
    for (const kind of ['word', 'paragraph'] as const) {
      const page = new LabelledPage(source);
      if (!page.edit(kind, below)) continue;
      edits[kind].add(before === detector.label(page.html(), { id: source.name }).contentHash);
    }
  }
}

async function readSites(folders: readonly string[], most: number): Promise<BenchSite[]> {
  const found: BenchSite[] = [];
  for (const source of folders.flatMap(findSites)) {
    const pages = await source.read();
    const chosen = shuffle(pages, 1).slice(0, most);
    if (!chosen.some(({ text }) => text !== undefined)) found.push({ name: source.name, pages: chosen });
    else for (const page of chosen) if (page.text !== undefined) found.push({ name: page.name, pages: [page] });
  }
  return found;
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** Mean and spread of a figure over the seeds. */
function spread(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${percent(mean)} (${percent(Math.min(...values))} to ${percent(Math.max(...values))})`;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

export const program: Program = {
  help: HELP,
  values: ['pages', 'seeds'],
  switches: ['quick'],
  hasOperands: true,
  async run(line) {
    if (line.operands.length === 0) throw new Problem('give folders of labelled sites');
    const isQuick = line.has('quick');
    const sites = await readSites(line.operands, line.count('pages', isQuick ? 6 : 60));
    const runs: Figures[] = [];
    for (let seed = 1; seed <= line.count('seeds', isQuick ? 1 : 3); seed += 1) runs.push(await measure(sites, seed));
    const similar = runs.flatMap((run) => run.similar);
    const neighbours = runs.flatMap((run) => run.neighbours);
    const digests = {
      ...{ similar: similar.length, similarMedian: quantile(similar, 0.5), similarTenth: quantile(similar, 0.1) },
      ...{ neighbours: neighbours.length, neighboursMedian: quantile(neighbours, 0.5) },
      neighboursAbove: neighbours.filter((value) => value >= 0.9).length / Math.max(1, neighbours.length),
    };
    const pages = sites.reduce((sum, site) => sum + site.pages.length, 0);
    if (line.has('json')) return line.print({ sites: sites.length, pages, runs: runs.map(plain), digests }, () => '');
    const rows = [
      ...Object.keys(CHANGES)
        .flatMap((name) => [name, `${name}, later`])
        .map((name) =>
          row(
            `same: ${name}`,
            runs.map(({ same }) => same[name]),
          ),
        ),
      row(
        'different: a word changed',
        runs.map(({ edits }) => edits.word),
        true,
      ),
      row(
        'different: a paragraph added',
        runs.map(({ edits }) => edits.paragraph),
        true,
      ),
      row(
        'different: another page',
        runs.map(({ others }) => others),
        true,
      ),
    ];
    process.stdout.write(`${formatTable(['measure', 'pages', 'share (of seeds)'], rows)}

  ${sites.length} sites, ${pages} pages, ${runs.length} seeds
  similarity of digests, where the hash of the same content changed: median ${digests.similarMedian.toFixed(3)}, tenth ${digests.similarTenth.toFixed(3)} (${similar.length} pages)
  of neighbouring pages of a site: median ${digests.neighboursMedian.toFixed(3)}; .9 and more: ${percent(digests.neighboursAbove)}
  `);
  },
};

function row(name: string, rates: readonly (Rate | undefined)[], isDifferent = false): string[] {
  const known = rates.filter((rate) => rate !== undefined);
  const shares = known.map(({ share }) => (isDifferent ? 1 - share : share));
  return [name, String(known.reduce((sum, { pages }) => sum + pages, 0)), spread(shares)];
}

function plain({ same, edits, others }: Figures) {
  const shares = (rates: Readonly<Record<string, Rate>>) =>
    Object.fromEntries(Object.entries(rates).map(([name, { pages, share }]) => [name, { pages, same: share }]));
  return { same: shares(same), edits: shares(edits), others: { pairs: others.pages, same: others.share } };
}
