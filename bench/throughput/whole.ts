/** The whole way, from the bytes of a page to the verdicts on its blocks: decoding or copying is part of it. */
import { Detector, type ResolvedOptions, resolveOptions } from 'refrain';
import { ReferenceDetector } from '../../test/reference/detector.ts';
import { Htmlparser2Detector } from '../contenders/htmlparser2.ts';
import { twinSettings } from '../methods/twin.ts';
import { type Contender, forEachSite, of } from './contender.ts';
import type { BenchPage } from './pages.ts';

const decoder = new TextDecoder();

export async function createDetectors(
  pages: readonly BenchPage[],
  options: ResolvedOptions,
): Promise<Map<string, Detector>> {
  const making = forEachSite(pages, () => Detector.create(options));
  return new Map(await Promise.all([...making].map(async ([site, detector]) => [site, await detector] as const)));
}

export function createTwins(pages: readonly BenchPage[], options: ResolvedOptions): Map<string, ReferenceDetector> {
  return forEachSite(pages, () => new ReferenceDetector(twinSettings(options)));
}

export function createHtmlparser2(
  pages: readonly BenchPage[],
  options: ResolvedOptions,
): Map<string, Htmlparser2Detector> {
  return forEachSite(pages, () => new Htmlparser2Detector({ ...options, separators: new Set(options.separators) }));
}

export interface WholeWay {
  readonly module: Contender;
  readonly usual: Contender;
  readonly paper: Contender;
  readonly twin: Contender;
  readonly htmlparser2: Contender;
}

/** The same pages, by the module. */
export function byModule(name: string, meaning: string, pages: readonly BenchPage[], options: ResolvedOptions): Contender {
  return {
    name,
    meaning,
    prepare: async () => {
      const detectors = await createDetectors(pages, options);
      // A crawl is under way: memory has been touched, tables are empty still.
      for (const { site, bytes } of pages) of(detectors, site).label(bytes);
      return () => {
        let found = 0;
        for (const { site, bytes } of pages) {
          const { template, content } = of(detectors, site).learn(bytes).lengths;
          found += template + content;
        }
        return { found };
      };
    },
  };
}

/** `options` are of repetition, which is what the others can do; what refrain does unless told otherwise is beside it. */
export function wholeWay(pages: readonly BenchPage[], options: ResolvedOptions): WholeWay {
  const learned = 'bytes to verdicts: Detector.learn, then the length of each kind read from the page';
  const module = byModule('module', `refrain by repetition, ${learned}`, pages, options);
  const usual = byModule('default', 'refrain as it comes, with the model: the same', pages, resolveOptions());
  const paper = byModule('paper', 'refrain, preset paper: the same', pages, resolveOptions({ preset: 'paper' }));
  const twin: Contender = {
    name: 'twin',
    meaning: 'the reference on parse5 and Map, bytes to verdicts',
    prepare: async () => {
      const detectors = createTwins(pages, options);
      return () => {
        let found = 0;
        for (const { site, bytes } of pages) found += of(detectors, site).learn(decoder.decode(bytes)).blocks.length;
        return { found };
      };
    },
  };
  const htmlparser2: Contender = {
    name: 'htmlparser2 detector',
    meaning: 'the same method on htmlparser2 and Map, written for speed, bytes to verdicts',
    prepare: async () => {
      const detectors = createHtmlparser2(pages, options);
      return () => {
        let found = 0;
        for (const { site, bytes } of pages) found += of(detectors, site).learn(decoder.decode(bytes)).blocks.length;
        return { found };
      };
    },
  };
  return { module, usual, paper, twin, htmlparser2 };
}
