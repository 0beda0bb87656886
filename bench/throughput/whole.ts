/** From the bytes of a page to the verdicts on its blocks, with the time to decode or copy the bytes. */
import { Detector, type Page, type ResolvedOptions, resolveOptions } from 'refrain';
import { SEPARATORS } from '../../bindings/options.ts';
import { ReferenceDetector } from '../../test/reference/detector.ts';
import { Problem } from '../command-line.ts';
import type { BenchPage } from '../pages/read.ts';
import { Htmlparser2Detector } from './htmlparser2.ts';
import type { Contender } from './rounds.ts';

const decoder = new TextDecoder();

/** One value for each site of the pages, by name. */
export function forEachSite<T>(pages: readonly BenchPage[], make: () => T): (site: string) => T {
  const values = new Map([...new Set(pages.map(({ site }) => site))].map((site) => [site, make()]));
  return (site) => values.get(site) as T;
}

/** A detector for each site. */
async function createDetectors(
  pages: readonly BenchPage[],
  options: ResolvedOptions,
): Promise<(site: string) => Detector> {
  const detectors = new Map<string, Detector>();
  for (const { site } of pages) if (!detectors.has(site)) detectors.set(site, await Detector.create(options));
  return (site) => detectors.get(site) as Detector;
}

const createTwins = (pages: readonly BenchPage[], options: ResolvedOptions) =>
  forEachSite(pages, () => new ReferenceDetector(twinSettings(options)));

const createHtmlparser2 = (pages: readonly BenchPage[], options: ResolvedOptions) =>
  forEachSite(pages, () => new Htmlparser2Detector({ ...options, separators: SEPARATORS[options.separators] }));

/**
 * A page as large as the largest of the pages, which has nothing of them: reading it makes the memory of an instance resident, and
 * fills no table with what is timed.
 */
export function fillerFor(pages: readonly BenchPage[]): string {
  const piece = '<p class="filler">Words of no page.</p>\n';
  const longest = Math.max(0, ...pages.map(({ bytes }) => bytes.length));
  return piece.repeat(Math.ceil(longest / piece.length));
}

/** A contender that learns the pages with the module, and takes what `find` takes of each: a number above 0. */
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
      // As in a running crawl, memory is resident. Tables are empty.
      for (const site of new Set(pages.map((page) => page.site))) find(detectorOf(site).label(filler));
      return () => {
        let found = 0;
        for (const { site, bytes } of pages) found += find(detectorOf(site).learn(bytes));
        return found;
      };
    },
  };
}

/** A contender in JavaScript, which decodes the pages itself. */
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
  /** By repetition. */
  readonly module: Contender;
  readonly twin: Contender;
  readonly htmlparser2: Contender;
}

/** `options` decide by repetition, as the twin and the htmlparser2 detector do. `usual` has the default options of refrain. */
export function wholeContenders(pages: readonly BenchPage[], options: ResolvedOptions): WholeContenders {
  const learned = 'bytes to verdicts: Detector.learn, then the lengths of template and content';
  const usual = `refrain with default options, with the model, ${learned}`;
  const blocksOf = <P extends { readonly blocks: readonly unknown[] }>(detector: { learn(html: string): P }) => ({
    learn: (html: string) => detector.learn(html).blocks,
  });
  return {
    usual: byModule('default', usual, pages, resolveOptions()),
    module: byModule('repetition', 'refrain by repetition, without the model: the same', pages, options),
    twin: byScript('twin', 'the twin on parse5 and Map, bytes to verdicts', pages, () => {
      const twinOf = createTwins(pages, options);
      return (site) => blocksOf(twinOf(site));
    }),
    htmlparser2: byScript(
      'htmlparser2 detector',
      'the same method on htmlparser2 and Map, optimised, bytes to verdicts',
      pages,
      () => {
        const detectorOf = createHtmlparser2(pages, options);
        return (site) => blocksOf(detectorOf(site));
      },
    ),
  };
}

interface Verdict {
  readonly verdict: string;
  readonly path: string;
  readonly length: number;
  readonly templateLength: number;
}

const shapeOf = (blocks: readonly Verdict[]): string =>
  blocks.map(({ path, length }) => `${path} ${length}`).join('\n');

const verdictsOf = (blocks: readonly Verdict[]): string =>
  blocks.map(({ verdict, length, templateLength }) => `${verdict} ${templateLength}/${length}`).join('\n');

export interface Validation {
  readonly pages: number;
  /** Pages where htmlparser2 finds the same blocks as the standard: it does not repair markup. */
  readonly htmlparser2Pages: number;
}

/**
 * Checks the contenders before they are timed: the verdicts of the module are those of the twin on every block of every page. The
 * htmlparser2 detector has them on the pages where both parsers find the same blocks, learned without the other pages.
 *
 * @throws {Problem} where verdicts differ
 */
export async function validate(pages: readonly BenchPage[], options: ResolvedOptions): Promise<Validation> {
  const detectorOf = await createDetectors(pages, options);
  const expectSame = (name: string, found: readonly Verdict[], expected: readonly Verdict[], who: string): void => {
    if (verdictsOf(found) !== verdictsOf(expected))
      throw new Problem(`${name}: the verdicts of ${who} are not those of the twin; nothing was timed`);
  };
  let [twinOf, fastOf] = [createTwins(pages, options), createHtmlparser2(pages, options)];
  const agreeing = pages.filter(({ site, name, bytes, html }) => {
    const { blocks } = twinOf(site).learn(html);
    expectSame(name, detectorOf(site).learn(bytes).blocks, blocks, 'the module');
    return shapeOf(fastOf(site).learn(html).blocks) === shapeOf(blocks);
  });
  [twinOf, fastOf] = [createTwins(pages, options), createHtmlparser2(pages, options)];
  for (const { site, name, html } of agreeing)
    expectSame(name, fastOf(site).learn(html).blocks, twinOf(site).learn(html).blocks, 'the htmlparser2 detector');
  return { pages: pages.length, htmlparser2Pages: agreeing.length };
}

/** The options that the twin has. */
function twinSettings(options: ResolvedOptions): ConstructorParameters<typeof ReferenceDetector>[0] {
  const { templateDf, templateRatio, baseLifetime, lifetimeGrowth } = options;
  return { templateDf, templateRatio, baseLifetime, lifetimeGrowth, separators: SEPARATORS[options.separators] };
}
