/** The kind of the current page, which is decided when it is asked for. */
import { Kinds, Status } from '../layout';
import { addPageFeatures, address, addressEnd } from '../evidence/model/kind-features';
import { beginKind, endKind, hasKinds } from '../evidence/model/kinds';
import { PAGE } from '../page/arena';
import { beginWork, isSpent } from '../work';

/**
 * Sets `PAGE.kind` and `PAGE.kindConfidence` for the current page, which was measured, and publishes the address of the page, as it
 * stands there, as the output. A `Status`.
 */
export function judgeKind(): u32 {
  beginWork();
  // The verdicts may have needed it.
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

/** Minimum confidence, of a thousand. */
const SURE: u32 = 600;

/** Whether the kind of the current page is known, and is not surely a thread of posts. */
export function mayHaveComments(): bool {
  return likelyKind() != 0 && !isSurely(Kinds.FORUM);
}

/** Whether the current page is surely no article: posts, entries, sections of a manual or of an offer, and the parts of a product. */
export function isNoArticle(): bool {
  return sureKind() > Kinds.ARTICLE;
}

/** Whether the current page is surely of a kind. */
export function isSurely(kind: u32): bool {
  return sureKind() == kind;
}

/** Whether the current page may be a thread of posts: it most likely is, or its kind is not sure. */
export function mayBeThread(): bool {
  const kind = likelyKind();
  return kind == Kinds.FORUM || (kind != 0 && PAGE.kindConfidence < SURE);
}

/** Whether the current page is most likely a thread of posts. */
export function isLikelyThread(): bool {
  return likelyKind() == Kinds.FORUM;
}

/** Whether the current page surely shows posts or entries, which have authors and dates. */
export function hasPosts(): bool {
  const kind = sureKind();
  return kind == Kinds.FORUM || kind == Kinds.LISTING || kind == Kinds.COLLECTION;
}

/** Whether the current page is surely of a kind that shows products, items or offers. */
export function isOffer(): bool {
  return sureKind() >= Kinds.PRODUCT;
}

/** True if the page is most likely a collection, documentation, or of a service: sections of items. */
export function isRatherItems(): bool {
  const kind = likelyKind();
  return kind >= Kinds.COLLECTION || kind == Kinds.DOCUMENTATION;
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
