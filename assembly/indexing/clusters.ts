/**
 * Two-stage detection while an index is built (Chen, Ye and Li, SAC 2006, section 3). The first stage finds blocks of equal
 * style; the second clusters the blocks of a style in which a word has similar positions. A word is a template word of a block
 * if the cluster has five blocks. A block is template if four fifths of its words are template words.
 *
 * One group of sites is processed at a time, which bounds memory. The result does not depend on the order or on the groups: the
 * work that is skipped (words on fewer than five pages, styles with fewer than five blocks, styles whose blocks all have a
 * verdict) cannot change it.
 */
import { IndexedBlock, Posting, SLOT_PROBES_MAX } from './records';
import { Cluster, ClusterSlot, GroupBlock, Hit, Style, StyleCount, WordCounts } from './cluster-records';
import { firstBlockOf, pageCount, setTemplate } from './collection';
import { nextWord, openPieces, postingsCount, postingsOf, wordPages } from './merge';
import { numberEnd, readNumber } from './numbers';
import { Tag } from '../html/names';
import { nameKey } from '../page/element-names';
import { newRegion } from '../region';
import { EXACT_BITS, bits, isSimilar, signatureOf, signatureOfOne } from './signature';

/** Minimum blocks of a cluster whose word is template. They are on as many pages: a style has one block a page. */
const BLOCKS_MIN: u32 = 5;

/**
 * Bytes that a block of a group takes: its records and up to three slots of the table that counts styles, which is released
 * before clusters are made. The clusters of one word take less, unless nearly all blocks have the word.
 */
export const GROUP_BLOCK_BYTES: u32 = <u32>(
  (offsetof<GroupBlock>() + offsetof<WordCounts>() + offsetof<Style>() + 3 * offsetof<StyleCount>())
);

/** In place of the first block of a page that is not in the group. */
const NO_BLOCK: u32 = 0xffffffff;

/** For each page of the collection the number of its first block in the group. */
const PAGES = newRegion();
/** Blocks of the group. */
const BLOCKS = newRegion();
/** Counts of the words of each block. */
const COUNTS = newRegion();
/** Table that counts styles. */
const STYLE_COUNTS = newRegion();
/** Styles by number. */
const STYLES = newRegion();
/** Clusters of the current word. */
const CLUSTERS = newRegion();
/** Table of clusters of few bits. */
const CLUSTER_SLOTS = newRegion();
/** Blocks that have the current word. */
const HITS = newRegion();
/** Distances between the positions of the current word in a block. */
const DISTANCES = newRegion();

/** Number of blocks of the group. */
let blockCount: u32 = 0;
/** Number of clusters of the current word. */
let clusterCount: u32 = 0;
/** Number of blocks that have the current word. */
let hitCount: u32 = 0;
/** Slots of the table that counts styles, a power of two. */
let styleSlots: u32 = 0;
/** Number of styles. */
let styleCount: u32 = 0;
/** Number of the current word. */
let wordNumber: u32 = 0;
/** Largest number of words of a block. */
let maxWords: u32 = 0;
/** Number of blocks that may be template. */
let candidateCount: u32 = 0;
/** Slots for clusters of few bits: those of the current word less one. */
let clusterMask: u32 = 0;
/** Slots for clusters of few bits that the table has. */
let clusterSlots: u32 = 0;
/** Secret of the hashes of signatures, and of their low halves. */
let secret: u64 = 0;
/** Secret of the high halves of signatures. */
let otherSecret: u64 = 0;

/** Begins a group of `blocks` blocks; false if memory is unavailable. */
export function beginGroup(blocks: u32): bool {
  secret = nameKey(Tag.HTML);
  otherSecret = nameKey(Tag.BODY);
  blockCount = 0;
  styleCount = 0;
  styleSlots = 16;
  while (styleSlots < blocks + (blocks >> 1)) styleSlots <<= 1;
  if (!PAGES.reserveFor<u32>(pageCount) || !BLOCKS.reserveFor<GroupBlock>(blocks)) return false;
  memory.fill(PAGES.at, 0xff, (<usize>pageCount) << 2);
  return COUNTS.reserveFor<WordCounts>(blocks) && STYLE_COUNTS.reserveZeroed<StyleCount>(styleSlots);
}

/** Counts a block of a style and returns its number; 0 if the probe of its key is too long: such a block is content. */
function countStyle(key: u64): u32 {
  let slot = <u32>(key >> 32) & (styleSlots - 1);
  let count = STYLE_COUNTS.record<StyleCount>(slot);
  for (let probes = SLOT_PROBES_MAX; count.key && count.key != key; count = STYLE_COUNTS.record<StyleCount>(slot)) {
    if (!--probes) return 0;
    slot = (slot + 1) & (styleSlots - 1);
  }
  if (!count.key) count.number = ++styleCount;
  count.key = key;
  ++count.blocks;
  return count.number;
}

