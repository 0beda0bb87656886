/**
 * Two stages of detection in an index that is being built (Chen, Ye and Li, SAC 2006, section 3): blocks of one style, and
 * among them blocks in which a word stands at alike places. A word of five such blocks is a template word of theirs, and a
 * block four fifths of whose words are template words is template.
 *
 * Work is done a group of sites at a time, so that memory is bounded. Whatever the order and the groups, the outcome is
 * the same: what is left out (words on fewer than five pages, styles of fewer than five blocks, styles all of whose blocks
 * have their verdict) could not have changed it.
 */
import {
  INDEXED_BYTES,
  INDEXED_STYLE,
  INDEXED_WORDS,
  POSTING_PAGE,
  POSTING_WORD,
} from '../layout';
import { firstBlockOf, pageCount, setTemplate } from './collection';
import {
  nextWord,
  numberEnd,
  openPieces,
  readNumber,
  streamCount,
  streamEnd,
  streamStart,
  wordPages,
} from './merge';
import { REGION_BYTES, giveBack, reserve, startOf } from './regions';
import { isSimilar, signatureOf, signatureOfOne } from './signature';

/** Blocks of a cluster from which on its word is template; as many pages, since a style has one block a page. */
const BLOCKS_LEAST: u32 = 5;

// ── Block of the group ──
//
//   0       4        8       12         16
//   │ style │ before │ words │ template │ rest │     before: last position before its first word; of its words how many
//                                                    are known to be template words, and how many not to be
const BLOCK_STYLE: usize = 0;
const BLOCK_BEFORE: usize = BLOCK_STYLE + 4;
const BLOCK_WORDS: usize = BLOCK_BEFORE + 4;
const BLOCK_TEMPLATE: usize = BLOCK_WORDS + 4;
const BLOCK_REST: usize = BLOCK_TEMPLATE + 4;
const BLOCK_BYTES: usize = BLOCK_REST + 4;

// ── Style, by number: 0 is that of blocks that can not be template ──
//
//   0      4          8
//   │ word │ clusters │ open │     clusters: of the word in hand, the first; open: blocks without a verdict
const STYLE_WORD: usize = 0;
const STYLE_CLUSTERS: usize = STYLE_WORD + 4;
const STYLE_OPEN: usize = STYLE_CLUSTERS + 4;
const STYLE_BYTES: usize = STYLE_OPEN + 4;

// ── Cluster of the word in hand ──
//
//   0           16       20
//   │ signature │ blocks │ next │
const CLUSTER_SIGNATURE: usize = 0;
const CLUSTER_BLOCKS: usize = CLUSTER_SIGNATURE + 16;
const CLUSTER_NEXT: usize = CLUSTER_BLOCKS + 4;
const CLUSTER_BYTES: usize = CLUSTER_NEXT + 12;
const NO_CLUSTER: u32 = 0xffffffff;

// ── Block that the word in hand is in ──
//
//   0       4       8
//   │ block │ times │ cluster │
const HIT_BLOCK: usize = 0;
const HIT_TIMES: usize = HIT_BLOCK + 4;
const HIT_CLUSTER: usize = HIT_TIMES + 4;
const HIT_BYTES: usize = HIT_CLUSTER + 4;

// ── Place where styles are counted ──
//
//   0     8
//   │ key │ blocks, and then number │
const COUNTED_KEY: usize = 0;
const COUNTED_BLOCKS: usize = COUNTED_KEY + 8;
const COUNTED_BYTES: usize = COUNTED_BLOCKS + 8;

/** Bytes that each block of a group takes at most while it is worked on. */
export const GROUP_BLOCK_BYTES: u32 = <u32>(BLOCK_BYTES + 2 * COUNTED_BYTES + STYLE_BYTES + CLUSTER_BYTES + HIT_BYTES);

const NO_BLOCK: u32 = 0xffffffff;

