/**
 * Two-stage detection while an index is built (Chen, Ye and Li, SAC 2006, section 3). The first stage finds blocks of equal
 * style; the second clusters the blocks of a style in which a word has similar positions. A word is a template word of a block
 * if the cluster has five blocks. A block is template if four fifths of its words are template words.
 *
 * One group of sites is processed at a time, which bounds memory. The result does not depend on the order or on the groups: the
 * work that is skipped (words on fewer than five pages, styles with fewer than five blocks, styles whose blocks all have a
 * verdict) cannot change it.
 */
import { Status } from '../layout';
import { Indexed, Posting } from './layout';
import { firstBlockOf, pageCount, setTemplate } from './collection';
import { nextWord, numberEnd, openPieces, readNumber, streamCount, streamEnd, streamStart, wordPages } from './merge';
import { Tag } from '../html/names';
import { nameKey } from '../page/element-names';
import { REGION_BYTES, SLOT_PROBES_MAX, giveBack, reserve, startOf } from './regions';
import { EXACT_BITS, bits, isSimilar, signatureOf, signatureOfOne } from './signature';

/** Minimum blocks of a cluster whose word is template. They are on as many pages: a style has one block a page. */
const BLOCKS_MIN: u32 = 5;

// ── Block of the group, in two regions: the part that every posting reads, and the counts of its words ──
//
//   0       4              0       4          8
//   │ style │ before │     │ words │ template │ rest │
//
// before: the last position before its first word; template: its template words; rest: its other words
const GROUPED_STYLE: usize = 0;
const GROUPED_BEFORE: usize = GROUPED_STYLE + 4;
const GROUPED_BYTES: usize = GROUPED_BEFORE + 4;
const TALLY_WORDS: usize = 0;
const TALLY_TEMPLATE: usize = TALLY_WORDS + 4;
const TALLY_REST: usize = TALLY_TEMPLATE + 4;
const TALLY_BYTES: usize = TALLY_REST + 4;

// ── Style, by number: 0 for blocks that cannot be template ──
//
//   0      4          8
//   │ word │ clusters │ open │     clusters: the first of the current word; open: blocks without a verdict
const STYLE_WORD: usize = 0;
const STYLE_CLUSTERS: usize = STYLE_WORD + 4;
const STYLE_OPEN: usize = STYLE_CLUSTERS + 4;
const STYLE_BYTES: usize = STYLE_OPEN + 4;

// ── Cluster of the current word ──
//
//   0           16       20     24
//   │ signature │ blocks │ next │ style │
const CLUSTER_SIGNATURE: usize = 0;
const CLUSTER_BLOCKS: usize = CLUSTER_SIGNATURE + 16;
const CLUSTER_NEXT: usize = CLUSTER_BLOCKS + 4;
const CLUSTER_STYLE: usize = CLUSTER_NEXT + 4;
const CLUSTER_BYTES: usize = CLUSTER_STYLE + 8;
const NO_CLUSTER: u32 = 0xffffffff;

// ── Slot of the table that finds clusters of few bits by style and signature ──
//
//   0      4
//   │ word │ cluster │
const FEW_WORD: usize = 0;
const FEW_CLUSTER: usize = FEW_WORD + 4;
const FEW_BYTES: usize = FEW_CLUSTER + 4;

// ── Block that has the current word ──
//
//   0       4       8
//   │ block │ times │ cluster │
const HIT_BLOCK: usize = 0;
const HIT_TIMES: usize = HIT_BLOCK + 4;
const HIT_CLUSTER: usize = HIT_TIMES + 4;
const HIT_BYTES: usize = HIT_CLUSTER + 4;

// ── Slot of the table that counts styles ──
//
//   0     8
//   │ key │ blocks, later number │
const COUNTED_KEY: usize = 0;
const COUNTED_BLOCKS: usize = COUNTED_KEY + 8;
const COUNTED_BYTES: usize = COUNTED_BLOCKS + 8;

/**
 * Bytes that a block of a group takes: its records and up to three slots of the table that counts styles, which is released
 * before clusters are made. The clusters of one word take less, unless nearly all blocks have the word.
 */
export const GROUP_BLOCK_BYTES: u32 = <u32>(GROUPED_BYTES + TALLY_BYTES + 3 * COUNTED_BYTES);