/** Adds the blocks of a page, from their records at an address. Equal styles of different parts of a site are different. */
export function addPage(records: usize, page: u32, sitePart: u32): void {
  const salt = (<u64>sitePart + 1) * 0x9e3779b97f4a7c15;
  PAGES.setWord(page, blockCount);
  let before: u32 = 0;
  for (let left = firstBlockOf(page + 1) - firstBlockOf(page); left; --left, records += IndexedBlock.BYTES) {
    const indexed = changetype<IndexedBlock>(records);
    const block = BLOCKS.record<GroupBlock>(blockCount);
    const counts = COUNTS.record<WordCounts>(blockCount++);
    const words = indexed.words;
    block.style = 0;
    if (indexed.style && words) {
      let key = (indexed.style ^ salt) * 0xff51afd7ed558ccd;
      key = (key ^ (key >> 32)) * 0xc4ceb9fe1a85ec53;
      block.style = countStyle(key | 1);
    }
    block.before = before;
    maxWords = max(maxWords, words);
    counts.all = words;
    counts.template = 0;
    counts.rest = 0;
    before += words + 1;
  }
}

/** Opens the styles of five or more blocks; false if memory is unavailable. */
export function closeGroup(): bool {
  if (!STYLES.reserveZeroed<Style>(styleCount + 1) || !DISTANCES.reserveFor<u32>(maxWords + 1)) return false;
  for (let slot: u32 = 0; slot < styleSlots; ++slot) {
    const count = STYLE_COUNTS.record<StyleCount>(slot);
    if (count.blocks >= BLOCKS_MIN) STYLES.record<Style>(count.number).open = count.blocks;
  }
  candidateCount = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const block = BLOCKS.record<GroupBlock>(index);
    if (STYLES.record<Style>(block.style).open) ++candidateCount;
    else block.style = 0;
  }
  STYLE_COUNTS.release();
  return true;
}

/** Reserves clusters for a word with `bytes` bytes of postings; false if memory is unavailable. */
function roomForClusters(bytes: u32): bool {
  // A block has at most one cluster of a word, and its postings take at least two bytes.
  const clustersMax = min(bytes >> 1, candidateCount);
  if (!CLUSTERS.reserveFor<Cluster>(clustersMax) || !HITS.reserveFor<Hit>(clustersMax)) return false;
  let wanted: u32 = 16;
  while (wanted < clustersMax << 1) wanted <<= 1;
  clusterMask = wanted - 1;
  if (wanted <= clusterSlots) return true;
  if (!CLUSTER_SLOTS.reserveZeroed<ClusterSlot>(wanted)) return false;
  clusterSlots = wanted;
  return true;
}

/** Counts `times` words of a block that are not template words. */
function addRest(index: u32, style: u32, times: u32): void {
  const counts = COUNTS.record<WordCounts>(index);
  const wasContent = counts.isContent;
  counts.rest += times;
  if (!wasContent && counts.isContent) --STYLES.record<Style>(style).open;
}

function newCluster(style: u32, signature: v128): u32 {
  const cluster = CLUSTERS.record<Cluster>(clusterCount);
  cluster.signature = signature;
  cluster.blocks = 1;
  cluster.next = Cluster.NONE;
  cluster.style = style;
  return clusterCount++;
}

/** The cluster of a signature of few bits: the one with the same signature and style, or a new one. */
// @ts-ignore: decorator
@inline
function clusterOfFew(style: u32, signature: v128): u32 {
  // Pages choose signatures: positions of words. They are multiplied by a secret, two halves of a word with each other.
  let hash = secret + style;
  const low = <u64>i64x2.extract_lane(signature, 0) ^ secret;
  const high = <u64>i64x2.extract_lane(signature, 1) ^ otherSecret;
  hash += (low & 0xffffffff) * (low >> 32) + (high & 0xffffffff) * (high >> 32);
  hash = (hash ^ (hash >> 32)) * 0xff51afd7ed558ccd;
  let number = <u32>(hash >> 32) & clusterMask;
  let slot = CLUSTER_SLOTS.record<ClusterSlot>(number);
  for (let probes = SLOT_PROBES_MAX; slot.word == wordNumber; slot = CLUSTER_SLOTS.record<ClusterSlot>(number)) {
    // A cluster whose probe is too long begins anew.
    if (!--probes) return newCluster(style, signature);
    const cluster = CLUSTERS.record<Cluster>(slot.cluster);
    if (!v128.any_true(v128.xor(cluster.signature, signature)) && cluster.style == style) {
      ++cluster.blocks;
      return slot.cluster;
    }
    number = (number + 1) & clusterMask;
  }
  const created = newCluster(style, signature);
  slot.word = wordNumber;
  slot.cluster = created;
  return created;
}