/** For each page of the collection the first of its blocks in the group. */
const PAGES = memory.data(<i32>REGION_BYTES, 8);
const BLOCKS = memory.data(<i32>REGION_BYTES, 8);
const STYLES = memory.data(<i32>REGION_BYTES, 8);
const CLUSTERS = memory.data(<i32>REGION_BYTES, 8);
const HITS = memory.data(<i32>REGION_BYTES, 8);
const COUNTED = memory.data(<i32>REGION_BYTES, 8);
const DISTANCES = memory.data(<i32>REGION_BYTES, 8);

let blockCount: u32 = 0;
let clusterCount: u32 = 0;
let hitCount: u32 = 0;
let countedPlaces: u32 = 0;
let wordNumber: u32 = 0;
let wordsMost: u32 = 0;
/** Blocks that have their verdict stay out of clusters: faster, and not the same. */
let leavesOutDecided: bool = false;

/** Sets out on a group of so many blocks; false where there is no memory. */
export function beginGroup(blocks: u32, shortcut: bool): bool {
  leavesOutDecided = shortcut;
  blockCount = 0;
  countedPlaces = 16;
  while (countedPlaces < blocks << 1) countedPlaces <<= 1;
  const pages = <usize>pageCount << 2;
  if (!reserve(PAGES, pages, 0) || !reserve(BLOCKS, <usize>blocks * BLOCK_BYTES, 0)) return false;
  if (!reserve(COUNTED, <usize>countedPlaces * COUNTED_BYTES, 0)) return false;
  memory.fill(startOf(PAGES), 0xff, pages);
  memory.fill(startOf(COUNTED), 0, <usize>countedPlaces * COUNTED_BYTES);
  return true;
}

/** Where a style is counted. */
function countedOf(key: u64): usize {
  let place = <u32>(key >> 32) & (countedPlaces - 1);
  let at = startOf(COUNTED) + <usize>place * COUNTED_BYTES;
  for (let found = load<u64>(at, COUNTED_KEY); found && found != key; found = load<u64>(at, COUNTED_KEY)) {
    place = (place + 1) & (countedPlaces - 1);
    at = startOf(COUNTED) + <usize>place * COUNTED_BYTES;
  }
  store<u64>(at, key, COUNTED_KEY);
  return at;
}

/** Adds the blocks of pages that follow each other, whose records stand at `records`; styles are those of one `part` of a site. */
export function addPages(records: usize, from: u32, to: u32, part: u32): void {
  const salt = (<u64>part + 1) * 0x9e3779b97f4a7c15;
  for (let page = from; page < to; ++page) {
    store<u32>(startOf(PAGES) + (<usize>page << 2), blockCount);
    let before: u32 = 0;
    for (let left = firstBlockOf(page + 1) - firstBlockOf(page); left; --left) {
      const block = startOf(BLOCKS) + <usize>(blockCount++) * BLOCK_BYTES;
      const words = load<u32>(records, INDEXED_WORDS);
      const style = load<u64>(records, INDEXED_STYLE);
      let counted: usize = 0;
      if (style && words) {
        let key = (style ^ salt) * 0xff51afd7ed558ccd;
        key = (key ^ (key >> 32)) * 0xc4ceb9fe1a85ec53;
        counted = countedOf(key | 1);
        store<u32>(counted, load<u32>(counted, COUNTED_BLOCKS) + 1, COUNTED_BLOCKS);
      }
      store<usize>(block, counted, BLOCK_STYLE);
      store<u32>(block, before, BLOCK_BEFORE);
      wordsMost = max(wordsMost, words);
      store<u32>(block, words, BLOCK_WORDS);
      store<u32>(block, 0, BLOCK_TEMPLATE);
      store<u32>(block, 0, BLOCK_REST);
      before += words + 1;
      records += INDEXED_BYTES;
    }
  }
}

