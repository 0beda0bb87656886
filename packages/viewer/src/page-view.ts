/** A page of the viewer as plain data: inert HTML, verdicts with their evidence, and the result. */
import type { Block, Page, ResolvedOptions, Verdict } from 'refrain';
import { Cursor, contextOf, count, layout, plural } from 'refrain/engine';
import type { Judgement, PageEntry } from './collection.ts';
import { type PageResult, resultOf } from './page-result.ts';
import { sanitise } from './sanitiser.ts';

export interface BlockView {
  readonly verdict: Verdict;
  /** Undefined if only repetition decides, or no main content was found. */
  readonly section?: 'main' | 'comments' | 'rest' | undefined;
  readonly words: string;
  /** Strength of the tint, 0 to 1, by the log odds or the template ratio. */
  readonly sure: number;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly reason: string;
}

export interface PageView {
  /** Output of the sanitiser, whose `data-b` is an index into `blocks`. */
  readonly markup: string;
  readonly summary: string;
  /** The first blocks. */
  readonly blocks: readonly BlockView[];
  readonly result: PageResult;
}

const BLOCKS_MAX = 5000;
/** Maximum UTF-16 code units of a path, whose end is kept. */
const PATH_MAX = 300;
/** Log odds with the full tint, about four hundred to one. */
const FULL_ODDS = 6;
/** Page counts in tables stop at this value. */
const DF_MAX = 255;

/** Reads the current page of a detector. */
export function pageView(page: Page, { evidence, templateDf }: ResolvedOptions): PageView {
  const hasMain = evidence !== 'repetition' && page.document({ fields: ['reason'] }).reason === undefined;
  return {
    markup: markupOf(page),
    summary: summaryOf(page, hasMain),
    blocks: page.blocks.slice(0, BLOCKS_MAX).map((block) => blockView(block, page, templateDf, hasMain)),
    result: resultOf(page),
  };
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Probability of a verdict, from its log odds. */
function confidenceOf(score: number): string {
  const sure = 100 / (1 + Math.exp(-Math.abs(score)));
  return sure > 99.9 ? 'over 99.9 %' : `${sure.toFixed(sure > 99 ? 1 : 0)} %`;
}

function blockView(block: Block<unknown>, page: Page, templateDf: number, hasMain: boolean): BlockView {
  const { verdict, score, main, comments, ratio, length, path, segments } = block;
  const section = !hasMain ? undefined : main ? 'main' : comments ? 'comments' : 'rest';
  const { template, leastDf, greatestDf, lastPage } = figuresOf(segments, templateDf);
  const range = leastDf === greatestDf ? count(greatestDf) : `${count(leastDf)} to ${count(greatestDf)}`;
  const pages = `${range}${greatestDf === DF_MAX ? ' or more' : ''} of ${count(page.number)}`;
  const facts: BlockView['facts'] = [
    ...(score === undefined ? [] : [['Confidence', confidenceOf(score)] as const]),
    ...(section === undefined ? [] : [['Main content', ANSWERS[section]] as const]),
    ['Pages with its text', `${pages}, this one ${page.counted ? 'counted' : 'left out'}`],
    ['Repeated', `${percent(ratio)} of it is on ${plural(templateDf, 'page')} or more`],
    ['Last seen', lastPage === 0 ? 'never, or evicted' : `page ${count(lastPage)}`],
    ['Size', `${plural(length, 'character')} in ${plural(segments.length, 'segment')}, ${count(template)} repeated`],
    ['Path', path.length <= PATH_MAX ? path : `…${path.slice(-PATH_MAX).toWellFormed()}`],
  ];
  return {
    ...{ verdict, section, facts, reason: block.explain().reason },
    words: section === 'main' ? `${verdict}, main content` : section === 'comments' ? `${verdict}, comments` : verdict,
    sure: score === undefined ? ratio : Math.min(Math.abs(score) / FULL_ODDS, 1),
  };
}

const ANSWERS = { main: 'yes', comments: 'no, comments of readers', rest: 'no' } as const;

/** A loop instead of `Math.max(...)`, because a block may have hundreds of thousands of segments. */
function figuresOf(segments: Block<unknown>['segments'], templateDf: number) {
  let [template, leastDf, greatestDf, lastPage] = [0, Number.POSITIVE_INFINITY, 0, 0];
  for (const { df, lastPage: last } of segments) {
    leastDf = Math.min(leastDf, df);
    greatestDf = Math.max(greatestDf, df);
    lastPage = Math.max(lastPage, last);
    if (df >= templateDf) template += 1;
  }
  return { template, leastDf, greatestDf, lastPage };
}

function summaryOf({ blocks: all, kind, kindConfidence }: Page, hasMain: boolean): string {
  const blocks = all.slice(0, BLOCKS_MAX);
  const lengthOf = (is: (block: Block<unknown>) => boolean | undefined): number =>
    blocks.reduce((sum, block) => sum + (is(block) ? block.length : 0), 0);
  const whole = lengthOf(() => true);
  const share = (is: (block: Block<unknown>) => boolean | undefined): string =>
    percent(lengthOf(is) / Math.max(1, whole));
  const isTemplate = ({ verdict }: Block<unknown>): boolean => verdict === 'template';
  const shown = plural(blocks.length, 'block');
  const main = hasMain ? `, ${share((block) => block.main)} main content` : '';
  return [
    `${share(isTemplate)} of ${plural(whole, 'character')} and ${count(blocks.filter(isTemplate).length)} of ${shown} are template${main}.`,
    ...(blocks.length < all.length ? [`Only the first ${shown} of ${count(all.length)} are shown.`] : []),
    ...(kind === undefined ? [] : [`Kind of page: ${kind} (${percent(kindConfidence ?? 0)}).`]),
  ].join(' ');
}

const ID_MAX = 500;
const TITLE_MAX = 200;

/** @param opened undefined for a page that cannot be opened */
export function judgementOf(page: Page, site: string, opened?: Pick<PageEntry, 'id' | 'file'>): Judgement {
  const { number: counted, lengths } = page;
  if (opened === undefined) return { site, counted, lengths, entry: undefined };
  const { title, confidence, reason } = page.document({ fields: ['title', 'confidence', 'reason'] });
  const [id, name] = [opened.id.slice(0, ID_MAX).toWellFormed(), title.slice(0, TITLE_MAX).toWellFormed()];
  return { site, counted, lengths, entry: { ...opened, id, title: name, confidence, reason } };
}

/** The sanitised markup with block numbers, from the tree whose verdicts are shown. */
function markupOf(page: Page): string {
  const context = contextOf(page);
  const { core } = context;
  const numberOf = new Map<number, number>();
  const texts = new Set<number>();
  for (const block of core.textBlocks().slice(0, BLOCKS_MAX)) {
    numberOf.set(core.block(block, layout.Block.NODE), numberOf.size);
    let at = core.block(block, layout.Block.FIRST_SEGMENT);
    for (; at !== layout.Segment.NONE; at = core.segment(at, layout.Segment.NEXT)) {
      texts.add(core.segment(at, layout.Segment.NODE));
    }
  }
  const cursor = new Cursor(context);
  return sanitise(cursor, {
    blockOfElement: () => numberOf.get(cursor.node),
    isBlockText: () => texts.has(cursor.node),
  });
}
