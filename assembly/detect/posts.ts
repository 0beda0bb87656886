/**
 * Posts of a thread: their bounds, authors, dates and the posts that they answer. Each post has a mark: a name or a date in the style of
 * all posts (post-marks.ts). A post is the largest element that contains its mark and no other, and all that follows until the next post.
 */
import { Kinds, Status } from '../layout';
import { Block, Part, Segment } from '../page/records';
import { Post } from './post-records';
import { names, namesOf } from '../evidence/block/names';
import { indexOf, rankedCount } from '../evidence/block/measures';
import { depthOf, following, nodeAt } from '../html/nodes';
import { PAGE, POSTS, blockAt, segmentAt, segmentCount } from '../page/arena';
import { beginWork, isSpent, spend } from '../work';
import { hasPosts, isLikely, isOffer, isSurely, mayBeThread } from './kind';
import { Detail, DetailMatch } from './post-details';
import {
  USUAL,
  findStyles,
  firstDetail,
  isMark,
  isText,
  keep,
  keepItems,
  keepPrice,
  lastMain,
  styleKeyOf,
  markStyle,
  sureness,
} from './post-marks';
import { isMain, isMainSegment, unitAt } from './unit-blocks';
import { headlineOrder } from './units';

/** Minimum posts that make a page of another kind a thread. */
const POSTS_LEAST: u32 = 3;

/** Number of posts of the current page; 0 before they are found. */
export let postCount: u32 = 0;

export function postAt(index: u32): Post {
  return changetype<Post>(POSTS.at + <usize>index * Post.BYTES);
}

export function clearPosts(): void {
  postCount = 0;
  PAGE.postCount = 0;
}

/** Finds the posts of a thread. If there are none, keeps the authors and dates of the entries of a list, and prices. A `Status`. */
export function findItems(): u32 {
  beginWork();
  const status = findPosts();
  if (status) return status;
  const entries = hasPosts();
  const prices = isOffer();
  if (!postCount && (entries || prices)) keepItems(entries, prices);
  if (headlineOrder < rankedCount && isSurely(Kinds.PRODUCT)) keepPrice(headlineOrder);
  return isSpent() ? Status.TOO_COMPLEX : Status.OK;
}

/** Finds the posts of a thread. Those of a page of another kind are kept if most have an author and a date. A `Status`. */
function findPosts(): u32 {
  clearPosts();
  const most = mayBeThread() ? findStyles() : 0;
  if (!most) return Status.OK;
  if (!POSTS.replace(<usize>(most + 1) * Post.BYTES)) return Status.OUT_OF_MEMORY;
  addPosts(most);
  liftPosts();
  if (postCount && addFirst()) liftPosts();
  dropEmptyPosts();
  findLevels();
  findDetails();
  if (!isLikely(Kinds.FORUM) && !areThread()) {
    clearPosts();
    return Status.OK;
  }
  if (headlineOrder < rankedCount) startBehind(indexOf(headlineOrder));
  for (let index: u32 = 0; index < postCount; ++index) {
    keepSegment(postAt(index).author);
    keepSegment(postAt(index).date);
  }
  PAGE.posts = POSTS.at;
  PAGE.postCount = postCount;
  return Status.OK;
}

function keepSegment(segment: u32): void {
  if (segment != Segment.NONE) keep(segmentAt(segment).block / <u32>Block.BYTES);
}

/**
 * Adds a post for each run of main content between marks. The last mark before a run belongs to it: an earlier one may end the previous
 * post. If posts end with marks, the mark of the last run is the first one after it.
 */
function addPosts(most: u32): void {
  // Number of blocks of main content before the last mark, and before the current block.
  let last: u32 = 0;
  let before: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    let isDetail = false;
    let segment = firstDetail(index);
    for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
      if (!isMark(segmentAt(segment).node)) continue;
      if (DetailMatch.by) isDetail = true;
      if (styleKeyOf(segmentAt(segment).node) != markStyle || postCount == most) continue;
      if (!postCount || before > last) ++postCount;
      else if (order > lastMain) continue;
      last = before;
      setMark(postAt(postCount - 1), segment);
    }
    if (isText(index) && !isDetail) ++before;
  }
  if (postCount < 2) clearPosts();
}

