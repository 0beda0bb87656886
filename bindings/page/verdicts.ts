/** Decisions on the current page outside of the module: its kind, the part that is written, and the confidence in its verdicts. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { claimsOf, maySell, type ProductData, type ProductMatch, productOf } from '../product/product.ts';
import { KINDS, type PageKind, type Part } from './records.ts';
import * as selection from './selection.ts';
import type { Shortfall } from './shortfalls.ts';

/** A URL with a host, and no path but an index page or a language. */
const FRONT = /^https?:\/\/[^/?#]+(\/[a-z]{2}(-[a-z]{2})?)?\/?((index|default)\.[a-z]{3,5})?([?#]|$)/i;
/** Share of front pages among the pages that declare an address like this: measured on pages with known URLs. */
const FRONT_CONFIDENCE = 0.89;
/** Confidence of the model from which on the product data of the page is not read. */
const SURE = 0.9;
/** Of a page that shows the price of the product that its data describes. */
const SOLD: KindVerdict = { kind: 'product', confidence: 0.95 };

/** Both are absent if the kind is unknown. */
export interface KindVerdict {
  readonly kind?: PageKind;
  /** 0 to 1. */
  readonly confidence?: number;
}

/** What is read of a page to judge it. */
interface PageEvidence {
  readonly core: Core;
  readonly judgedKind: KindVerdict;
  readonly product: ProductMatch | undefined;
  readonly productData: ProductData;
  mayPrice(): boolean;
  allText(): string;
}

/** By the address of the page, an id that is a URL, else the one that the page declares; else by the model. */
function kindOf(core: Core): KindVerdict {
  if (!core.hasMain) return {};
  const address = core.text((exports) => exports.judgeKind());
  const { pageName } = core;
  const isGiven = /^https?:\/\//i.test(pageName);
  if (FRONT.test(isGiven ? pageName : address)) return { kind: 'home', confidence: isGiven ? 1 : FRONT_CONFIDENCE };
  const kind = KINDS[core.result(layout.Page.KIND) - 1];
  return kind === undefined ? {} : { kind, confidence: core.result(layout.Page.KIND_CONFIDENCE) / 1000 };
}

/** The kind of a page, and its product if that was read to decide: product data outweighs the model if the page shows its price. */
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

/** Writes main content with the price of the product next to it. The verdict on the block of the price does not change. */
export function withPrice<R>(page: PageEvidence, write: () => R): R {
  const { core } = page;
  const block = page.judgedKind.kind === 'product' && page.mayPrice() ? page.product?.block : undefined;
  if (block === undefined || core.block(block, layout.Block.PART) !== layout.Part.REST) return write();
  core.setBlock(block, layout.Block.PART, layout.Part.ITEM);
  try {
    return write();
  } finally {
    core.setBlock(block, layout.Block.PART, layout.Part.REST);
  }
}

/**
 * Replaces the verdicts on blocks by what a user has decided of their elements: text that is always kept, or never, or that is not main
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

/** The part of a page that is written, and what it lacks. */
export interface PartChoice {
  readonly part: Part;
  readonly reason?: Shortfall;
}

/** Code points of a short sentence. */
const SENTENCE = 40;
/** Kinds of pages that list items. */
const LISTS: readonly (PageKind | undefined)[] = ['forum', 'listing', 'collection', 'home'];
/** Share of the content below which the items of a list cannot be in the main content. */
const ITEMS = 0.1;

/**
 * The requested part, or the content in place of main content that is next to nothing. `kind`: of the page.
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
    // A headline states nothing of what is below it.
    if (!hasMain && /^h[1-6]$/.test(core.nameOf(core.block(block, layout.Block.NODE)))) headline = length;
    hasMain = true;
    main += length;
  }
  const isEnough = main - headline >= SENTENCE && (main >= ITEMS * content || !LISTS.includes(kind()));
  if (isMain && isEnough) return { part };
  if (content === 0) return { part, reason: all === 0 ? 'no-text' : 'no-content' };
  return isMain ? { part: 'content', reason: 'no-main' } : { part };
}

/** Corrects scores, which are too certain on sites that the model has not seen (docs/accuracy.md). */
const SLOPE = 0.85;

/** Mean probability of the verdicts by the length of the text, with four decimals; undefined without scores, and without text. */
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
