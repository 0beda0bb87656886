/**
 * The tree: node records in one block that is used again for every page and grows by moving. A reference to a node is its
 * offset in the block, so that it stays good when the block moves; the document is node 0, which is never a child, and so
 * 0 in a link says "none".
 *
 * Nothing here asks for room: who makes nodes makes sure first that there is enough of it (`nodesFit`), which the parser
 * does once a token.
 */
import {
  KIND_DOCUMENT,
  NODE_BYTES,
  NODE_END,
  NODE_FIRST_CHILD,
  NODE_FLAGS,
  NODE_KIND,
  NODE_LAST_CHILD,
  NODE_NEXT,
  NODE_PARENT,
  NODE_PREVIOUS,
  NODE_START,
  NODE_TEXT,
  NODE_EXTRA,
} from '../layout';
import { allocate, release } from '../memory';

export namespace Arena {
  /** Address of the document. */
  export let nodes: usize = 0;
  /** Offset of the next node. */
  export let end: u32 = 0;
  /** Bytes of the block. */
  export let room: u32 = 0;
  /** Bytes of it that may be used; none once parsing has failed, so that whoever asks for room stops. */
  export let usable: u32 = 0;
  /** Bytes that a tree may have at most. */
  export let most: u32 = 0xe0000000;
}

const ROOM_LEAST: u32 = 1024 * <u32>NODE_BYTES;
/** A tree is found to be too large when the next token might not fit, and it may be over the limit by then. */
const SLACK: u32 = 256 * <u32>NODE_BYTES;

/** No tree has more than `count` nodes. */
export function limitNodes(count: u32): void {
  const most = <u64>count * NODE_BYTES;
  Arena.most = most < 0xe0000000 ? <u32>most : 0xe0000000;
}

/** The number of nodes in the tree, the document and the contents of templates among them. */
export function nodeCount(): u32 {
  return Arena.end / <u32>NODE_BYTES;
}

function changeRoom(room: u32): bool {
  const block = allocate(room);
  if (!block) return false;
  if (Arena.end) memory.copy(block, Arena.nodes, Arena.end);
  release(Arena.nodes, Arena.room);
  Arena.nodes = block;
  Arena.room = room;
  Arena.usable = room;
  return true;
}

/** Starts a tree that is expected to have about `count` nodes; false where there is no memory. */
export function beginNodes(count: u32): bool {
  Arena.end = 0;
  const guess = <u64>count * NODE_BYTES;
  const wanted = max(guess < <u64>Arena.most ? <u32>guess : Arena.most, ROOM_LEAST);
  if (Arena.room < wanted && !changeRoom(wanted)) return false;
  Arena.usable = min(Arena.room, Arena.most + SLACK);
  newNode(KIND_DOCUMENT << 16, 0, 0);
  return true;
}

/** Gives the block back. */
export function releaseNodes(): void {
  release(Arena.nodes, Arena.room);
  Arena.nodes = 0;
  Arena.room = 0;
  Arena.end = 0;
}

/** Whether `count` more nodes fit, after the block has grown if it must. Addresses of nodes may change. */
// @ts-ignore: decorator
@inline
export function nodesFit(count: u32): bool {
  return Arena.end + count * <u32>NODE_BYTES <= Arena.usable || growNodes(count);
}

function growNodes(count: u32): bool {
  const needed = <u64>Arena.end + <u64>count * NODE_BYTES;
  const most = <u64>Arena.most + SLACK;
  if (Arena.usable == 0 || needed > most) return false;
  const half = <u64>Arena.room + (Arena.room >> 1);
  return changeRoom(<u32>max(needed, min(half, most)));
}

/** No more nodes fit from now on. */
export function closeNodes(): void {
  Arena.usable = 0;
}

/** Whether `count` more nodes are within the limit on their number. */
export function nodesWithinLimit(count: u32): bool {
  return <u64>Arena.end + <u64>count * NODE_BYTES <= <u64>Arena.most + SLACK && Arena.end <= Arena.most;
}

/** Address of a node. */
// @ts-ignore: decorator
@inline
export function nodeAt(node: u32): usize {
  return Arena.nodes + node;
}

