/**
 * Pages of one site, mostly mutations of the previous page. Two detectors must agree: one learns each page whole, then
 * labels it twice; the other reads it in chunks, labels other pages in between, and is saved and restored. Some options
 * are also compared with the reference.
 */
import { Detector, type DetectorOptions, type Page } from 'refrain';
import { SEPARATORS } from '../../../bindings/options.ts';
import { ReferenceDetector } from '../../../test/reference/detector.ts';
import { comparePage } from '../../../test/support/compare.ts';
import { outputsOf } from '../../../test/support/outputs.ts';
import { pagesOf, sites } from '../arbitraries.ts';
import type { Sources } from '../sources.ts';
import { Difference, expectSame, modules, outcome, type Subject, textOf } from '../subject.ts';

const encoder = new TextEncoder();

const LAWS = [
  { templateDf: 2, baseLifetime: 1, lifetimeGrowth: 1 },
  { templateDf: 2, baseLifetime: 2, lifetimeGrowth: 3 },
  { templateDf: 5, baseLifetime: 5, lifetimeGrowth: 8 },
] as const;

/** parse5, the parser of the reference implementation, differs from the standard for these tags. */
const UNLIKE_PARSE5 = /<\/?(select|search|template)|<\/t(body|foot|head)/i;

/** Options by the first character of an input. The first three are also compared with the reference. */
const OPTIONS: readonly DetectorOptions[] = [
  ...LAWS.map((law) => ({ ...law, evidence: 'repetition' }) as const),
  {},
  { evidence: 'page', separators: 'html5' },
  { preset: 'paper' },
  { baseLifetime: 80 },
  { maxNodes: 64, maxTableBytes: 4096 },
  { maxDepth: 5, maxPageBytes: 700, templateRatio: 0.3 },
];

const describe = (page: Page<never>, html: Uint8Array): string =>
  JSON.stringify([page.fresh, page.html('template', { mode: 'cut' }), outputsOf(page, html.length)]);

/** At least one piece: a stream without chunks has no encoding, so its page would differ from that of an empty array. */
const piecesOf = (html: Uint8Array): Uint8Array[] => {
  const size = 1 + (html.length % 13) * 7;
  return Array.from({ length: Math.max(1, Math.ceil(html.length / size)) }, (_, at) =>
    html.subarray(at * size, (at + 1) * size),
  );
};

function compareWithReference(detector: Detector, pages: readonly string[]): void {
  const { separators, templateDf, templateRatio, baseLifetime, lifetimeGrowth } = detector.options;
  const law = { templateDf, templateRatio, baseLifetime, lifetimeGrowth };
  const reference = new ReferenceDetector({ ...law, separators: SEPARATORS[separators] });
  for (const [index, html] of pages.entries()) {
    try {
      comparePage(detector.learn(html), reference.learn(html), `page ${index + 1}`);
    } catch (error) {
      throw new Difference(error instanceof Error ? error.message : String(error));
    }
  }
}

export async function prepareSequences(sources: Sources): Promise<Subject> {
  return {
    inputs: sites(sources, OPTIONS.length),
    async run(input) {
      const { code, pages: texts } = pagesOf(input);
      const options = { ...OPTIONS[code], seed: 1 };
      const pages = texts.map((text) => encoder.encode(text));
      const first = await Detector.create(options, modules);
      let second = await Detector.create(options, modules);
      for (const [index, html] of pages.entries()) {
        const id = html.length % 3 === 0 ? `${html.length}` : '';
        const learned = await outcome(() => describe(first.learn(html, { id }), html));
        if (index % 2 === 1) await outcome(() => second.label(pages[index - 1] ?? html).blocks.length);
        if (index === 2) second = await Detector.restore(second.snapshot(), modules);
        const streamed = await outcome(async () => describe(await second.learnStream(piecesOf(html), { id }), html));
        expectSame(streamed, learned, `page ${index + 1} in another way`);
        const again = await outcome(() => describe(first.label(html), html));
        expectSame(await outcome(() => describe(first.label(html), html)), again, `page ${index + 1} labelled twice`);
      }
      expectSame(textOf(second.snapshot()), textOf(first.snapshot()), 'the tables');
      if (code < LAWS.length && input.length % 3 === 0 && !UNLIKE_PARSE5.test(input)) {
        compareWithReference(await Detector.create(options, modules), texts);
      }
      return undefined;
    },
  };
}