/** Adds the first post if only the answers have the style. It begins at the last name or date before the main content above them. */
function addFirst(): bool {
  let opening = Segment.NONE;
  for (let segment: u32 = 0; segment < postAt(0).start; segment += <u32>Segment.BYTES) {
    spend(1);
    const index = segmentAt(segment).block / <u32>Block.BYTES;
    if (
      firstDetail(index) != Segment.NONE &&
      isMark(segmentAt(segment).node) &&
      DetailMatch.by >= DetailMatch.BY_NAME
    ) {
      opening = segment;
    } else if (isText(index) && opening != Segment.NONE) {
      memory.copy(POSTS.at + Post.BYTES, POSTS.at, <usize>postCount * Post.BYTES);
      ++postCount;
      setMark(postAt(0), opening);
      return true;
    }
  }
  return false;
}

function setMark(post: Post, segment: u32): void {
  memory.fill(changetype<usize>(post), 0, Post.BYTES);
  post.mark = segmentAt(segment).node;
  post.segment = segment;
  post.author = Segment.NONE;
  post.date = Segment.NONE;
}

function ancestorAt(node: u32, above: u32): u32 {
  for (; above; --above) node = nodeAt(node).parent;
  return node;
}

/** Depth of the elements that `divide` compares. */
let depthDivided: u32 = 0;

/** The outermost element around a node that is not around `other`, a node of another post. */
function divide(node: u32, other: u32): u32 {
  const depth = depthOf(node);
  const otherDepth = depthOf(other);
  depthDivided = min(depth, otherDepth);
  node = ancestorAt(node, depth - depthDivided);
  other = ancestorAt(other, otherDepth - depthDivided);
  while (depthDivided > 1 && nodeAt(node).parent != nodeAt(other).parent) {
    node = nodeAt(node).parent;
    other = nodeAt(other).parent;
    --depthDivided;
  }
  return node;
}

/** The first node after all descendants of a node; the maximum at the end of the page. */
export function endOf(node: u32): u32 {
  const next = following(node, 0, false);
  return next ? next : 0xffffffff;
}

function liftPosts(): void {
  for (let index: u32 = 0; index < postCount; ++index) {
    const post = postAt(index);
    let depth: u32 = 0;
    if (index) {
      post.node = divide(post.mark, postAt(index - 1).mark);
      depth = depthDivided;
    }
    if (index + 1 < postCount) {
      const node = divide(post.mark, postAt(index + 1).mark);
      if (depthDivided > depth) post.node = node;
    }
    // Node numbers follow the order of the document.
    let start = post.segment;
    while (start && segmentAt(start - <u32>Segment.BYTES).node >= post.node) start -= <u32>Segment.BYTES;
    post.start = start;
    if (index) postAt(index - 1).end = start;
  }
  const last = segmentCount * <u32>Segment.BYTES;
  for (let index: u32 = 0; index < postCount; ++index) {
    const post = postAt(index);
    const end = endOf(post.node);
    post.around = hasMain(post, end) ? post.node : nodeAt(post.node).parent;
    if (index + 1 < postCount) continue;
    const limit = endOf(post.around);
    post.end = post.segment;
    while (post.end < last && segmentAt(post.end).node < limit) post.end += <u32>Segment.BYTES;
  }
}

/** Removes posts without main content, such as a line above the first post. */
function dropEmptyPosts(): void {
  let kept: u32 = 0;
  for (let index: u32 = 0; index < postCount; ++index) {
    const post = postAt(index);
    if (!hasMain(post, post.end < segmentCount * <u32>Segment.BYTES ? segmentAt(post.end).node : 0xffffffff)) continue;
    if (kept < index) memory.copy(changetype<usize>(postAt(kept)), changetype<usize>(post), Post.BYTES);
    ++kept;
  }
  postCount = kept;
}

/** True if a post has main content before the node `end`, besides its mark. */
function hasMain(post: Post, end: u32): bool {
  const own = segmentAt(post.segment).block;
  const last = segmentCount * <u32>Segment.BYTES;
  for (let segment = post.start; segment < last && segmentAt(segment).node < end; segment += <u32>Segment.BYTES) {
    spend(1);
    if (segmentAt(segment).block != own && isMainSegment(segment)) return true;
  }
  return false;
}