/** A node without a place in the tree. `head` is its tag, kind and flags as they stand in the record. */
// @ts-ignore: decorator
@inline
export function newNode(head: u32, start: u32, end: u32): u32 {
  const node = Arena.end;
  Arena.end = node + <u32>NODE_BYTES;
  const at = Arena.nodes + node;
  store<u64>(at, head);
  store<u64>(at, 0, NODE_FIRST_CHILD);
  store<u64>(at, 0, NODE_NEXT);
  store<u64>(at, <u64>start | (<u64>end << 32), NODE_START);
  store<u64>(at, 0, NODE_TEXT);
  store<u64>(at, 0, NODE_EXTRA);
  return node;
}

/** Makes a node without a place the last child of `parent`. */
// @ts-ignore: decorator
@inline
export function appendChild(parent: u32, node: u32): void {
  const nodes = Arena.nodes;
  const last = load<u32>(nodes + parent, NODE_LAST_CHILD);
  store<u32>(nodes + parent, node, NODE_LAST_CHILD);
  store<u32>(nodes + node, parent, NODE_PARENT);
  store<u32>(nodes + node, last, NODE_PREVIOUS);
  // The link to the new child is the next link of the last one, or the first link of the parent.
  store<u32>(select<usize>(nodes + last + NODE_NEXT, nodes + parent + NODE_FIRST_CHILD, last != 0), node);
}

/** Puts a node without a place before a child of `parent`. */
export function insertBefore(parent: u32, node: u32, next: u32): void {
  const nodes = Arena.nodes;
  const previous = load<u32>(nodes + next, NODE_PREVIOUS);
  store<u32>(nodes + node, parent, NODE_PARENT);
  store<u32>(nodes + node, previous, NODE_PREVIOUS);
  store<u32>(nodes + node, next, NODE_NEXT);
  store<u32>(nodes + next, node, NODE_PREVIOUS);
  if (previous) store<u32>(nodes + previous, node, NODE_NEXT);
  else store<u32>(nodes + parent, node, NODE_FIRST_CHILD);
}

/** Takes a node from its place, if it has one. */
export function remove(node: u32): void {
  const nodes = Arena.nodes;
  const at = nodes + node;
  const parent = load<u32>(at, NODE_PARENT);
  const previous = load<u32>(at, NODE_PREVIOUS);
  const next = load<u32>(at, NODE_NEXT);
  if (previous) store<u32>(nodes + previous, next, NODE_NEXT);
  else if (load<u32>(nodes + parent, NODE_FIRST_CHILD) == node) store<u32>(nodes + parent, next, NODE_FIRST_CHILD);
  if (next) store<u32>(nodes + next, previous, NODE_PREVIOUS);
  else if (load<u32>(nodes + parent, NODE_LAST_CHILD) == node) store<u32>(nodes + parent, previous, NODE_LAST_CHILD);
  store<u32>(at, 0, NODE_PARENT);
  store<u64>(at, 0, NODE_NEXT);
}

/** Moves all children of `from` to the end of `to`, which has none. */
export function moveChildren(from: u32, to: u32): void {
  const nodes = Arena.nodes;
  for (let child = load<u32>(nodes + from, NODE_FIRST_CHILD); child; child = load<u32>(nodes + child, NODE_NEXT)) {
    store<u32>(nodes + child, to, NODE_PARENT);
  }
  store<u64>(nodes + to, load<u64>(nodes + from, NODE_FIRST_CHILD), NODE_FIRST_CHILD);
  store<u64>(nodes + from, 0, NODE_FIRST_CHILD);
}

// @ts-ignore: decorator
@inline
export function parentOf(node: u32): u32 {
  return load<u32>(Arena.nodes + node, NODE_PARENT);
}

// @ts-ignore: decorator
@inline
export function kindOf(node: u32): u32 {
  return load<u8>(Arena.nodes + node, NODE_KIND);
}

// @ts-ignore: decorator
@inline
export function flagsOf(node: u32): u32 {
  return load<u8>(Arena.nodes + node, NODE_FLAGS);
}

// @ts-ignore: decorator
@inline
export function setFlags(node: u32, flags: u32): void {
  store<u8>(Arena.nodes + node, flags, NODE_FLAGS);
}

// @ts-ignore: decorator
@inline
export function setEnd(node: u32, end: u32): void {
  store<u32>(Arena.nodes + node, end, NODE_END);
}
