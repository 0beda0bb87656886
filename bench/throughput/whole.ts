/** From bytes to verdicts, with the time to decode or copy the bytes. */
import { Detector, type Page, type ResolvedOptions, resolveOptions } from 'refrain';
import { SEPARATORS } from '../../bindings/options.ts';
import { ReferenceDetector } from '../../test/reference/detector.ts';
import { Problem } from '../command-line.ts';
import type { BenchPage } from '../pages/read.ts';
import type { Contender } from './rounds.ts';

const decoder = new TextDecoder();

export function forEachSite<T>(pages: readonly BenchPage[], make: () => T): (site: string) => T {
  const values = new Map([...new Set(pages.map(({ site }) => site))].map((site) => [site, make()]));
  return (site) => values.get(site) as T;
}

async function createDetectors(
  pages: readonly BenchPage[],
  options: ResolvedOptions,
): Promise<(site: string) => Detector> {
  const detectors = new Map<string, Detector>();
  for (const { site } of pages) if (!detectors.has(site)) detectors.set(site, await Detector.create(options));
  return (site) => detectors.get(site) as Detector;
}

const createReferences = (pages: readonly BenchPage[], options: ResolvedOptions) =>
  forEachSite(pages, () => new ReferenceDetector(referenceSettings(options)));

/** A page of the size of the largest one. It makes memory resident without adding entries of timed pages. */
export function fillerFor(pages: readonly BenchPage[]): string {
  const piece = '<p class="filler">Words of no page.</p>\n';
  const longest = Math.max(0, ...pages.map(({ bytes }) => bytes.length));
  return piece.repeat(Math.ceil(longest / piece.length));
}

/** Learns the pages with the module, and calls `find` for each, which returns a number above 0. */
export function byModule(
  name: string,
  meaning: string,
  pages: readonly BenchPage[],
  options: ResolvedOptions,
  find: (page: Page<never>) => number = ({ lengths: { template, content } }) => template + content,
): Contender {
  const filler = fillerFor(pages);
  return {
    name,
    meaning,
    prepare: async () => {
      const detectorOf = await createDetectors(pages, options);
      // Makes memory resident, as in a running crawl. Tables remain empty.
      for (const site of new Set(pages.map((page) => page.site))) find(detectorOf(site).label(filler));
      return () => {
        let found = 0;
        for (const { site, bytes } of pages) found += find(detectorOf(site).learn(bytes));
        return found;
      };
    },
  };
}

export const byScript = (
  name: string,
  meaning: string,
  pages: readonly BenchPage[],
  create: () => (site: string) => { learn(html: string): { readonly length: number } },
): Contender => ({
  name,
  meaning,
  prepare: async () => {
    const detectorOf = create();
    return () => {
      let found = 0;
      for (const { site, bytes } of pages) found += detectorOf(site).learn(decoder.decode(bytes)).length;
      return found;
    };
  },
});

export interface WholeContenders {
  readonly usual: Contender;
  readonly module: Contender;
  readonly reference: Contender;
}

/**
 * Contenders with `options`, which decide by repetition like the reference implementation. `usual` has the default
 * options.
 */
export function wholeContenders(pages: readonly BenchPage[], options: ResolvedOptions): WholeContenders {
  const learned = 'bytes to verdicts: Detector.learn, then the lengths of template and content';
  const usual = `refrain with default options, with the model, ${learned}`;
  return {
    usual: byModule('default', usual, pages, resolveOptions()),
    module: byModule('repetition', 'refrain by repetition, without the model: the same', pages, options),
    reference: byScript('reference', 'the reference implementation on parse5 and Map, bytes to verdicts', pages, () => {
      const referenceOf = createReferences(pages, options);
      return (site) => ({ learn: (html) => referenceOf(site).learn(html).blocks });
    }),
  };
}

interface Verdict {
  readonly verdict: string;
  readonly length: number;
  readonly templateLength: number;
}

const verdictsOf = (blocks: readonly Verdict[]): string =>
  blocks.map(({ verdict, length, templateLength }) => `${verdict} ${templateLength}/${length}`).join('\n');

/**
 * Checks that module and reference implementation have equal verdicts on every block.
 *
 * @throws {Problem} if verdicts differ
 */
export async function validate(pages: readonly BenchPage[], options: ResolvedOptions): Promise<void> {
  const detectorOf = await createDetectors(pages, options);
  const referenceOf = createReferences(pages, options);
  for (const { site, name, bytes, html } of pages)
    if (verdictsOf(detectorOf(site).learn(bytes).blocks) !== verdictsOf(referenceOf(site).learn(html).blocks))
      throw new Problem(
        `${name}: the verdicts of the module are not those of the reference implementation; nothing was timed`,
      );
}

function referenceSettings(options: ResolvedOptions): ConstructorParameters<typeof ReferenceDetector>[0] {
  const { templateDf, templateRatio, baseLifetime, lifetimeGrowth } = options;
  return { templateDf, templateRatio, baseLifetime, lifetimeGrowth, separators: SEPARATORS[options.separators] };
}
