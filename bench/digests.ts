/**
 * Digests of real pages: their size beside the page, and the time to digest, learn and apply beside that of `learn`.
 *
 * Run: npm run bench digests -- [--sites SITES_DIR] [--pages N] [--rounds N]
 * It reads at most N pages of each site. Both ways alternate page by page, and the time of a page is the shortest of the rounds.
 */
import { Detector, Digester } from 'refrain';
import { realSites } from '../test/support/real-sites.ts';
import { readCommandLine, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { formatTable } from './table.ts';

interface BenchSite {
  readonly name: string;
  readonly pages: readonly Uint8Array[];
}

async function readSites(folder: string | undefined): Promise<BenchSite[]> {
  if (folder === undefined) {
    const encoder = new TextEncoder();
    return realSites().map(({ name, pages }) => ({ name, pages: pages.map(({ html }) => encoder.encode(html)) }));
  }
  return Promise.all(
    findSites(folder).map(async (site) => ({ name: site.name, pages: (await site.read()).map(({ bytes }) => bytes) })),
  );
}

const STEPS = ['learn', 'digest', 'owner', 'apply'] as const;
type Step = (typeof STEPS)[number];

/** Milliseconds of each step for each page. */
type Times = Readonly<Record<Step, number[]>>;

interface Sizes {
  page: number;
  digest: number;
  answer: number;
  worst: number;
}

const noTimes = (): Times => ({ learn: [], digest: [], owner: [], apply: [] });

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function timed<T>(times: number[], page: number, run: () => T): T {
  const begun = performance.now();
  const result = run();
  times[page] = Math.min(times[page] ?? Number.POSITIVE_INFINITY, performance.now() - begun);
  return result;
}

async function oneRound(pages: readonly Uint8Array[], times: Times): Promise<Sizes> {
  const whole = await Detector.create();
  const owner = await Detector.create();
  const digester = await Digester.create(owner.digestKey());
  const sizes = { page: 0, digest: 0, answer: 0, worst: 0 };
  for (const [at, html] of pages.entries()) {
    timed(times.learn, at, () => whole.learn(html));
    const digest = timed(times.digest, at, () => digester.digest(html));
    const answer = timed(times.owner, at, () => owner.learnDigest(digest));
    timed(times.apply, at, () => digester.apply(answer));
    sizes.page += html.length;
    sizes.digest += digest.length;
    sizes.answer += answer.length;
    sizes.worst = Math.max(sizes.worst, digest.length / html.length);
  }
  return sizes;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function bench(words: readonly string[]): Promise<void> {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, pages: { type: 'string' }, rounds: { type: 'string' } },
  });
  const most = Number(line.text('pages') ?? 400);
  const rounds = Number(line.text('rounds') ?? 5);
  const rows: string[][] = [];
  for (const { name, pages: all } of await readSites(line.text('sites'))) {
    const pages = all.slice(0, most);
    const times = noTimes();
    await oneRound(pages, noTimes());
    for (let round = 1; round < rounds; round += 1) await oneRound(pages, times);
    const { page, digest, answer, worst } = await oneRound(pages, times);
    const learn = sumOf(times.learn);
    const shares = [times.digest, times.owner, times.apply, [...times.digest, ...times.owner, ...times.apply]];
    rows.push([
      ...[name, String(pages.length), (page / pages.length).toFixed(0)],
      ...[percent(digest / page), percent(worst), percent(answer / page)],
      ...shares.map((step) => percent(sumOf(step) / learn)),
    ]);
  }
  const head = ['site', 'pages', 'bytes', 'digest', 'worst', 'answer', 'digest', 'owner', 'apply', 'sum, of learn'];
  process.stdout.write(`${formatTable(head, rows)}\n`);
}

await runCommand('digests', bench);
