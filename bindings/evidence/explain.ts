/** The evidence for a verdict, in numbers and in words. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/** Names in the order of their codes, from 1. */
const UNITS = [
  ...(['headline', 'above', 'heading', 'rows', 'caption', 'tail'] as const),
  ...(['repeat', 'card', 'item', 'profile', 'overlay', 'gallery', 'value', 'footer', 'byline'] as const),
] as const;

/** The evidence for a verdict. Shares are 0 to 1. Log odds are natural logarithms, truncated to thousandths. */
interface Facts {
  /** Log odds of template by the page only: DOM position, links, sentences, names of elements and more. */
  readonly page: number;
  /** Log odds that the table of the site adds; 0 if a page is judged by itself. */
  readonly site: number;
  /** The sum of `page` and `site`, which decides. */
  readonly score: number;
  /** Share of the text that was on earlier pages of the site (without evicted entries). */
  readonly known: number;
  /** Share of the text that at least four earlier pages had. */
  readonly often: number;
  /** Among pages with this DOM position: share that had mostly known text there. */
  readonly placeKnown: number;
  /** Share of the site's pages with this DOM position. */
  readonly placeSeen: number;
  /** Share of `placePages` on which the position was judged template. */
  readonly placeTemplate: number;
  /**
   * Number of other pages with a verdict on the position of the block. If fewer than eight pages have this DOM
   * position, the nearest ancestor position that eight pages have is used, or 0. If 60 % of the verdicts
   * are template, `site` is increased by 2, except for a value next to a label; if 95 % are content, it is reduced by
   * 2.
   */
  readonly placePages: number;
  /**
   * If most pages of the site have the text of the block, so that it is template independent of `page`: number of other
   * pages with it, up to 255; otherwise 0.
   */
  readonly repeatedOn: number;
  /** For `repeatedOn`: number of other pages, without those in another language; otherwise 0. */
  readonly repeatedOf: number;
}

/** Why a block has its verdict. */
export interface Explanation extends Facts {
  /**
   * The rule that decided on main content instead of `mainScore`.
   *
   * - Main content: the `headline` of the page; the `rows` of a list or table, or a question with its answer; a `card`, if most cards
   *   have main content at this position.
   * - Not main content: short text `above` the headline; a `heading` with nothing below it; the `tail` after the article, with a low
   *   score; a `repeat` of earlier main content; a `profile`, which is short and next to every post; `overlay`: text that is covered by
   *   the overlay with the article; a `gallery` next to the article; the `footer` of a page that has no other main content;
   *   a `byline` after the headline.
   * - Not main content, but included in Markdown and HTML: the `caption` of a picture; an `item`, which is the author or date of a post,
   *   or a price.
   */
  readonly unit?: (typeof UNITS)[number];
  /** The reason in one sentence. */
  readonly reason: string;
}

/** Reads features of a block: bytes by their rows in assembly/evidence/model/features.ts. */
type Features = (row: number) => number;
const ROW = { pages: 0, known: 1, often: 2, placeKnown: 15, placeSeen: 16 } as const;

/** Reads the features of blocks of the current page. The module computes them for `TILE_BLOCKS` blocks at a time. */
export function featureReader(core: Core): (block: number) => Features {
  let tile = new Uint8Array();
  let first = -1;
  return (block) => {
    if (!core.hasScores) return () => 0;
    const order = core.orderOf(block);
    const at = order % layout.Features.TILE_BLOCKS;
    if (order - at !== first) tile = core.tile(order - at);
    first = order - at;
    return (row) => tile[row * layout.Features.TILE_BLOCKS + at] ?? 0;
  };
}

const thousandth = (value: number): number => Math.round(value * 1000) / 1000;

function factsOf(core: Core, features: Features, block: number): Facts {
  const share = (name: keyof typeof ROW): number => thousandth(features(ROW[name]) / 255);
  const index = block / layout.Block.BYTES;
  const score = core.hasScores ? core.scoreOf(block) : 0;
  const page = core.hasScores ? core.priorOf(block) : 0;
  // Bits from 16 on: number of pages; bits below: number of pages that judge it template.
  const verdicts = core.hasScores ? core.measure(index, layout.Measure.VERDICTS) : 0;
  const placePages = verdicts >>> 16;
  const repeatedOn = core.hasScores ? core.measure(index, layout.Measure.REPEATED_ON) : 0;
  return {
    ...{ page, site: thousandth(score - page), score, known: share('known'), often: share('often') },
    ...{ placeKnown: share('placeKnown'), placeSeen: share('placeSeen') },
    ...{ placeTemplate: thousandth((verdicts & 0xffff) / Math.max(1, placePages)), placePages },
    ...{ repeatedOn, repeatedOf: repeatedOn === 0 ? 0 : core.result(layout.Page.PAGES_ALIKE) },
  };
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const signed = (odds: number): string => `${odds < 0 ? '−' : '+'}${Math.abs(odds).toFixed(1)}`;

/** Maximum document frequency that narrow entries can store. */
const DF_MAX = 255;

function reasonOfRepetition({ page, repeatedOn, repeatedOf }: Facts): string {
  const on = repeatedOn < DF_MAX ? String(repeatedOn) : `at least ${DF_MAX}`;
  return `its text is on ${on} of ${repeatedOf} other pages; log odds ${signed(page)} by the page only`;
}

/** `isFirst`: true if no page of the site was known. */
function reasonOfScore(facts: Facts, isFirst: boolean): string {
  const { page, site, score, known, often, placeKnown, placeSeen, placeTemplate, placePages } = facts;
  const odds = `log odds ${signed(score)}: ${signed(page)} by the page only`;
  if (isFirst) return `${odds}, ${signed(site)} because nothing is known of its site`;
  const repeats =
    known === 0
      ? 'none of its text was seen before'
      : `${percent(known)} of its text was seen before, ${percent(often)} often`;
  const place =
    placeSeen === 0
      ? 'its DOM position is new'
      : `its DOM position is on ${percent(placeSeen)} of the pages, with mostly known text on ${percent(placeKnown)} of these`;
  const verdicts =
    placePages === 0 ? '' : `; its place is template on ${percent(placeTemplate)} of ${placePages} pages`;
  return `${odds}, ${signed(site)} by its site; ${repeats}; ${place}${verdicts}`;
}

/** Explains a block of the current page. */
export function explain(core: Core, features: Features, block: number): Explanation {
  const facts = factsOf(core, features, block);
  const ratio = core.block(block, layout.Block.TEMPLATE_LENGTH) / core.block(block, layout.Block.LENGTH);
  const verdict = core.isContent(block) ? 'content' : 'template';
  const why = !core.hasScores
    ? `${percent(ratio)} template text`
    : facts.repeatedOn > 0
      ? reasonOfRepetition(facts)
      : reasonOfScore(facts, features(ROW.pages) === 0);
  const unit = UNITS[core.unitOf(block) - 1];
  return { ...facts, ...(unit && { unit }), reason: `${verdict}: ${why}` };
}
