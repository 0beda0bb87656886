/** From the bytes of a page to the verdicts on its blocks, with the time to decode or copy the bytes. */
import { Detector, type ResolvedOptions, resolveOptions } from 'refrain';
import { ReferenceDetector } from '../../test/reference/detector.ts';
import { Htmlparser2Detector } from '../contenders/htmlparser2.ts';
import { twinSettings } from '../methods/twin.ts';
import { type Contender, forEachSite, of } from './contender.ts';
import { fillerFor } from './filler.ts';
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

export interface WholeContenders {
  readonly usual: Contender;
  /** By repetition. */
  readonly module: Contender;
  readonly paper: Contender;
  readonly twin: Contender;
  readonly htmlparser2: Contender;
}

/** A contender that learns the pages with the module. */
export function byModule(
  name: string,
  meaning: string,
  pages: readonly BenchPage[],
  options: ResolvedOptions,
): Contender {
  const filler = fillerFor(pages);
  return {
    name,
    meaning,
    prepare: async () => {
      const detectors = await createDetectors(pages, options);
      // As in a running crawl, memory is resident. Tables are empty.
      for (const detector of detectors.values()) detector.label(filler);
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

/** `options` decide by repetition, as the twin and the htmlparser2 detector do. `usual` has the default options of refrain. */
export function wholeContenders(pages: readonly BenchPage[], options: ResolvedOptions): WholeContenders {
  const learned = 'bytes to verdicts: Detector.learn, then the lengths of template and content';
  const usual = byModule(
    'default',
    `refrain with default options, with the model, ${learned}`,
    pages,
    resolveOptions(),
  );
  const module = byModule('repetition', 'refrain by repetition, without the model: the same', pages, options);
  const paper = byModule('paper', 'refrain, preset paper: the same', pages, resolveOptions({ preset: 'paper' }));
  const twin: Contender = {
    name: 'twin',
    meaning: 'the twin on parse5 and Map, bytes to verdicts',
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
    meaning: 'the same method on htmlparser2 and Map, optimised, bytes to verdicts',
    prepare: async () => {
      const detectors = createHtmlparser2(pages, options);
      return () => {
        let found = 0;
        for (const { site, bytes } of pages) found += of(detectors, site).learn(decoder.decode(bytes)).blocks.length;
        return { found };
      };
    },
  };
  return { usual, module, paper, twin, htmlparser2 };
}
