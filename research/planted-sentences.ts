/** Plants a sentence in the articles of a site, and measures how many pages keep it as content. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type CreateOptions, Detector } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command-line.ts';
import { withoutGold } from '../bench/pages/read.ts';
import { findSites, type SiteSource } from '../bench/pages/sites.ts';
import { seededRandom } from '../bench/random.ts';
import { formatTable, mean } from '../bench/report.ts';
import {
  groupOf,
  readFold,
  readSelection,
  SELECTION_FLAGS,
  SELECTION_HELP,
  type Selection,
  selectPages,
} from './corpus/selection.ts';
import { DETECTOR_FLAGS, readDetectorOptions, readModelFile } from './options.ts';

// Elements that contain the planted sentences, similar to share bars, licences and newsletters.

export const FORMS = ['p', 'div', 'aside', 'scattered'] as const;
export type Form = (typeof FORMS)[number];

export const INSERT_POSITIONS = ['head', 'amid', 'end'] as const;
export type InsertPosition = (typeof INSERT_POSITIONS)[number];

export const VARIATIONS = ['none', 'number', 'month'] as const;
export type Variation = (typeof VARIATIONS)[number];

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Identifies the sentence. */
export const ENDING = 'one short story and three good links, on every Sunday of the year.';

/** The sentence for the `index`-th page: the same on all pages, or with a word that varies. */
export function sentenceOf(index: number, variation: Variation): string {
  if (variation === 'number') return `Join the ${107 + index * 13} readers of our letter, which has ${ENDING}`;
  const month = variation === 'month' ? ` for ${MONTHS[(index * 5) % 12]}` : '';
  return `Ask for our letter${month}, which has ${ENDING}`;
}

const WRAPPED: Readonly<Record<Form, (sentence: string, index: number) => string>> = {
  p: (sentence) => `<p>${sentence}</p>`,
  div: (sentence) => `<div class="promo-box">${sentence}</div>`,
  aside: (sentence) => `<aside class="newsletter-box"><p>${sentence}</p></aside>`,
  // The path varies from page to page.
  scattered: (sentence, index) =>
    [
      `<ul class="notes"><li>${sentence}</li></ul>`,
      `<form action="/join"><div><label>${sentence}</label></div></form>`,
      `<div class="comments"><div class="comment"><p>${sentence}</p></div></div>`,
      `<section><blockquote><p>${sentence}</p></blockquote></section>`,
    ][index % 4] ?? sentence,
};

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => 'tagName' in node;

export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Paragraphs of the labelled main content in order, or else its elements. Empty if no separate element contains the
 * main content.
 */
export function paragraphsOf(html: string): Range[] {
  const paragraphs: Range[] = [];
  const elements: Range[] = [];
  const visits: { readonly node: Node; readonly isMain: boolean }[] = [
    { node: parse(html, { sourceCodeLocationInfo: true }), isMain: false },
  ];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node } = visit;
    let { isMain } = visit;
    if (isElement(node)) {
      const label = node.attrs.find(({ name }) => name === 'data-main')?.value;
      const { startTag, endTag } = node.sourceCodeLocation ?? {};
      if (startTag && endTag) {
        if (isMain && node.tagName === 'p') paragraphs.push({ start: startTag.startOffset, end: endTag.endOffset });
        if (label === 'main') elements.push({ start: startTag.endOffset, end: endTag.startOffset });
      }
      if (label !== undefined) isMain = label === 'main';
    }
    if ('childNodes' in node) {
      for (const child of node.childNodes.toReversed()) visits.push({ node: child, isMain });
    }
  }
  // Only the last element, because the first may be the headline.
  return paragraphs.length > 0 ? paragraphs : elements.slice(-1);
}

/** Puts the sentence before the first paragraph, before the middle one, or after the last. */
export function plant(
  html: string,
  paragraphs: readonly Range[],
  sentence: string,
  form: Form,
  place: InsertPosition,
  index = 0,
): string {
  const offsets = {
    head: paragraphs[0]?.start,
    amid: paragraphs[paragraphs.length >> 1]?.start,
    end: paragraphs.at(-1)?.end,
  };
  const at = offsets[place];
  if (at === undefined) throw new RangeError('the page has no paragraphs');
  return html.slice(0, at) + WRAPPED[form](sentence, index) + html.slice(at);
}

const HELP = `usage: npm run research -- planted LABELLED [options]

LABELLED is a folder of sites with labels of main content (npm run research -- label-sites). One sentence is put among the paragraphs
of every article, as a plain paragraph, a box of its own name, an aside, and scattered (a list item, a form, a comment or a quotation,
in turn), at the head, amid and at the end of it: each of these twelve is a site, read by a detector of its own. Share of the pages after the --after first ones that keep the sentence, means over sites.

Options
  --vary WHAT                    what changes from page to page: ${VARIATIONS.join(', ')} (default: none)
  --share S                      share of the articles that have it, chosen at random (default: 1)
  --after N                      pages that are read before any counts (default: 10)
  --counted                      judges every page after all were learned, as --relabel does
${SELECTION_HELP}
  --fold K/N                     only the sites that train --fold K/N does not use
  --model FILE                   another model
  --json                         one JSON object
and the options of the detector: npm run evaluate -- --help
`;

