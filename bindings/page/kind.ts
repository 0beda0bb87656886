/** The kind of the current page: the front page by its address, the others as the module has judged them. */
import type { Core } from '../core.ts';
import type { PageKind } from './records.ts';

/** In the order of their codes, from 1. */
const KINDS: readonly PageKind[] = [
  ...(['article', 'documentation', 'forum', 'product'] as const),
  ...(['listing', 'collection', 'service', 'home'] as const),
];

/** A URL with a host, and no path but an index page or a language. */
const FRONT = /^https?:\/\/[^/?#]+(\/[a-z]{2}(-[a-z]{2})?)?\/?((index|default)\.[a-z]{3,5})?([?#]|$)/i;
/** How many pages that say so of themselves are front pages: measured on pages with known URLs. */
const OWN_WORD = 0.89;

export interface JudgedKind {
  readonly kind?: PageKind;
  /** How sure that is, 0 to 1. */
  readonly confidence?: number;
}

/** Neither where the kind is unknown. An id that is a URL is the address of the page; else what the page says of itself. */
export function kindOf(core: Core): JudgedKind {
  const judged = core.judgeKind();
  if (judged === undefined) return {};
  const { code, confidence, address, name } = judged;
  const isGiven = /^https?:\/\//i.test(name);
  if (FRONT.test(isGiven ? name : address)) return { kind: 'home', confidence: isGiven ? 1 : OWN_WORD };
  const kind = KINDS[code - 1];
  return kind === undefined ? {} : { kind, confidence: confidence / 1000 };
}
