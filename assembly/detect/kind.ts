/** The kind of the current page, which is found on request. */
import { Kinds, Status } from '../layout';
import { addPageFeatures, address, addressEnd } from '../evidence/model/kind-features';
import { beginKind, endKind, hasKinds } from '../evidence/model/kinds';
import { PAGE } from '../page/arena';
import { beginWork, isSpent } from '../work';

/**
 * Sets `PAGE.kind` and `PAGE.kindConfidence` of the current page, which was measured. Publishes the page's address, as it is written in the
 * page, as the output. A `Status`.
 */
export function judgeKind(): u32 {
  beginWork();
  // Verdicts may have requested it before.
  if (!PAGE.kind) findKind();
  if (isSpent()) return Status.TOO_COMPLEX;
  PAGE.output = address;
  PAGE.outputLength = <u32>(addressEnd - address);
  return Status.OK;
}

function findKind(): void {
  const knows = hasKinds();
  if (knows) beginKind();
  addPageFeatures();
  if (knows && !isSpent()) endKind();
}

/** Minimum confidence, in thousandths, of a sure kind. */
const SURE: u32 = 600;

/** True if the kind of the current page is known, and is not surely a thread of posts. */
export function mayHaveComments(): bool {
  return likelyKind() != 0 && !isSurely(Kinds.FORUM);
}

/** True if the current page is surely not an article: a thread, a list, a manual, an offer or a product. */
export function isNoArticle(): bool {
  return sureKind() > Kinds.ARTICLE;
}

export function isSurely(kind: u32): bool {
  return sureKind() == kind;
}

/** True if the current page is most likely a thread of posts, or its kind is not sure. */
export function mayBeThread(): bool {
  const kind = likelyKind();
  return kind == Kinds.FORUM || (kind != 0 && PAGE.kindConfidence < SURE);
}

export function isLikely(kind: u32): bool {
  return likelyKind() == kind;
}

/** True if the current page surely shows posts or entries, which have authors and dates. */
export function hasPosts(): bool {
  const kind = sureKind();
  return kind == Kinds.FORUM || kind == Kinds.LISTING || kind == Kinds.COLLECTION;
}

/** True if the current page surely shows products, items or offers. */
export function isOffer(): bool {
  return sureKind() >= Kinds.PRODUCT;
}

/** Minimum confidence, in thousandths, of a list or documentation whose threshold is lower. On others it would keep text around them. */
const SURE_OF_ITEMS: u32 = 800;

/** True if the page surely consists of short items or sections: a collection, a service, a list, documentation, … */
export function hasItems(): bool {
  const kind = sureKind();
  const isItems = kind == Kinds.LISTING || kind == Kinds.DOCUMENTATION;
  return kind > Kinds.LISTING || (isItems && PAGE.kindConfidence >= SURE_OF_ITEMS);
}

function sureKind(): u32 {
  const kind = likelyKind();
  return PAGE.kindConfidence >= SURE ? kind : 0;
}

/** The most likely kind; 0 without a model of kinds. */
function likelyKind(): u32 {
  if (!hasKinds()) return 0;
  if (!PAGE.kind) findKind();
  return PAGE.kind;
}
