/**
 * Digests of real pages: their size beside the page, and the time to digest, learn and apply beside that of `learn`.
 *
 * Run: npm run bench digests -- [--sites SITES_DIR] [--pages N] [--rounds N]
 * It reads at most N pages of each site. Times are the shortest of the rounds, in which both ways alternate page by page.
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

/** Milliseconds of each step for all pages of a site. */
interface Times {
  learn: number;
  digest: number;
  owner: number;
  apply: number;
}

interface Sizes {
  page: number;
  digest: number;
  answer: number;
  worst: number;
}

function timed<T>(times: Times, step: keyof Times, run: () => T): T {
  const begun = performance.now();
  const result = run();
  times[step] += performance.now() - begun;
  return result;
}

async function oneRound(pages: readonly Uint8Array[]): Promise<{ times: Times; sizes: Sizes }> {
  const whole = await Detector.create();
  const owner = await Detector.create();
  const digester = await Digester.create(owner.digestKey());
  const times = { learn: 0, digest: 0, owner: 0, apply: 0 };
  const sizes = { page: 0, digest: 0, answer: 0, worst: 0 };
  for (const html of pages) {
    timed(times, 'learn', () => whole.learn(html));
    const digest = timed(times, 'digest', () => digester.digest(html));
    const answer = timed(times, 'owner', () => owner.learnDigest(digest));
    timed(times, 'apply', () => digester.apply(answer));
    sizes.page += html.length;
    sizes.digest += digest.length;
    sizes.answer += answer.length;
    sizes.worst = Math.max(sizes.worst, digest.length / html.length);
  }
  return { times, sizes };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function bench(words: readonly string[]): Promise<void> {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, pages: { type: 'string' }, rounds: { type: 'string' } },
  });
  const most = Number(line.text('pages') ?? 400);
  const rounds = Number(line.text('rounds') ?? 5);
  const rows: string[][] = [];
  for (const { name, pages } of await readSites(line.text('sites'))) {
    const best = { learn: Infinity, digest: Infinity, owner: Infinity, apply: Infinity };
    let sizes: Sizes | undefined;
    for (let round = 0; round <= rounds; round += 1) {
      const made = await oneRound(pages.slice(0, most));
      sizes = made.sizes;
      if (round === 0) continue;
      for (const step of ['learn', 'digest', 'owner', 'apply'] as const) {
        best[step] = Math.min(best[step], made.times[step]);
      }
    }
    const { page = 1, digest = 0, answer = 0, worst = 0 } = sizes ?? {};
    rows.push([
      ...[name, String(Math.min(pages.length, most)), (page / Math.min(pages.length, most)).toFixed(0)],
      ...[percent(digest / page), percent(worst), percent(answer / page)],
      ...[best.digest, best.owner, best.apply, best.digest + best.owner + best.apply].map((time) =>
        percent(time / best.learn),
      ),
    ]);
  }
  const head = ['site', 'pages', 'bytes', 'digest', 'worst', 'answer', 'digest', 'owner', 'apply', 'sum, of learn'];
  process.stdout.write(`${formatTable(head, rows)}\n`);
}

await runCommand('digests', bench);