const NO_BLOCK: u32 = 0xffffffff;

/** For each page of the collection the number of its first block in the group. */
const PAGES = memory.data(<i32>REGION_BYTES, 8);
const BLOCKS = memory.data(<i32>REGION_BYTES, 8);
const STYLES = memory.data(<i32>REGION_BYTES, 8);
const CLUSTERS = memory.data(<i32>REGION_BYTES, 8);
const HITS = memory.data(<i32>REGION_BYTES, 8);
const COUNTED = memory.data(<i32>REGION_BYTES, 8);
const TALLIES = memory.data(<i32>REGION_BYTES, 8);
const FEW = memory.data(<i32>REGION_BYTES, 8);
const DISTANCES = memory.data(<i32>REGION_BYTES, 8);

let blockCount: u32 = 0;
let clusterCount: u32 = 0;
let hitCount: u32 = 0;
let countedSlots: u32 = 0;
let wordNumber: u32 = 0;
let maxWords: u32 = 0;
/** Number of blocks that may be template. */
let candidateCount: u32 = 0;
/** Slots for clusters of few bits: those of the current word less one, and those of the table. */
let fewMask: u32 = 0;
let fewSlots: u32 = 0;
let fewSecret: u64 = 0;
let fewOtherSecret: u64 = 0;

/** Begins a group of `blocks` blocks; false if memory is unavailable. */
export function beginGroup(blocks: u32): bool {
  fewSecret = nameKey(Tag.HTML);
  fewOtherSecret = nameKey(Tag.BODY);
  blockCount = 0;
  countedSlots = 16;
  while (countedSlots < blocks + (blocks >> 1)) countedSlots <<= 1;
  const pages = (<usize>pageCount) << 2;
  if (!reserve(PAGES, pages, 0) || !reserve(BLOCKS, <usize>blocks * GROUPED_BYTES, 0)) return false;
  if (!reserve(TALLIES, <usize>blocks * TALLY_BYTES, 0)) return false;
  if (!reserve(COUNTED, <usize>countedSlots * COUNTED_BYTES, 0)) return false;
  memory.fill(startOf(PAGES), 0xff, pages);
  memory.fill(startOf(COUNTED), 0, <usize>countedSlots * COUNTED_BYTES);
  return true;
}

/** Slot of a style, with its key; 0 if its probe is too long: such a block is content. */
function countedOf(key: u64): usize {
  let slot = <u32>(key >> 32) & (countedSlots - 1);
  let at = startOf(COUNTED) + <usize>slot * COUNTED_BYTES;
  let probes = SLOT_PROBES_MAX;
  for (let found = load<u64>(at, COUNTED_KEY); found && found != key; found = load<u64>(at, COUNTED_KEY)) {
    if (!--probes) return 0;
    slot = (slot + 1) & (countedSlots - 1);
    at = startOf(COUNTED) + <usize>slot * COUNTED_BYTES;
  }
  store<u64>(at, key, COUNTED_KEY);
  return at;
}

/** Adds the blocks of a page, from their records. Equal styles of different parts are different. */
export function addPage(records: usize, page: u32, part: u32): void {
  const salt = (<u64>part + 1) * 0x9e3779b97f4a7c15;
  store<u32>(startOf(PAGES) + ((<usize>page) << 2), blockCount);
  let before: u32 = 0;
  for (let left = firstBlockOf(page + 1) - firstBlockOf(page); left; --left) {
    const block = startOf(BLOCKS) + <usize>blockCount * GROUPED_BYTES;
    const tally = startOf(TALLIES) + usize(blockCount++) * TALLY_BYTES;
    const words = load<u32>(records, Indexed.WORDS);
    const style = load<u64>(records, Indexed.STYLE);
    let counted: usize = 0;
    if (style && words) {
      let key = (style ^ salt) * 0xff51afd7ed558ccd;
      key = (key ^ (key >> 32)) * 0xc4ceb9fe1a85ec53;
      counted = countedOf(key | 1);
      if (counted) store<u32>(counted, load<u32>(counted, COUNTED_BLOCKS) + 1, COUNTED_BLOCKS);
    }
    store<usize>(block, counted, GROUPED_STYLE);
    store<u32>(block, before, GROUPED_BEFORE);
    maxWords = max(maxWords, words);
    store<u32>(tally, words, TALLY_WORDS);
    store<u32>(tally, 0, TALLY_TEMPLATE);
    store<u32>(tally, 0, TALLY_REST);
    before += words + 1;
    records += Indexed.BYTES;
  }
}