const DEFAULT_PAGES = { pages: '80', shuffle: '1' };

interface Plan {
  readonly vary: Variation;
  readonly share: number;
  readonly after: number;
  readonly isCounted: boolean;
  readonly selection: Selection;
}

interface KeptShares {
  readonly content: number;
  readonly main: number;
}

interface SiteRow extends KeptShares {
  readonly name: string;
  readonly pages: number;
  readonly forms: Readonly<Record<string, KeptShares>>;
}

interface Article {
  readonly html: string;
  readonly paragraphs: ReturnType<typeof paragraphsOf>;
}

function readPlan(line: CommandLine): Plan {
  const vary = VARIATIONS.find((one) => one === (line.text('vary') ?? 'none'));
  if (vary === undefined) throw new Problem(`--vary must be one of ${VARIATIONS.join(', ')}, not ${line.text('vary')}`);
  const share = Number(line.text('share') ?? 1);
  if (!(share > 0 && share <= 1)) throw new Problem(`--share must be above 0 and at most 1, not ${line.text('share')}`);
  const selection = readSelection(line, DEFAULT_PAGES);
  const after = line.count('after', 10);
  return { vary, share, after, isCounted: line.has('counted'), selection };
}

/** Shares of the pages with the sentence, except the first ones, that keep it in content, and in main content. */
async function keptOf(
  articles: readonly Article[],
  [form, place]: readonly [Form, InsertPosition],
  { vary, share, after, isCounted }: Plan,
  options: readonly [Parameters<typeof Detector.create>[0], CreateOptions],
): Promise<KeptShares & { readonly pages: number }> {
  const below = seededRandom(1);
  const pages = articles.map(({ html, paragraphs }, index) => {
    const has = paragraphs.length > 0 && below(1000) < share * 1000;
    const planted = has ? plant(html, paragraphs, sentenceOf(index, vary), form, place, index) : html;
    return { id: String(index), html: withoutGold(planted), has };
  });
  using detector = await Detector.create(...options);
  const counts = { pages: 0, content: 0, main: 0 };
  if (isCounted) for (const { html, id } of pages) detector.learn(html, { id });
  for (const [index, { html, id, has }] of pages.entries()) {
    const page = isCounted ? detector.label(html, { id }) : detector.learn(html, { id });
    if (!has || index < after) continue;
    counts.pages += 1;
    if (page.text('content').includes(ENDING)) counts.content += 1;
    if (page.text('main').includes(ENDING)) counts.main += 1;
  }
  const of = (count: number): number => count / Math.max(1, counts.pages);
  return { pages: counts.pages, content: of(counts.content), main: of(counts.main) };
}

async function readSite(
  { name, read }: SiteSource,
  plan: Plan,
  options: readonly [Parameters<typeof Detector.create>[0], CreateOptions],
): Promise<SiteRow | undefined> {
  const articles = selectPages(await read(), plan.selection).map(({ bytes }) => {
    const html = new TextDecoder().decode(bytes);
    return { html, paragraphs: paragraphsOf(html) };
  });
  const forms: Record<string, KeptShares> = {};
  let pages = 0;
  for (const form of FORMS) {
    for (const place of INSERT_POSITIONS) {
      const kept = await keptOf(articles, [form, place], plan, options);
      pages = kept.pages;
      forms[`${form}, ${place}`] = { content: kept.content, main: kept.main };
    }
  }
  // The articles have no paragraphs.
  if (pages === 0) return undefined;
  return { name, pages, ...meansOf(Object.values(forms)), forms };
}

const meansOf = (rows: readonly KeptShares[]): KeptShares => ({
  content: mean(rows.map(({ content }) => content)),
  main: mean(rows.map(({ main }) => main)),
});

export const program: Program = {
  help: HELP,
  values: ['vary', 'share', 'after', 'fold', 'model', ...SELECTION_FLAGS, ...DETECTOR_FLAGS],
  switches: ['counted'],
  hasOperands: true,
  async run(line) {
    const plan = readPlan(line);
    const isChosen = readFold(line) ?? (() => true);
    const options = [readDetectorOptions(line), await readModelFile(line)] as const;
    const rows: SiteRow[] = [];
    for (const site of findSites(line.operand)) {
      const row = isChosen(groupOf(site.name)) ? await readSite(site, plan, options) : undefined;
      if (row !== undefined) rows.push(row);
    }
    if (rows.length === 0) throw new Problem(`${line.operand}: no site has labelled articles with paragraphs`);
    const forms = Object.keys(rows[0]?.forms ?? {});
    const byForm = forms.map((form) => ({
      form,
      ...meansOf(rows.map((row) => row.forms[form] ?? { content: 0, main: 0 })),
    }));
    line.print({ macro: meansOf(rows), forms: byForm, sites: rows }, ({ macro }) => {
      const cells = (name: string, { content, main }: KeptShares, pages = ''): string[] => [
        ...[name, pages],
        ...[content.toFixed(3), main.toFixed(3)],
      ];
      return formatTable(
        ['kept', 'pages', 'content', 'main'],
        [
          ...rows.map((row) => cells(row.name, row, String(row.pages))),
          ...byForm.map((row) => cells(row.form, row)),
          cells('mean of sites', macro),
        ],
      );
    });
  },
};
