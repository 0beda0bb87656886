/**
 * Writes posts of a thread: each begins with a line with its author and date. Answers are in quotes, except those to the first post. Lists,
 * tables and quotes around whole posts are not written.
 */
import { nodeAt } from '../html/nodes';
import { isDigit } from '../html/scan';
import { segmentAt } from '../page/arena';
import { AttributeId, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';
import { Segment } from '../page/records';
import { contentEnd, contentStart } from '../page/text';
import { Post } from '../detect/post-records';
import { endOf, postAt, postCount } from '../detect/posts';
import { KEPT, marksOf } from '../output/visible-nodes';
import { spend } from '../work';
import { PUNCTUATION } from './characters';
import { Format, Line, finishBlock, settle, space, unwant, want } from './inline';
import { enterPost } from './lists';
import { Options } from './options';
import { here, put } from './out';
import { writeText } from './text';

/** Number of elements around a date that may have an attribute with it. */
const LEVELS: u32 = 2;
/** Bytes of a day in ISO 8601. */
const DAY_BYTES: usize = 10;

/** The number of the next post. */
let next: u32 = 0;
/** The first node of the next post; after the last post, a number above all nodes. */
export let nextPost: u32 = 0;
/** The first node of the current post. */
let current: u32 = 0;
/** Offset after the first line of the current post. */
let body: u32 = 0;

export function beginPosts(): void {
  next = Options.isMain ? 0 : postCount;
  current = 0;
  findNext();
}

function findNext(): void {
  while (next < postCount && !staysOutside(postAt(next), 0, 0)) ++next;
  nextPost = next < postCount ? postAt(next).node : 0xffffffff;
}

/** True if a post has a kept text outside of the nodes from `start` to `end`. */
function staysOutside(post: Post, start: u32, end: u32): bool {
  for (let segment = post.start; segment < post.end; segment += <u32>Segment.BYTES) {
    spend(1);
    const node = segmentAt(segment).node;
    if ((node < start || node >= end) && marksOf(node) & KEPT) return true;
  }
  return false;
}

export function beginPost(node: u32): void {
  while (nextPost < node) {
    ++next;
    findNext();
  }
  if (nextPost != node) return;
  const post = postAt(next++);
  current = node;
  findNext();
  finishBlock();
  if (Line.block != Line.PARAGRAPH) return;
  enterPost(post.around, post.level);
  if (post.author != Segment.NONE) {
    want(Format.STRONG, node);
    writeSegment(post.author);
    unwant(node);
  }
  if (post.date != Segment.NONE) {
    if (post.author != Segment.NONE) {
      settle(PUNCTUATION);
      put(0x2c);
      space();
    }
    writeDate(post.date);
  }
  finishBlock();
  body = here();
}

function writeSegment(segment: u32): void {
  const at = nodeAt(segmentAt(segment).node);
  let end = contentEnd(at.text, at.textLength);
  // A comma at the end separated a date from its time.
  if (load<u8>(end - 1) == 0x2c) --end;
  writeText(contentStart(at.text, at.textLength), end);
}

/** Writes the day in an attribute of an element around a date, or the text of the date. */
function writeDate(segment: u32): void {
  let node = segmentAt(segment).node;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = nodeAt(node).parent;
    readAttributes(node);
    if (writeDay(AttributeId.DATETIME) || writeDay(AttributeId.TITLE)) return;
  }
  writeSegment(segment);
}

/** Writes the day with which a value begins; false if it does not begin with a day in ISO 8601. */
function writeDay(known: u32): bool {
  const start = rawStart(known);
  if (!hasValue(known) || rawEnd(known) < start + DAY_BYTES) return false;
  for (let place: usize = 0; place < DAY_BYTES; ++place) {
    const byte = <u32>load<u8>(start + place);
    if (place == 4 || place == 7 ? byte != 0x2d : !isDigit(byte)) return false;
  }
  writeText(start, start + DAY_BYTES);
  return true;
}

export function holdsPost(node: u32): bool {
  if (node == current) return current != 0;
  return nextPost >= node && nextPost < endOf(node);
}

/** True if a quote contains all of the current post. */
export function isWholePost(quote: u32): bool {
  return current != 0 && here() == body && !staysOutside(postAt(next - 1), quote, endOf(quote));
}