/** Numbers the styles of five or more blocks; false if memory is unavailable. */
export function closeGroup(): bool {
  let styles: u32 = 0;
  const end = startOf(COUNTED) + <usize>countedSlots * COUNTED_BYTES;
  for (let at = startOf(COUNTED); at < end; at += COUNTED_BYTES) {
    if (load<u32>(at, COUNTED_BLOCKS) >= BLOCKS_MIN) ++styles;
  }
  const bytes = <usize>(styles + 1) * STYLE_BYTES;
  if (!reserve(STYLES, bytes, 0) || !reserve(DISTANCES, (<usize>maxWords + 1) << 2, 0)) return false;
  memory.fill(startOf(STYLES), 0, bytes);
  let number: u32 = 0;
  for (let at = startOf(COUNTED); at < end; at += COUNTED_BYTES) {
    const blocks = load<u32>(at, COUNTED_BLOCKS);
    if (blocks < BLOCKS_MIN) {
      store<u32>(at, 0, COUNTED_BLOCKS);
      continue;
    }
    store<u32>(startOf(STYLES) + <usize>++number * STYLE_BYTES, blocks, STYLE_OPEN);
    store<u32>(at, number, COUNTED_BLOCKS);
  }
  let candidates: u32 = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const block = startOf(BLOCKS) + <usize>index * GROUPED_BYTES;
    const counted = load<usize>(block, GROUPED_STYLE);
    const style = counted ? load<u32>(counted, COUNTED_BLOCKS) : 0;
    store<u32>(block, style, GROUPED_STYLE);
    candidates += u32(style != 0);
  }
  giveBack(COUNTED);
  candidateCount = candidates;
  return true;
}

/** Reserves clusters for a word with `bytes` bytes of postings; false if memory is unavailable. */
function roomForClusters(bytes: u32): bool {
  // A block has at most one cluster of a word, and its postings take at least two bytes.
  const clustersMax = min(bytes >> 1, candidateCount);
  if (!reserve(CLUSTERS, <usize>clustersMax * CLUSTER_BYTES, 0) || !reserve(HITS, <usize>clustersMax * HIT_BYTES, 0))
    return false;
  let few: u32 = 16;
  while (few < clustersMax << 1) few <<= 1;
  fewMask = few - 1;
  if (few <= fewSlots) return true;
  if (!reserve(FEW, <usize>few * FEW_BYTES, 0)) return false;
  memory.fill(startOf(FEW), 0, <usize>few * FEW_BYTES);
  fewSlots = few;
  return true;
}

/** Whether more than a fifth of the block's words are not template words: the block is content. */
function isDecided(tally: usize): bool {
  return 5 * <u64>load<u32>(tally, TALLY_REST) > <u64>load<u32>(tally, TALLY_WORDS);
}

/** Counts `times` words of a block that are not template words. */
function addRest(index: u32, style: u32, times: u32): void {
  const tally = startOf(TALLIES) + <usize>index * TALLY_BYTES;
  const wasDecided = isDecided(tally);
  store<u32>(tally, load<u32>(tally, TALLY_REST) + times, TALLY_REST);
  if (wasDecided || !isDecided(tally)) return;
  const at = startOf(STYLES) + <usize>style * STYLE_BYTES;
  store<u32>(at, load<u32>(at, STYLE_OPEN) - 1, STYLE_OPEN);
}

function newCluster(style: u32, signature: v128): u32 {
  const created = clusterCount++;
  const at = startOf(CLUSTERS) + <usize>created * CLUSTER_BYTES;
  v128.store(at, signature, CLUSTER_SIGNATURE);
  store<u32>(at, 1, CLUSTER_BLOCKS);
  store<u32>(at, NO_CLUSTER, CLUSTER_NEXT);
  store<u32>(at, style, CLUSTER_STYLE);
  return created;
}