/** Numbers the styles that five blocks or more have; false where there is no memory. */
export function closeGroup(): bool {
  let styles: u32 = 0;
  const end = startOf(COUNTED) + <usize>countedPlaces * COUNTED_BYTES;
  for (let at = startOf(COUNTED); at < end; at += COUNTED_BYTES) {
    if (load<u32>(at, COUNTED_BLOCKS) >= BLOCKS_LEAST) ++styles;
  }
  const bytes = <usize>(styles + 1) * STYLE_BYTES;
  if (!reserve(STYLES, bytes, 0) || !reserve(DISTANCES, (<usize>wordsMost + 1) << 2, 0)) return false;
  memory.fill(startOf(STYLES), 0, bytes);
  let number: u32 = 0;
  for (let at = startOf(COUNTED); at < end; at += COUNTED_BYTES) {
    const blocks = load<u32>(at, COUNTED_BLOCKS);
    if (blocks < BLOCKS_LEAST) {
      store<u32>(at, 0, COUNTED_BLOCKS);
      continue;
    }
    store<u32>(startOf(STYLES) + <usize>(++number) * STYLE_BYTES, blocks, STYLE_OPEN);
    store<u32>(at, number, COUNTED_BLOCKS);
  }
  let candidates: usize = 0;
  for (let index: u32 = 0; index < blockCount; ++index) {
    const block = startOf(BLOCKS) + <usize>index * BLOCK_BYTES;
    const counted = load<usize>(block, BLOCK_STYLE);
    const style = counted ? load<u32>(counted, COUNTED_BLOCKS) : 0;
    store<u32>(block, style, BLOCK_STYLE);
    candidates += <usize>(style != 0);
  }
  giveBack(COUNTED);
  wordNumber = 0;
  // A word is in a block once.
  return reserve(CLUSTERS, candidates * CLUSTER_BYTES, 0) && reserve(HITS, candidates * HIT_BYTES, 0);
}

/** Whether a fifth of the block's words, and more, are not template words. */
// @ts-ignore: decorator
@inline
function isDecided(block: usize): bool {
  return 5 * <u64>load<u32>(block, BLOCK_REST) > <u64>load<u32>(block, BLOCK_WORDS);
}

/** Those of the word's blocks that were in no large cluster, or all of a rare word's. */
function addRest(block: usize, times: u32): void {
  const wasDecided = isDecided(block);
  store<u32>(block, load<u32>(block, BLOCK_REST) + times, BLOCK_REST);
  if (wasDecided || !isDecided(block)) return;
  const style = startOf(STYLES) + <usize>load<u32>(block, BLOCK_STYLE) * STYLE_BYTES;
  store<u32>(style, load<u32>(style, STYLE_OPEN) - 1, STYLE_OPEN);
}

/** The cluster of a block's signature: the first of its style whose first block has a similar one, or a new one. */
// @ts-ignore: decorator
@inline
function clusterOf(style: usize, signature: v128): u32 {
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
  const fresh = clusterCount++;
  const at = startOf(CLUSTERS) + <usize>fresh * CLUSTER_BYTES;
  v128.store(at, signature, CLUSTER_SIGNATURE);
  store<u32>(at, 1, CLUSTER_BLOCKS);
  store<u32>(at, NO_CLUSTER, CLUSTER_NEXT);
  if (last != NO_CLUSTER) {
    store<u32>(startOf(CLUSTERS) + <usize>last * CLUSTER_BYTES, fresh, CLUSTER_NEXT);
  } else {
    store<u32>(style, wordNumber, STYLE_WORD);
    store<u32>(style, fresh, STYLE_CLUSTERS);
  }
  return fresh;
}

/** The word in hand is in a block `times` times, first at `position` of the page; distances are in their region but for the first. */
// @ts-ignore: decorator
@inline
function meet(index: u32, position: u32, times: u32, isRare: bool): void {
  const block = startOf(BLOCKS) + <usize>index * BLOCK_BYTES;
  const number = load<u32>(block, BLOCK_STYLE);
  if (!number) return;
  if (isRare) return addRest(block, times);
  const style = startOf(STYLES) + <usize>number * STYLE_BYTES;
  if (leavesOutDecided ? isDecided(block) : !load<u32>(style, STYLE_OPEN)) return;
  const first = position - load<u32>(block, BLOCK_BEFORE);
  let signature: v128;
  if (times == 1) {
    signature = signatureOfOne(first);
  } else {
    store<u32>(startOf(DISTANCES), first);
    signature = signatureOf(startOf(DISTANCES), times);
  }
  const hit = startOf(HITS) + <usize>(hitCount++) * HIT_BYTES;
  store<u32>(hit, index, HIT_BLOCK);
  store<u32>(hit, times, HIT_TIMES);
  store<u32>(hit, clusterOf(style, signature), HIT_CLUSTER);
}

