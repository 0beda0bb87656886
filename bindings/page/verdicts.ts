/** Decisions on the current page outside of the module: its kind, the part that is written, and the confidence in its verdicts. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { claimsOf, maySell, type ProductData, type ProductMatch, productOf } from '../product/product.ts';
import { KINDS, type PageKind, type Part } from './records.ts';
import * as selection from './selection.ts';
import type { Shortfall } from './shortfalls.ts';

/** A URL with a host, and no path but an index page or a language. */
const FRONT = /^https?:\/\/[^/?#]+(\/[a-z]{2}(-[a-z]{2})?)?\/?((index|default)\.[a-z]{3,5})?([?#]|$)/i;
/** Measured share of front pages among pages that declare a URL of this form. */
const FRONT_CONFIDENCE = 0.89;
/** If the confidence of the model is at least this, product data of the page are not read. */
const SURE = 0.9;
/** The verdict on a page that shows the price of the product in its data. */
const SOLD: KindVerdict = { kind: 'product', confidence: 0.95 };

/** Both are absent if the kind is unknown. */
export interface KindVerdict {
  readonly kind?: PageKind;
  /** 0 to 1. */
  readonly confidence?: number;
}

/** The parts of a page from which it is judged. */
interface PageEvidence {
  readonly core: Core;
  readonly judgedKind: KindVerdict;
  readonly product: ProductMatch | undefined;
  readonly productData: ProductData;
  mayPrice(): boolean;
  allText(): string;
}

/** The kind by the URL (an id that is a URL, otherwise the declared URL), or else by the model. */
function kindOf(core: Core): KindVerdict {
  if (!core.hasMain) return {};
  const address = core.text((exports) => exports.judgeKind());
  const { pageName } = core;
  const isGiven = /^https?:\/\//i.test(pageName);
  if (FRONT.test(isGiven ? pageName : address)) return { kind: 'home', confidence: isGiven ? 1 : FRONT_CONFIDENCE };
  const kind = KINDS[core.result(layout.Page.KIND) - 1];
  return kind === undefined ? {} : { kind, confidence: core.result(layout.Page.KIND_CONFIDENCE) / 1000 };
}

/**
 * The kind of a page, and its product if it was read for this decision. Product data override the model if the page
 * shows the price.
 */
export function judgeKind(page: PageEvidence): { readonly judged: KindVerdict; readonly product?: ProductMatch } {
  const { core } = page;
  const judged = kindOf(core);
  const { kind, confidence = 0 } = judged;
  const mayErr = kind !== undefined && kind !== 'home' && kind !== 'product' && confidence < SURE;
  if (!mayErr || !page.mayPrice()) return { judged };
  const data = page.productData;
  const claims = claimsOf(core, data);
  if (!maySell(core, claims, page.allText)) return { judged };
  const product = productOf(core, data, claims);
  return { judged: product.isSold ? SOLD : judged, product };
}

/** Runs `write` while the block of the product's price counts as main content. Its verdict does not change. */
export function withPrice<R>(page: PageEvidence, write: () => R): R {
  const { core } = page;
  const block = page.mayPrice() && page.judgedKind.kind === 'product' ? page.product?.block : undefined;
  if (block === undefined || core.block(block, layout.Block.PART) !== layout.Part.REST) return write();
  core.setBlock(block, layout.Block.PART, layout.Part.ITEM);
  try {
    return write();
  } finally {
    core.setBlock(block, layout.Block.PART, layout.Part.REST);
  }
}

/**
 * Replaces the verdicts on blocks by decisions of a user about elements: always content, never content, or not main
 * content.
 */
export function override(core: Core, of: (element: number) => 'keep' | 'drop' | 'rest' | undefined): void {
  core.divideItems();
  for (const block of core.textBlocks()) {
    const decision = of(core.block(block, layout.Block.NODE));
    if (decision === undefined) continue;
    if (decision === 'keep') core.keepBlock(block);
    else if (decision === 'drop') core.setBlock(block, layout.Block.VERDICT, layout.Verdict.TEMPLATE);
    if (core.hasMain)
      core.setBlock(block, layout.Block.PART, decision === 'keep' ? layout.Part.MAIN : layout.Part.REST);
  }
}

/** The part of a page that is written, and why it is not the requested one. */
export interface PartChoice {
  readonly part: Part;
  readonly reason?: Shortfall;
}

/** Code points of a short sentence. */
const SENTENCE = 40;
/** Kinds of pages that consist of items. */
const LISTS: readonly (PageKind | undefined)[] = ['forum', 'listing', 'collection', 'home'];
/** Minimum share of the content for main content that includes the items of a list. */
const ITEMS = 0.1;

/**
 * The requested part; or all content, if there is nearly no main content.
 *
 * @throws as `selection.check` does
 */
export function choosePart(core: Core, requested: Part | undefined, kind: () => PageKind | undefined): PartChoice {
  const part = selection.check('part', requested, core.hasMain);
  const isMain = part === 'main' || part === 'main+comments';
  if (!isMain && (part !== 'content' || core.result(layout.Page.CONTENT_LENGTH) > 0)) return { part };
  let [main, content, all, headline] = [0, 0, 0, 0];
  let hasMain = false;
  for (const block of core.textBlocks()) {
    const length = core.block(block, layout.Block.LENGTH);
    all += length;
    if (core.block(block, layout.Block.VERDICT) !== layout.Verdict.TEMPLATE) content += length;
    if (!isMain || core.partOf(block) !== layout.Part.MAIN) continue;
    // A headline does not count as text.
    if (!hasMain && /^h[1-6]$/.test(core.nameOf(core.block(block, layout.Block.NODE)))) headline = length;
    hasMain = true;
    main += length;
  }
  const isEnough = main - headline >= SENTENCE && (main >= ITEMS * content || !LISTS.includes(kind()));
  if (isMain && isEnough) return { part };
  if (content === 0) return { part, reason: all === 0 ? 'no-text' : 'no-content' };
  if (!isMain) return { part };
  // Scripts write the content of a page that has only a footer.
  const footer = core.textBlocks().reduce((sum, block) => {
    const isFooter = core.isContent(block) && core.unitOf(block) === layout.Unit.FOOTER;
    return isFooter ? sum + core.block(block, layout.Block.LENGTH) : sum;
  }, 0);
  if (footer > 0 && content - footer - main < SENTENCE) return { part, reason: main > 0 ? 'no-main' : 'no-content' };
  return { part: 'content', reason: 'no-main' };
}

/** Corrects scores, which are too certain on sites outside the training data (docs/accuracy.md). */
const SLOPE = 0.85;

/** Mean probability of the verdicts, weighted by length, with four decimals; undefined without scores or text. */
export function confidenceOf(core: Core): number | undefined {
  if (!core.hasScores) return undefined;
  let all = 0;
  let sure = 0;
  for (const block of core.textBlocks()) {
    const length = core.block(block, layout.Block.LENGTH);
    const odds = SLOPE * core.scoreOf(block);
    const verdict = core.isContent(block) ? -odds : odds;
    all += length;
    sure += length / (1 + Math.exp(-verdict));
  }
  return all === 0 ? undefined : Math.round((1e4 * sure) / all) / 1e4;
}