/** The cluster of a signature of few bits: the one with the same signature and style, or a new one. */
// @ts-ignore: decorator
@inline
function clusterOfFew(style: u32, signature: v128): u32 {
  // Pages choose signatures: positions of words. They are multiplied by a secret, two halves of a word with each other.
  let hash = fewSecret + style;
  const low = <u64>i64x2.extract_lane(signature, 0) ^ fewSecret;
  const high = <u64>i64x2.extract_lane(signature, 1) ^ fewOtherSecret;
  hash += (low & 0xffffffff) * (low >> 32) + (high & 0xffffffff) * (high >> 32);
  hash = (hash ^ (hash >> 32)) * 0xff51afd7ed558ccd;
  let slot = <u32>(hash >> 32) & fewMask;
  let few = startOf(FEW) + <usize>slot * FEW_BYTES;
  let probes = SLOT_PROBES_MAX;
  while (load<u32>(few, FEW_WORD) == wordNumber) {
    // A cluster whose probe is too long begins anew.
    if (!--probes) return newCluster(style, signature);
    const cluster = load<u32>(few, FEW_CLUSTER);
    const at = startOf(CLUSTERS) + <usize>cluster * CLUSTER_BYTES;
    const isOther = v128.any_true(v128.xor(v128.load(at, CLUSTER_SIGNATURE), signature));
    if (!isOther && load<u32>(at, CLUSTER_STYLE) == style) {
      store<u32>(at, load<u32>(at, CLUSTER_BLOCKS) + 1, CLUSTER_BLOCKS);
      return cluster;
    }
    slot = (slot + 1) & fewMask;
    few = startOf(FEW) + <usize>slot * FEW_BYTES;
  }
  const created = newCluster(style, signature);
  store<u32>(few, wordNumber, FEW_WORD);
  store<u32>(few, created, FEW_CLUSTER);
  return created;
}

/** The cluster of a signature: the first of the style whose first block has a similar signature, or a new one. */
function clusterOfMany(number: u32, signature: v128): u32 {
  const style = startOf(STYLES) + <usize>number * STYLE_BYTES;
  let last = NO_CLUSTER;
  let cluster = load<u32>(style, STYLE_WORD) == wordNumber ? load<u32>(style, STYLE_CLUSTERS) : NO_CLUSTER;
  while (cluster != NO_CLUSTER) {
    const at = startOf(CLUSTERS) + <usize>cluster * CLUSTER_BYTES;
    if (isSimilar(v128.load(at, CLUSTER_SIGNATURE), signature)) {
      store<u32>(at, load<u32>(at, CLUSTER_BLOCKS) + 1, CLUSTER_BLOCKS);
      return cluster;
    }
    last = cluster;
    cluster = load<u32>(at, CLUSTER_NEXT);
  }
  const created = newCluster(number, signature);
  if (last != NO_CLUSTER) {
    store<u32>(startOf(CLUSTERS) + <usize>last * CLUSTER_BYTES, created, CLUSTER_NEXT);
  } else {
    store<u32>(style, wordNumber, STYLE_WORD);
    store<u32>(style, created, STYLE_CLUSTERS);
  }
  return created;
}

/**
 * Counts the current word for a block that has it `times` times, first at `position` of the page. `DISTANCES` has all distances
 * but the first.
 */
function countWord(index: u32, position: u32, times: u32, isRare: bool): void {
  const block = startOf(BLOCKS) + <usize>index * GROUPED_BYTES;
  const style = load<u32>(block, GROUPED_STYLE);
  if (!style) return;
  if (isRare) return addRest(index, style, times);
  if (!load<u32>(startOf(STYLES) + <usize>style * STYLE_BYTES, STYLE_OPEN)) return;
  const first = position - load<u32>(block, GROUPED_BEFORE);
  let cluster: u32;
  if (times == 1) {
    cluster = clusterOfFew(style, signatureOfOne(first));
  } else {
    store<u32>(startOf(DISTANCES), first);
    const signature = signatureOf(startOf(DISTANCES), times);
    cluster = bits(signature) <= EXACT_BITS ? clusterOfFew(style, signature) : clusterOfMany(style, signature);
  }
  const hit = startOf(HITS) + usize(hitCount++) * HIT_BYTES;
  store<u32>(hit, index, HIT_BLOCK);
  store<u32>(hit, times, HIT_TIMES);
  store<u32>(hit, cluster, HIT_CLUSTER);
}