/** The cluster of a signature: the first of the style whose first block has a similar signature, or a new one. */
function clusterOfMany(number: u32, signature: v128): u32 {
  const style = STYLES.record<Style>(number);
  let last = Cluster.NONE;
  let at = style.word == wordNumber ? style.firstCluster : Cluster.NONE;
  while (at != Cluster.NONE) {
    const cluster = CLUSTERS.record<Cluster>(at);
    if (isSimilar(cluster.signature, signature)) {
      ++cluster.blocks;
      return at;
    }
    last = at;
    at = cluster.next;
  }
  const created = newCluster(number, signature);
  if (last != Cluster.NONE) {
    CLUSTERS.record<Cluster>(last).next = created;
  } else {
    style.word = wordNumber;
    style.firstCluster = created;
  }
  return created;
}

/**
 * Counts the current word for a block that has it `times` times, first at `position` of the page. `DISTANCES` has all distances
 * but the first.
 */
function countWord(index: u32, position: u32, times: u32, isRare: bool): void {
  const block = BLOCKS.record<GroupBlock>(index);
  const style = block.style;
  if (!style) return;
  if (isRare) return addRest(index, style, times);
  if (!STYLES.record<Style>(style).open) return;
  const first = position - block.before;
  let cluster: u32;
  if (times == 1) {
    cluster = clusterOfFew(style, signatureOfOne(first));
  } else {
    DISTANCES.setWord(0, first);
    const signature = signatureOf(DISTANCES.at, times);
    cluster = bits(signature) <= EXACT_BITS ? clusterOfFew(style, signature) : clusterOfMany(style, signature);
  }
  const hit = HITS.record<Hit>(hitCount++);
  hit.block = index;
  hit.times = times;
  hit.cluster = cluster;
}

/** Reads the current word's postings of one run. */
function readPostings(at: usize, end: usize, isRare: bool): void {
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
      first = PAGES.word(page - 1);
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
      if (first != NO_BLOCK) DISTANCES.setWord(times, distance);
      ++times;
    }
    if (first != NO_BLOCK) countWord(first + block, start, times, isRare);
  }
}

/** Reads the current word's postings of all runs. */
function readAllPostings(isRare: bool): void {
  for (let index: u32 = 0; index < postingsCount; ++index) {
    const postings = postingsOf(index);
    readPostings(postings.start, postings.end, isRare);
  }
}

/** Processes the words of the loaded pieces; false if memory is unavailable. */
export function detectRange(pieces: u32): bool {
  // Rare words first: they give verdicts to blocks, whose clusters need not be made then.
  openPieces(pieces);
  while (nextWord()) if (wordPages < BLOCKS_MIN) readAllPostings(true);
  openPieces(pieces);
  while (nextWord()) if (wordPages >= BLOCKS_MIN && !clusterWord()) return false;
  return true;
}

/** Makes the clusters of the current word and counts it for its blocks; false if memory is unavailable. */
function clusterWord(): bool {
  let bytes: u32 = 0;
  for (let index: u32 = 0; index < postingsCount; ++index) {
    const postings = postingsOf(index);
    bytes += <u32>(postings.end - postings.start);
  }
  if (!roomForClusters(bytes)) return false;
  ++wordNumber;
  clusterCount = 0;
  hitCount = 0;
  readAllPostings(false);
  for (let index: u32 = 0; index < hitCount; ++index) {
    const hit = HITS.record<Hit>(index);
    const cluster = CLUSTERS.record<Cluster>(hit.cluster);
    if (cluster.blocks < BLOCKS_MIN) addRest(hit.block, cluster.style, hit.times);
    else COUNTS.record<WordCounts>(hit.block).template += hit.times;
  }
  return true;
}

/** Marks the template blocks of the group in the collection. */
export function endGroup(): void {
  for (let page: u32 = 0; page < pageCount; ++page) {
    const first = PAGES.word(page);
    if (first == NO_BLOCK) continue;
    const firstOfAll = firstBlockOf(page);
    const count = firstBlockOf(page + 1) - firstOfAll;
    for (let index: u32 = 0; index < count; ++index) {
      if (COUNTS.record<WordCounts>(first + index).isTemplate) setTemplate(firstOfAll + index);
    }
  }
}

/** Releases the memory of groups. */
export function releaseGroups(): void {
  PAGES.release();
  BLOCKS.release();
  COUNTS.release();
  STYLE_COUNTS.release();
  STYLES.release();
  CLUSTERS.release();
  CLUSTER_SLOTS.release();
  clusterSlots = 0;
  HITS.release();
  DISTANCES.release();
}
