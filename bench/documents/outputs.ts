/**
 * Costs of the outputs of a page: with warm code, compared with parsing, and with cold code, as when a crawl reads a
 * site.
 */
import { type Page, resolveOptions } from 'refrain';
import { inFolder } from '../../test/support/folder.ts';
import { type BenchPage, type BenchSite, megabytesOf, writeFolders } from '../pages/read.ts';
import { runLibrary } from '../processes.ts';
import { parseContenders } from '../throughput/parse.ts';
import { fastest, speedRatio, timeRounds } from '../throughput/rounds.ts';
import { byModule } from '../throughput/whole.ts';

const url = 'https://site.example/page';
/** Outputs, each in addition to learning. */
const OUTPUTS: Readonly<Record<string, (page: Page<never>) => number>> = {
  learn: ({ number }) => number,
  "text('main')": (page) => page.text('main').length,
  "markdown('main')": (page) => page.markdown('main', { url }).length,
  'metadata()': (page) => Object.keys(page.metadata({ url })).length,
  'html()': (page) => page.html().length,
  'document()': (page) => page.document({ url }).text.length,
};

export interface OutputSpeed {
  readonly name: string;
  readonly pagesPerSecond: number;
  readonly megabytesPerSecond: number;
  /** Ratio of its time to that of `learn`. */
  readonly overLearn: number;
  /** Ratio of its speed to that of parsing by htmlparser2. */
  readonly vsHtmlparser2Parse: number;
}

export async function measureOutputs(pages: readonly BenchPage[], rounds: number): Promise<OutputSpeed[]> {
  const { htmlparser2 } = parseContenders(pages);
  const outputs = Object.entries(OUTPUTS).map(([name, find]) => ({
    ...byModule(name, name, pages, resolveOptions(), find),
    isWarmed: true as const,
  }));
  const timings = await timeRounds([htmlparser2, ...outputs], { warmups: 2, rounds });
  return [htmlparser2, ...outputs].map(({ name }) => {
    const seconds = fastest(timings, name) / 1000;
    return {
      ...{ name, pagesPerSecond: pages.length / seconds, megabytesPerSecond: megabytesOf(pages) / seconds },
      overLearn: speedRatio(timings, 'learn', name),
      vsHtmlparser2Parse: speedRatio(timings, name, htmlparser2.name),
    };
  });
}

/** Microseconds per page, without reading files, of the fastest process. */
export interface CrawlCosts {
  readonly pages: number;
  readonly learn: number;
  readonly document: number;
  readonly overLearn: number;
}

/** Reads the pages of each site in path order, in a separate process with cold code. */
export const measureCrawl = (sites: readonly BenchSite[], rounds: number): Promise<CrawlCosts> =>
  inFolder({}, async (scratch) => {
    const folders = writeFolders(sites, 0, scratch);
    const best = { pages: 0, learn: Number.POSITIVE_INFINITY, document: Number.POSITIVE_INFINITY };
    for (let round = 0; round < rounds; round += 1) {
      for (const output of ['learn', 'document'] as const) {
        const { pages, milliseconds } = await runLibrary(output, folders);
        best.pages = pages;
        best[output] = Math.min(best[output], (1000 * milliseconds) / pages);
      }
    }
    return { ...best, overLearn: best.document / best.learn };
  });