/** Reads a run's postings of the word in hand. */
function readStream(at: usize, end: usize, isRare: bool): void {
  let page: u32 = 0;
  let block: u32 = 0;
  let position: u32 = 0;
  let first: u32 = NO_BLOCK;
  while (at < end) {
    const code = readNumber(at);
    if ((code & 3) == POSTING_PAGE) {
      page += code >> 2;
      block = readNumber(numberEnd);
      position = readNumber(numberEnd);
      first = load<u32>(startOf(PAGES) + (<usize>(page - 1) << 2));
    } else {
      block += code >> 2;
      position += readNumber(numberEnd);
    }
    at = numberEnd;
    const start = position;
    let times: u32 = 1;
    // A number's lowest bits are in its first byte.
    for (; at < end && (load<u8>(at) & 3) == POSTING_WORD; at = numberEnd) {
      const distance = readNumber(at) >> 2;
      position += distance;
      if (first != NO_BLOCK) store<u32>(startOf(DISTANCES) + (<usize>times << 2), distance);
      ++times;
    }
    if (first != NO_BLOCK) meet(first + block, start, times, isRare);
  }
}

/** Looks at the words of a range of keys, whose pieces are in. */
export function detectRange(pieces: u32): void {
  openPieces(pieces);
  while (nextWord()) {
    const isRare = wordPages < BLOCKS_LEAST;
    if (isRare && !leavesOutDecided) continue;
    ++wordNumber;
    clusterCount = 0;
    hitCount = 0;
    for (let index: u32 = 0; index < streamCount; ++index) readStream(streamStart(index), streamEnd(index), isRare);
    const end = startOf(HITS) + <usize>hitCount * HIT_BYTES;
    for (let hit = startOf(HITS); hit < end; hit += HIT_BYTES) {
      const block = startOf(BLOCKS) + <usize>load<u32>(hit, HIT_BLOCK) * BLOCK_BYTES;
      const times = load<u32>(hit, HIT_TIMES);
      const cluster = startOf(CLUSTERS) + <usize>load<u32>(hit, HIT_CLUSTER) * CLUSTER_BYTES;
      if (load<u32>(cluster, CLUSTER_BLOCKS) < BLOCKS_LEAST) addRest(block, times);
      else store<u32>(block, load<u32>(block, BLOCK_TEMPLATE) + times, BLOCK_TEMPLATE);
    }
  }
}

/** Notes which blocks of the group are template. */
export function endGroup(): void {
  for (let page: u32 = 0; page < pageCount; ++page) {
    const first = load<u32>(startOf(PAGES) + (<usize>page << 2));
    if (first == NO_BLOCK) continue;
    const firstOfAll = firstBlockOf(page);
    const count = firstBlockOf(page + 1) - firstOfAll;
    for (let index: u32 = 0; index < count; ++index) {
      const block = startOf(BLOCKS) + <usize>(first + index) * BLOCK_BYTES;
      const words = <u64>load<u32>(block, BLOCK_WORDS);
      if (words && 5 * <u64>load<u32>(block, BLOCK_TEMPLATE) >= 4 * words) setTemplate(firstOfAll + index);
    }
  }
}

/** Gives back what groups need. */
export function releaseGroups(): void {
  giveBack(PAGES);
  giveBack(BLOCKS);
  giveBack(STYLES);
  giveBack(CLUSTERS);
  giveBack(HITS);
  giveBack(COUNTED);
  giveBack(DISTANCES);
}
