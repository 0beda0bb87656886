/** `extract` compared with other extractors, one page after another. */
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { extract } from 'refrain';
import type { BenchPage } from '../pages/read.ts';
import { fastest, speedRatio, timeRounds } from '../throughput/rounds.ts';

export interface ExtractSpeed {
  readonly pages: number;
  readonly warmMilliseconds: number;
  /** Ratio of the speed of `extract` to that of others, which parse with linkedom. */
  readonly warmVs: Readonly<Record<string, number>>;
}

const url = 'https://site.example/page';
const parse = (html: string): Document => parseHTML(html).document as unknown as Document;
/** Each returns the length of its result. */
const EXTRACTORS: Readonly<Record<string, (html: string) => Promise<number>>> = {
  extract: async (html) => (await extract(html, { url })).text.length,
  Defuddle: async (html) => (await Defuddle(parse(html), url, { useAsync: false })).content.length,
  Readability: async (html) => new Readability(parse(html)).parse()?.content?.length ?? 0,
};

export async function measureExtract(pages: readonly BenchPage[], rounds: number): Promise<ExtractSpeed> {
  const contenders = Object.entries(EXTRACTORS).map(([name, find]) => ({
    ...{ name, meaning: name, isAsync: true as const, isWarmed: true as const },
    prepare: async () => async () => {
      let found = 0;
      for (const { html } of pages) found += await find(html);
      return found;
    },
  }));
  const timings = await timeRounds(contenders, { warmups: 2, rounds });
  const others = Object.keys(EXTRACTORS).slice(1);
  return {
    pages: pages.length,
    warmMilliseconds: fastest(timings, 'extract') / pages.length,
    warmVs: Object.fromEntries(others.map((name) => [name, speedRatio(timings, 'extract', name)])),
  };
}
