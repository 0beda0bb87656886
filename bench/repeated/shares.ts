/** Speed of `default` on each site, beside the share of its pages that the page before has, too. */
import { Detector, resolveOptions } from 'refrain';
import type { Contender } from '../throughput/contender.ts';
import type { BenchPage, BenchSite } from '../throughput/pages.ts';
import { fastest, timeRounds } from '../throughput/rounds.ts';
import { byModule } from '../throughput/whole.ts';
import { repeatedBytes } from './repeated.ts';

export interface SiteSpeed {
  readonly name: string;
  readonly pages: number;
  /** Megabytes (10⁶ bytes) of UTF-8. */
  readonly megabytes: number;
  /** Share of the bytes in runs that stand on the page before; that of template is the share of text by the verdicts. */
  readonly repeated: number;
  readonly template: number;
  /** MB/s. */
  readonly speed: number;
}

export interface Effort {
  readonly pagesPerSite: number;
  readonly warmups: number;
  readonly rounds: number;
}

const bytesOf = (pages: readonly BenchPage[]): number => pages.reduce((sum, { bytes }) => sum + bytes.length, 0);

function repeatedShare(pages: readonly BenchPage[]): number {
  let repeated = 0;
  for (const [at, { bytes }] of pages.entries()) {
    const before = pages[at - 1];
    if (before !== undefined) repeated += repeatedBytes(bytes, before.bytes);
  }
  return repeated / bytesOf(pages);
}

async function templateShare(pages: readonly BenchPage[]): Promise<number> {
  const detector = await Detector.create();
  let [template, all] = [0, 0];
  for (const { bytes } of pages) {
    const { lengths } = detector.learn(bytes);
    template += lengths.template;
    all += lengths.template + lengths.content;
  }
  return template / Math.max(all, 1);
}

/**
 * The same contender, whose rounds count the time of the processor. The round of a site takes a few milliseconds, which are many
 * more on the clock where the machine does other work.
 */
function byProcessor(contender: Contender): Contender {
  return {
    ...contender,
    isAsync: true,
    prepare: async () => {
      const round = await contender.prepare();
      return async () => {
        const before = process.cpuUsage();
        const { found } = await round();
        const { user, system } = process.cpuUsage(before);
        return { found, milliseconds: (user + system) / 1000 };
      };
    },
  };
}

/**
 * In the order of the share that is repeated. The pages of a site are in a seeded order. All sites take turns in every round.
 */
export async function measureShares(sites: readonly BenchSite[], effort: Effort): Promise<SiteSpeed[]> {
  const options = resolveOptions();
  const read = sites.map(({ name, pages }) => ({ name, pages: pages.slice(0, effort.pagesPerSite) }));
  const timings = await timeRounds(
    read.map(({ name, pages }) => byProcessor(byModule(name, '', pages, options))),
    effort,
  );
  const found = read.map(async ({ name, pages }): Promise<SiteSpeed> => {
    const megabytes = bytesOf(pages) / 1e6;
    return {
      ...{ name, pages: pages.length, megabytes },
      ...{ repeated: repeatedShare(pages), template: await templateShare(pages) },
      speed: (megabytes * 1000) / fastest(timings, name),
    };
  });
  return (await Promise.all(found)).sort((one, other) => one.repeated - other.repeated);
}