/** If the headline is in the first post, lets the post begin after it. */
function startBehind(headline: u32): void {
  if (!postCount) return;
  const post = postAt(0);
  const last = blockAt(headline).lastSegment;
  const node = segmentAt(last).node;
  if (node < post.node || last + <u32>Segment.BYTES >= post.end) return;
  post.start = last + <u32>Segment.BYTES;
  let start = segmentAt(post.start).node;
  // The largest element that begins after the headline: ancestors of the headline have smaller numbers.
  while (nodeAt(start).parent > node) {
    spend(1);
    start = nodeAt(start).parent;
  }
  post.node = start;
}

/** True if a post answers another one: it is deeper than the other, and inside of its parent. */
function answers(post: Post, other: Post): bool {
  const around = nodeAt(other.node).parent;
  if (post.mark < around || post.mark >= endOf(around) || depthOf(post.mark) <= depthOf(other.mark)) return false;
  return nodeAt(post.node).parent != around || !hasSameStyle(post.node, other.node);
}

function hasSameStyle(one: u32, other: u32): bool {
  if (nodeAt(one).tag != nodeAt(other).tag) return false;
  namesOf(one);
  const hash = names.hash;
  namesOf(other);
  return hash == names.hash;
}

/** Finds which post each post answers. If all are inside of the first one, this is only the layout: they answer none. */
function findLevels(): void {
  let isFirstAround: bool = postCount > 1;
  for (let index: u32 = 1; index < postCount && isFirstAround; ++index)
    isFirstAround = answers(postAt(index), postAt(0));
  for (let index: u32 = 1; index < postCount; ++index) {
    const post = postAt(index);
    // Number of the answered post, from 1 on: the previous post, or one above it in its chain of answers; 0 without one.
    let above = index;
    while (above && !answers(post, postAt(above - 1))) above = postAt(above - 1).above;
    if (!above || (isFirstAround && above == 1)) continue;
    post.above = above;
    post.level = postAt(above - 1).level + 1;
  }
}

/** True if the posts form a thread: most have an author and a date, and little main content precedes them. */
function areThread(): bool {
  let whole: u32 = 0;
  for (let index: u32 = 0; index < postCount; ++index)
    whole += u32(postAt(index).author != Segment.NONE && postAt(index).date != Segment.NONE);
  if (whole < POSTS_LEAST || whole * 4 < postCount * 3) return false;
  let before: u32 = 0;
  for (let segment: u32 = 0; segment < postAt(0).start; segment += <u32>Segment.BYTES)
    if (isMainSegment(segment)) before += segmentAt(segment).length;
  return before * 4 < PAGE.mainLength;
}

/** Finds the author and the date of each post: those with the usual style, otherwise those with the best evidence. */
function findDetails(): void {
  for (let index: u32 = 0; index < postCount; ++index) {
    const post = postAt(index);
    for (let segment = post.start; segment < post.end; segment += <u32>Segment.BYTES) {
      spend(1);
      const block = segmentAt(segment).block / <u32>Block.BYTES;
      if (firstDetail(block) == Segment.NONE || !isMark(segmentAt(segment).node)) continue;
      const isPerson = DetailMatch.detail == Detail.PERSON;
      const sure = sureness(styleKeyOf(segmentAt(segment).node));
      // Before the mark of the first post may be the header of the page: there, the last of equally sure details is used.
      const least = sure + u32(!index && segment <= post.segment);
      // A name in main content need not be the author's.
      if (!sure || (sure < USUAL && isMain(block))) continue;
      if (sure >= USUAL) unitAt(block).hasDetail = 1;
      if (isPerson && least > post.authorSureness) {
        post.authorSureness = sure;
        post.author = segment;
      } else if (!isPerson && least > post.dateSureness) {
        post.dateSureness = sure;
        post.date = segment;
      }
    }
  }
}

/** Changes the part of all blocks with details of posts, except the headline, from `from` to `to`. */
function changeDetails(from: u32, to: u32): void {
  for (let order: u32 = 0; postCount && order < rankedCount; ++order) {
    const index = indexOf(order);
    if (unitAt(index).hasDetail && order != headlineOrder && blockAt(index).part == from) blockAt(index).part = to;
  }
}

/** Removes the details of posts from the main content until `showDetails`, for outputs that write them before each post. */
export function hideDetails(): void {
  changeDetails(Part.MAIN, Part.DETAIL);
}

export function showDetails(): void {
  changeDetails(Part.DETAIL, Part.MAIN);
}
