/** The kind of the current page: the front page by its address, the others as the module has judged them. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { KINDS, type PageKind } from './records.ts';

/** A URL with a host, and no path but an index page or a language. */
const FRONT = /^https?:\/\/[^/?#]+(\/[a-z]{2}(-[a-z]{2})?)?\/?((index|default)\.[a-z]{3,5})?([?#]|$)/i;
/** How many pages that say so of themselves are front pages: measured on pages with known URLs. */
const OWN_WORD = 0.89;

export interface JudgedKind {
  readonly kind?: PageKind;
  /** How sure that is, 0 to 1. */
  readonly confidence?: number;
}

/** Confidence of the model from which on the data of the page is not asked. */
export const SURE = 0.9;
/** Of a page that shows the price of the product that its data says it is about. */
export const SOLD: JudgedKind = { kind: 'product', confidence: 0.95 };

/** Neither where the kind is unknown. An id that is a URL is the address of the page; else what the page says of itself. */
export function kindOf(core: Core): JudgedKind {
  if (!core.hasMain) return {};
  const address = core.text((exports) => exports.judgeKind());
  const { pageName } = core;
  const isGiven = /^https?:\/\//i.test(pageName);
  if (FRONT.test(isGiven ? pageName : address)) return { kind: 'home', confidence: isGiven ? 1 : OWN_WORD };
  const kind = KINDS[core.result(layout.Page.KIND) - 1];
  return kind === undefined ? {} : { kind, confidence: core.result(layout.Page.KIND_CONFIDENCE) / 1000 };
}
