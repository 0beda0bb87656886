/**
 * Finds the kind of a page by a linear model over binary features (kind-feature.ts), with a signed byte for each feature and kind. The
 * highest score decides; its margin selects the confidence from a calibration table. All numbers are integers.
 */
import { Kinds } from '../../layout';
import { PAGE } from '../../page/arena';

/** The model's data for kinds, then a byte for each feature: 1 if the page has it. */
let kinds: usize = 0;
export let featureCount: u32 = 0;

const SCORES = memory.data(<i32>(Kinds.COUNT * 4), 4);

/** Number of a hash's highest bits, which select its bit in `FILTER`. */
const FILTER_BITS: u32 = 15;
/** A bit for each prefix of the model's features. It rejects most features of a page. */
const FILTER = memory.data(4096);

function filterByte(feature: u32): usize {
  return FILTER + (feature >> (32 - FILTER_BITS + 3));
}

function filterBit(feature: u32): u32 {
  return 1 << ((feature >> (32 - FILTER_BITS)) & 7);
}

/** Number of a hash's highest bits, which index `STARTS`; few features share them. */
const START_BITS: u32 = 11;
/** For each value of these bits, the index of the first feature with this or a higher value. The last number is that of all features. */
const STARTS = memory.data(8196, 4);

function partBytes(features: u32): usize {
  return Kinds.HEADER_BYTES + ((<usize>features) << 2) + ((<usize>features * Kinds.COUNT + 3) & ~3);
}

/** Number of features in this part of a model, which may be empty. */
function featuresIn(part: usize, bytes: u32): u32 {
  return bytes ? load<u32>(part, Kinds.FEATURES_AT) : 0;
}

/** True if this part of a model is empty or valid: features are prefixes of hashes in ascending order. */
export function areKindsValid(part: usize, bytes: u32): bool {
  if (bytes && <usize>bytes < Kinds.HEADER_BYTES) return false;
  const features = featuresIn(part, bytes);
  if (bytes && (features > bytes || partBytes(features) != bytes)) return false;
  for (let index: u32 = 0, before: u32 = 0; index < features; ++index) {
    const feature = load<u32>(part + Kinds.HEADER_BYTES + ((<usize>index) << 2));
    if (feature & 0xff || feature <= before) return false;
    before = feature;
  }
  return true;
}

export function capacityOfKinds(part: usize, bytes: u32): u32 {
  return bytes + featuresIn(part, bytes);
}

/** Copies this part to `capacity` and uses it. */
export function useKinds(capacity: usize, part: usize, bytes: u32): void {
  memory.copy(capacity, part, bytes);
  kinds = capacity;
  featureCount = featuresIn(part, bytes);
  memory.fill(FILTER, 0, 1 << (FILTER_BITS - 3));
  let bucket: u32 = 0;
  for (let index: u32 = 0; index < featureCount; ++index) {
    const feature = load<u32>(kinds + Kinds.HEADER_BYTES + ((<usize>index) << 2));
    for (; bucket <= feature >> (32 - START_BITS); ++bucket) store<u32>(STARTS + ((<usize>bucket) << 2), index);
    store<u8>(filterByte(feature), <u8>(<u32>load<u8>(filterByte(feature)) | filterBit(feature)));
  }
  for (; bucket <= 1 << START_BITS; ++bucket) store<u32>(STARTS + ((<usize>bucket) << 2), featureCount);
}

export function hasKinds(): bool {
  return featureCount != 0;
}

export function beginKind(): void {
  memory.fill(kinds + partBytes(featureCount), 0, featureCount);
  for (let kind: usize = 0; kind < Kinds.COUNT; ++kind) {
    store<i32>(SCORES + (kind << 2), load<i32>(kinds + (kind << 2), Kinds.BASES_AT));
  }
}

/** True if features are listed for training instead of scored. */
export let isListing: bool = false;
/** Address of the list; 0: features are only counted. */
let list: usize = 0;
export let listLength: u32 = 0;

/** Starts or ends the listing of features. Only training calls it, so the compiler removes this code from the published module. */
export function listFeatures(on: bool, at: usize): void {
  isListing = on;
  list = at;
  listLength = 0;
}

/** Adds the weights of a feature; a repeated feature changes nothing. */
export function scoreFeature(hash: u32): void {
  if (isListing) {
    if (list) store<u32>(list + ((<usize>listLength) << 2), hash);
    ++listLength;
    return;
  }
  if (!(<u32>load<u8>(filterByte(hash)) & filterBit(hash))) return;
  const feature = hash & 0xffffff00;
  const features = kinds + Kinds.HEADER_BYTES;
  const start = STARTS + ((<usize>(hash >> (32 - START_BITS))) << 2);
  let low = load<u32>(start);
  let high = load<u32>(start, 4);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(features + ((<usize>middle) << 2)) < feature) low = middle + 1;
    else high = middle;
  }
  if (low == featureCount || load<u32>(features + ((<usize>low) << 2)) != feature) return;
  scoreMatch(low);
}

/** The last four features of the current element, 16 bits each, numbered from 1. */
export let lastFeatures: u64 = 0;
export let featureMatches: u32 = 0;

export function clearMatches(): void {
  featureMatches = 0;
}

/** Collects the `index`-th feature of the model, and adds its weights. */
export function scoreMatch(index: u32): void {
  lastFeatures = (lastFeatures << 16) | (index + 1);
  ++featureMatches;
  const seen = kinds + partBytes(featureCount) + index;
  if (load<u8>(seen)) return;
  store<u8>(seen, 1);
  let weight = kinds + Kinds.HEADER_BYTES + ((<usize>featureCount) << 2) + index;
  for (let kind: usize = 0; kind < Kinds.COUNT; ++kind, weight += featureCount) {
    store<i32>(SCORES + (kind << 2), load<i32>(SCORES + (kind << 2)) + <i32>load<i8>(weight));
  }
}

/** Selects the kind with the highest score, on a tie the first. */
export function endKind(): void {
  let best: u32 = 0;
  for (let kind: u32 = 1; kind < Kinds.COUNT; ++kind) if (scoreOf(kind) > scoreOf(best)) best = kind;
  let second = i32.MIN_VALUE;
  for (let kind: u32 = 0; kind < Kinds.COUNT; ++kind) if (kind != best) second = max(second, scoreOf(kind));
  const margin = min<u32>(<u32>(scoreOf(best) - second) >> Kinds.MARGIN_SHIFT, Kinds.CONFIDENCES - 1);
  PAGE.kind = best + 1;
  PAGE.kindConfidence = load<u16>(kinds + ((<usize>margin) << 1), Kinds.CONFIDENCES_AT);
}

function scoreOf(kind: u32): i32 {
  return load<i32>(SCORES + ((<usize>kind) << 2));
}
