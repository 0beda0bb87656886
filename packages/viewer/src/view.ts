/** What the viewer is given: a page and the verdicts on its blocks. It can be sent as JSON. */
import type { Block, Page, PageKind, ResolvedOptions, Verdict } from 'refrain';
import { count, plural } from 'refrain/engine';
import { percent } from './format.ts';
import type { PageResult } from './result.ts';

/** What a block is to the main content of its page. */
type Section = 'main' | 'comments' | 'rest';

/** Figures of the segments of a block. */
interface SegmentFigures {
  readonly count: number;
  /** Segments with the DF of template. */
  readonly template: number;
  readonly leastDf: number;
  readonly greatestDf: number;
  /** Number of the page on which any was last seen; 0: never, or evicted. */
  readonly lastPage: number;
}

/** A verdict and its evidence. */
export interface BlockView {
  readonly verdict: Verdict;
  /** Log odds that the block is template; undefined where repetition alone decides. */
  readonly score?: number | undefined;
  /** Undefined where repetition alone decides; `mainScore` is the log odds that it is main content. */
  readonly section?: Section | undefined;
  readonly mainScore?: number | undefined;
  /** Template ratio, 0 to 1. */
  readonly ratio: number;
  /** Unicode code points. */
  readonly length: number;
  readonly path: string;
  readonly reason: string;
  readonly segments: SegmentFigures;
}

/** A page, with the first of its blocks. */
export interface PageView {
  /** Output of the sanitiser; `data-b` is the index of the block in `blocks`. */
  readonly markup: string;
  /** Present where the kind of the page is known, with how sure that is, 0 to 1. */
  readonly kind?: readonly [PageKind, number];
  readonly blocks: readonly BlockView[];
  /** Number of the other blocks. */
  readonly hidden: number;
  readonly result: PageResult;
  readonly table: TableView;
}

/** The table that has judged a page. */
export interface TableView {
  /** Pages that were counted. */
  readonly pages: number;
  readonly templateDf: number;
  /** Whether a model decides, and not repetition alone. */
  readonly hasScores: boolean;
  /** Whether the DFs count the page itself. */
  readonly isCounted: boolean;
}

/** UTF-16 code units of a path: of one that is longer, the end. */
const PATH_MAX = 300;
export function blockView(block: Block<unknown>, templateDf: number): BlockView {
  const { verdict, score, main, comments, mainScore, ratio, length, path, segments } = block;
  return {
    ...{ verdict, score, ratio, length, mainScore, reason: block.explain().reason },
    section: mainScore === undefined ? undefined : main ? 'main' : comments ? 'comments' : 'rest',
    path: path.length <= PATH_MAX ? path : `…${path.slice(-PATH_MAX).toWellFormed()}`,
    segments: figuresOf(segments, templateDf),
  };
}

/** A sum, since a block may have hundreds of thousands. */
function figuresOf(segments: Block<unknown>['segments'], templateDf: number): SegmentFigures {
  let [template, leastDf, greatestDf, lastPage] = [0, Number.POSITIVE_INFINITY, 0, 0];
  for (const { df, lastPage: last } of segments) {
    leastDf = Math.min(leastDf, df);
    greatestDf = Math.max(greatestDf, df);
    lastPage = Math.max(lastPage, last);
    if (df >= templateDf) template += 1;
  }
  return { count: segments.length, template, leastDf, greatestDf, lastPage };
}

export const tableView = (options: ResolvedOptions, { number, counted }: Page): TableView => ({
  ...{ pages: number, isCounted: counted },
  ...{ templateDf: options.templateDf, hasScores: options.evidence !== 'repetition' },
});

/** Sentences about a page: its shares of template and main content, its kind. */
export function summaryOf({ blocks, hidden, kind, table: { hasScores } }: PageView): string {
  const length = (is: (block: BlockView) => boolean): number =>
    blocks.reduce((sum, block) => sum + (is(block) ? block.length : 0), 0);
  const whole = length(() => true);
  const share = (is: (block: BlockView) => boolean): string => percent(length(is) / Math.max(1, whole));
  const isTemplate = (block: BlockView): boolean => block.verdict === 'template';
  const all = plural(blocks.length, 'block');
  const main = hasScores ? `, ${share(({ section }) => section === 'main')} main content` : '';
  return [
    `${share(isTemplate)} of ${plural(whole, 'character')} and ${count(blocks.filter(isTemplate).length)} of ${all} are template${main}.`,
    ...(hidden === 0 ? [] : [`Only the first ${all} of ${count(blocks.length + hidden)} are shown.`]),
    ...(kind === undefined ? [] : [`Kind of page: ${kind[0]} (${percent(kind[1])}).`]),
  ].join(' ');
}

/** The verdict in words. */
export const verdictOf = ({ verdict, section }: BlockView): string =>
  section === 'main' ? `${verdict}, main content` : section === 'comments' ? `${verdict}, comments` : verdict;

/** Log odds from which a verdict has the full tint: 6 is a ratio of four hundred to one. */
const FULL_ODDS = 6;

/** How strong the tint of a verdict is, 0 to 1: by its log odds, or by the template ratio where repetition alone decides. */
export const surenessOf = ({ score, ratio }: BlockView): number =>
  score === undefined ? ratio : Math.min(Math.abs(score) / FULL_ODDS, 1);
