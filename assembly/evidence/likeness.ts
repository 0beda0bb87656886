/**
 * The block that is most like the title of the page. Likeness is the share of common words, of at most 24 on each side: runs of
 * ASCII letters and digits and of bytes of other scripts, in lower case.
 */
import { Block, Measure, Node, Segment } from '../layout';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { blocks, ranked, segments } from '../page/arena';
import { cleanEnd, cleanStart, normalise } from '../page/text';
import { titleText } from '../page/title';
import { spend } from '../work';
import { rankedCount } from './measure';
import { measureAt } from './records';
import { share } from './scales';

const WORDS_MAX: u32 = 24;
/** Longer texts are not like a title. */
const LONGEST: u32 = 16;
/** Least likeness of a heading that stands for the title, and of any other block; what an h1 has in advance. */
export const HEADING_LEAST: u32 = 32;
const OTHER_LEAST: u32 = 102;
export const FIRST_HEADING: u32 = 26;

const TITLE = memory.data(24 * 4, 4);
const OWN = memory.data(24 * 4, 4);
/** A bit for each of 64 groups of hashes in TITLE. */
let titleBits: u64 = 0;
let titleWords: u32 = 0;

/** Order and likeness of the block that stands for the title; Measure.NO_ORDER and 0 without one. */
export let titleOrder: u32 = Measure.NO_ORDER;
export let titleLikeness: u32 = 0;

function holds(list: usize, count: u32, hash: u32): bool {
  for (let index: u32 = 0; index < count; ++index) if (load<u32>(list + ((<usize>index) << 2)) == hash) return true;
  return false;
}

/** Adds the words of a text node to a list that has `count` words, each once; how many it has then. */
function addWords(list: usize, count: u32, node: usize): u32 {
  const length = load<u32>(node, Node.TEXT_LENGTH);
  spend(length);
  // It cannot fail: the segmenter has normalised the text before, and a title that is too long for the memory has no words.
  if (!normalise(load<usize>(node, Node.TEXT), length)) return count;
  let at = cleanStart;
  const end = cleanEnd;
  let hash: u32 = 0;
  for (; at <= end && count < WORDS_MAX; ++at) {
    const byte = at < end ? <u32>load<u8>(at) : 0x20;
    const small = byte - 0x41 < 26 ? byte | 0x20 : byte;
    if (byte >= 0x80 || small - 0x61 < 26 || byte - 0x30 < 10) {
      hash = (hash ^ small ^ 0x811c9dc5) * 0x01000193;
    } else if (hash) {
      if (!holds(list, count, hash)) {
        store<u32>(list + ((<usize>count) << 2), hash);
        ++count;
      }
      hash = 0;
    }
  }
  return count;
}

function readTitle(): void {
  titleWords = 0;
  titleBits = 0;
  const text = titleText();
  if (!text) return;
  titleWords = addWords(TITLE, 0, nodeAt(text));
  for (let index: u32 = 0; index < titleWords; ++index) titleBits |= bitOf(load<u32>(TITLE + ((<usize>index) << 2)));
}

function bitOf(hash: u32): u64 {
  return (<u64>1) << (hash >> 26);
}

/** Likeness of the `index`-th block to the title, in 255 parts. */
function likenessOf(index: u32): u32 {
  let count: u32 = 0;
  let segment = load<u32>(blocks + <usize>index * Block.BYTES, Block.FIRST_SEGMENT);
  for (; segment != Segment.NONE && count < WORDS_MAX; segment = load<u32>(segments + segment, Segment.NEXT)) {
    count = addWords(OWN, count, nodeAt(load<u32>(segments + segment, Segment.NODE)));
  }
  let common: u32 = 0;
  for (let word: u32 = 0; word < count; ++word) {
    const hash = load<u32>(OWN + ((<usize>word) << 2));
    if (titleBits & bitOf(hash) && holds(TITLE, titleWords, hash)) ++common;
  }
  return share(common, titleWords + count - common);
}

/** The level of a heading, 1 to 6; 0 for any other element. */
export function levelOf(tag: u32): u32 {
  return tag - Tag.H1 < 6 ? tag - Tag.H1 + 1 : 0;
}

/** The element of the `index`-th block. */
export function tagOfBlock(index: u32): u32 {
  return load<u16>(nodeAt(load<u32>(blocks + <usize>index * Block.BYTES, Block.NODE)), Node.TAG);
}

/** Stores the likeness of each block with text at `to` bytes behind its measure, and finds the block that stands for the title. */
export function findTitle(to: usize): void {
  readTitle();
  titleOrder = Measure.NO_ORDER;
  titleLikeness = 0;
  if (!titleWords) return;
  let best: u32 = 0;
  let other = Measure.NO_ORDER;
  let otherBest: u32 = OTHER_LEAST - 1;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = load<u32>(ranked + ((<usize>order) << 2));
    const measure = measureAt(index);
    if (load<u32>(measure, Measure.WORDS) - 1 >= LONGEST) continue;
    const likeness = likenessOf(index);
    if (!likeness) continue;
    store<u8>(measure + to, <u8>likeness);
    const tag = tagOfBlock(index);
    if (levelOf(tag)) {
      const worth = likeness + (tag == Tag.H1 ? FIRST_HEADING : 0);
      if (likeness >= HEADING_LEAST && worth > best) {
        best = worth;
        titleOrder = order;
        titleLikeness = likeness;
      }
    }
    if (likeness > otherBest) {
      otherBest = likeness;
      other = order;
    }
  }
  if (titleOrder != Measure.NO_ORDER || other == Measure.NO_ORDER) return;
  titleOrder = other;
  titleLikeness = otherBest;
}
