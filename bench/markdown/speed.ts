/** Time of every writer on the same content, and of `markdown` beside `learn`. */
import { Detector } from 'refrain';
import type { Contender } from '../throughput/contender.ts';
import { type BenchPage, mixPages, readBenchSites } from '../throughput/pages.ts';
import { median, speedRatio, timeRounds } from '../throughput/rounds.ts';
import type { SiteContents } from './contents.ts';
import type { Writer } from './writers.ts';

export interface WriterSpeed {
  readonly name: string;
  /** 10⁶ bytes of UTF-8 of content HTML a second. */
  readonly megabytesPerSecond: number;
  /** Speed of refrain over that of this writer. */
  readonly slower: number;
}

export interface Effort {
  readonly warmups: number;
  readonly rounds: number;
}

export async function measureSpeed(
  sites: readonly SiteContents[],
  writers: readonly Writer[],
  effort: Effort,
  ours: string,
): Promise<WriterSpeed[]> {
  const contents = sites.flatMap((site) => site.contents);
  const bytes = contents.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
  const contenders = writers.map(
    ({ name, meaning, write }): Contender => ({
      name,
      meaning,
      prepare: async () => () => {
        let found = 0;
        for (const { html, url } of contents) found += write(html, url).length;
        return { found };
      },
    }),
  );
  const timings = await timeRounds(contenders, effort);
  return writers.map(({ name }) => ({
    name,
    megabytesPerSecond: bytes / 1e3 / median(timings.get(name) ?? []),
    slower: speedRatio(timings, ours, name),
  }));
}

/** What `markdown('content')` costs, as a share of the time of `learn` with default options. */
export async function measureCost(folder: string | undefined, count: number, effort: Effort): Promise<number> {
  const pages = mixPages(await readBenchSites(folder), count);
  const learning = (name: string, write: boolean): Contender => ({
    name,
    meaning: name,
    prepare: async () => {
      const detectors = new Map<string, Detector>();
      for (const { site } of pages) if (!detectors.has(site)) detectors.set(site, await Detector.create());
      return () => {
        let found = 0;
        for (const { site, bytes } of pages) found += learnOne(detectors.get(site), bytes, write);
        return { found };
      };
    },
  });
  const timings = await timeRounds([learning('learn', false), learning('learn and write', true)], effort);
  return speedRatio(timings, 'learn', 'learn and write') - 1;
}

function learnOne(detector: Detector | undefined, bytes: BenchPage['bytes'], write: boolean): number {
  if (detector === undefined) throw new Error('every site has a detector');
  const page = detector.learn(bytes);
  return write ? page.markdown('content', { url: 'https://site.example/page' }).length + 1 : page.number;
}