/** Reads the current word's postings of one run. */
function readStream(at: usize, end: usize, isRare: bool): void {
  let page: u32 = 0;
  let block: u32 = 0;
  let position: u32 = 0;
  let first: u32 = NO_BLOCK;
  while (at < end) {
    const code = readNumber(at);
    if ((code & 3) == Posting.PAGE) {
      page += code >> 2;
      block = readNumber(numberEnd);
      position = readNumber(numberEnd);
      first = load<u32>(startOf(PAGES) + ((<usize>(page - 1)) << 2));
    } else {
      block += code >> 2;
      position += readNumber(numberEnd);
    }
    at = numberEnd;
    const start = position;
    let times: u32 = 1;
    // The first byte of a number has its lowest bits.
    for (; at < end && (load<u8>(at) & 3) == Posting.WORD; at = numberEnd) {
      const distance = readNumber(at) >> 2;
      position += distance;
      if (first != NO_BLOCK) store<u32>(startOf(DISTANCES) + ((<usize>times) << 2), distance);
      ++times;
    }
    if (first != NO_BLOCK) countWord(first + block, start, times, isRare);
  }
}

/** Processes the words of the loaded pieces; a `STATUS_…` code. */
export function detectRange(pieces: u32): u32 {
  // Rare words first: they give verdicts to blocks, whose clusters need not be made then.
  openPieces(pieces);
  while (nextWord()) {
    if (wordPages >= BLOCKS_MIN) continue;
    for (let index: u32 = 0; index < streamCount; ++index) readStream(streamStart(index), streamEnd(index), true);
  }
  openPieces(pieces);
  while (nextWord()) {
    if (wordPages >= BLOCKS_MIN && !clusterWord()) return Status.OUT_OF_MEMORY;
  }
  return Status.OK;
}

/** Makes the clusters of the current word and counts it for its blocks; false if memory is unavailable. */
function clusterWord(): bool {
  let bytes: u32 = 0;
  for (let index: u32 = 0; index < streamCount; ++index) bytes += <u32>(streamEnd(index) - streamStart(index));
  if (!roomForClusters(bytes)) return false;
  ++wordNumber;
  clusterCount = 0;
  hitCount = 0;
  for (let index: u32 = 0; index < streamCount; ++index) readStream(streamStart(index), streamEnd(index), false);
  const end = startOf(HITS) + <usize>hitCount * HIT_BYTES;
  for (let hit = startOf(HITS); hit < end; hit += HIT_BYTES) {
    const index = load<u32>(hit, HIT_BLOCK);
    const times = load<u32>(hit, HIT_TIMES);
    const cluster = startOf(CLUSTERS) + <usize>load<u32>(hit, HIT_CLUSTER) * CLUSTER_BYTES;
    if (load<u32>(cluster, CLUSTER_BLOCKS) < BLOCKS_MIN) {
      addRest(index, load<u32>(cluster, CLUSTER_STYLE), times);
    } else {
      const tally = startOf(TALLIES) + <usize>index * TALLY_BYTES;
      store<u32>(tally, load<u32>(tally, TALLY_TEMPLATE) + times, TALLY_TEMPLATE);
    }
  }
  return true;
}

/** Marks the template blocks of the group in the collection. */
export function endGroup(): void {
  for (let page: u32 = 0; page < pageCount; ++page) {
    const first = load<u32>(startOf(PAGES) + ((<usize>page) << 2));
    if (first == NO_BLOCK) continue;
    const firstOfAll = firstBlockOf(page);
    const count = firstBlockOf(page + 1) - firstOfAll;
    for (let index: u32 = 0; index < count; ++index) {
      const tally = startOf(TALLIES) + <usize>(first + index) * TALLY_BYTES;
      const words = <u64>load<u32>(tally, TALLY_WORDS);
      if (words && 5 * <u64>load<u32>(tally, TALLY_TEMPLATE) >= 4 * words) setTemplate(firstOfAll + index);
    }
  }
}

/** Releases the memory of groups. */
export function releaseGroups(): void {
  giveBack(PAGES);
  giveBack(BLOCKS);
  giveBack(STYLES);
  giveBack(CLUSTERS);
  giveBack(HITS);
  giveBack(COUNTED);
  giveBack(TALLIES);
  giveBack(FEW);
  fewSlots = 0;
  giveBack(DISTANCES);
}
