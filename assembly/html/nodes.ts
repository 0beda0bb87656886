/**
 * The tree: node records in one block of memory, which every page reuses; a larger block replaces it if necessary. A reference to a node is
 * its offset in the block, and remains valid when the block moves. Node 0 is the document; in links, 0 means no node.
 *
 * `newNode` does not check capacity: its callers call `nodesFit` first, the parser once per token.
 */
import { Node, NodeKind } from './records';
import { allocate, release } from '../memory';
import { spend } from '../work';

export { Flag, Namespace, Node, NodeKind } from './records';

export namespace Arena {
  /** Address of the document. */
  export let nodes: usize = 0;
  /** Reference of the next new node. */
  export let end: u32 = 0;
  export let capacity: u32 = 0;
  /** Bytes that nodes may use. After a failure it is 0, so the next capacity check stops the parser. */
  export let usable: u32 = 0;
  /** Maximum bytes of the tree. */
  export let limit: u32 = 0xe0000000;
}

/** Maximum bytes of any tree. */
let limitOfAll: u32 = 0xe0000000;

/**
 * Maximum nodes of a tree in addition to one per byte of source. The limit stops pages that reopen the same formatting elements in
 * thousands of paragraphs; ordinary pages need far fewer.
 */
const NODES_BESIDE: u32 = 1 << 16;

/** Maximum nodes that a token creates, without reconstruction and copies for selectedcontent. */
export const TOKEN_NODES: u32 = 64;

const CAPACITY_MIN: u32 = 1024 * <u32>Node.BYTES;
/** Capacity above the limit: a tree may exceed the limit until the parser ends. */
const SLACK: u32 = 256 * <u32>Node.BYTES;

export function limitNodes(count: u32): void {
  limitOfAll = bytesOf(count);
}

function bytesOf(count: u64): u32 {
  const bytes = count * Node.BYTES;
  return bytes < 0xe0000000 ? <u32>bytes : 0xe0000000;
}

/** Number of nodes, including the document and fragments of templates. */
export function nodeCount(): u32 {
  return Arena.end / <u32>Node.BYTES;
}

function changeCapacity(capacity: u32): bool {
  const block = allocate(capacity);
  if (!block) return false;
  if (Arena.end) memory.copy(block, Arena.nodes, Arena.end);
  release(Arena.nodes, Arena.capacity);
  Arena.nodes = block;
  Arena.capacity = capacity;
  Arena.usable = capacity;
  return true;
}

/** Starts a tree for `length` bytes of source, with about `count` nodes; false if memory is unavailable. */
export function beginNodes(count: u32, length: u32): bool {
  Arena.end = 0;
  Arena.limit = min(limitOfAll, bytesOf(<u64>length + NODES_BESIDE));
  const guess = <u64>count * Node.BYTES;
  const wanted = max(guess < <u64>Arena.limit ? <u32>guess : Arena.limit, CAPACITY_MIN);
  if (Arena.capacity < wanted && !changeCapacity(wanted)) return false;
  Arena.usable = min(Arena.capacity, Arena.limit + SLACK);
  newNode(NodeKind.DOCUMENT << 16, 0, 0);
  return true;
}

export function releaseNodes(): void {
  release(Arena.nodes, Arena.capacity);
  Arena.nodes = 0;
  Arena.capacity = 0;
  Arena.end = 0;
}

/** Reserves capacity for `count` nodes; false if they do not fit. Addresses of nodes may change, references do not. */
// @ts-ignore: decorator
@inline
export function nodesFit(count: u32): bool {
  return Arena.end + count * <u32>Node.BYTES <= Arena.usable || growNodes(count);
}

function growNodes(count: u32): bool {
  const needed = <u64>Arena.end + <u64>count * Node.BYTES;
  const limit = <u64>Arena.limit + SLACK;
  if (Arena.usable == 0 || needed > limit) return false;
  const half = <u64>Arena.capacity + (Arena.capacity >> 1);
  return changeCapacity(<u32>max(needed, min(half, limit)));
}

/** Refuses new nodes until the next `beginNodes`. */
export function closeNodes(): void {
  Arena.usable = 0;
}

/** True if the tree is within its limit, and `count` more nodes are within the slack. */
export function nodesWithinLimit(count: u32): bool {
  return <u64>Arena.end + <u64>count * Node.BYTES <= <u64>Arena.limit + SLACK && Arena.end <= Arena.limit;
}

/** For assertions. */
function isNode(node: u32): bool {
  return node < Arena.end && node % <u32>Node.BYTES == 0;
}

export function nodeAt(node: u32): Node {
  assert(isNode(node));
  return changetype<Node>(Arena.nodes + node);
}

/** Creates a node outside the tree. `head` is the first word of its record: tag, kind and flags. */
// @ts-ignore: decorator
@inline
export function newNode(head: u32, start: u32, end: u32): u32 {
  assert(Arena.end + <u32>Node.BYTES <= Arena.capacity);
  const node = Arena.end;
  Arena.end = node + <u32>Node.BYTES;
  const at = Arena.nodes + node;
  store<u64>(at, head);
  store<u64>(at, 0, offsetof<Node>('firstChild'));
  store<u64>(at, 0, offsetof<Node>('next'));
  store<u64>(at, <u64>start | ((<u64>end) << 32), offsetof<Node>('start'));
  store<u64>(at, 0, offsetof<Node>('text'));
  store<u64>(at, 0, offsetof<Node>('extra'));
  return node;
}

/** True if a node has no siblings, and no parent except the document. For assertions. */
function isDetached(node: u32): bool {
  return nodeAt(node).parent == 0 && load<u64>(Arena.nodes + node, offsetof<Node>('next')) == 0;
}

/** For loops that keep `Arena.nodes` in a local. */
// @ts-ignore: decorator
@inline
function nodeIn(nodes: usize, node: u32): Node {
  return changetype<Node>(nodes + node);
}

/** `appendChild`, inlined for the callers that append most nodes. */
// @ts-ignore: decorator
@inline
export function append(parent: u32, node: u32): void {
  assert(isNode(parent) && isNode(node) && node != 0);
  if (!ASC_NO_ASSERT) assert(isDetached(node));
  const nodes = Arena.nodes;
  const last = nodeIn(nodes, parent).lastChild;
  nodeIn(nodes, parent).lastChild = node;
  nodeIn(nodes, node).parent = parent;
  nodeIn(nodes, node).previous = last;
  // The link to the new child is `next` of the last child, or `firstChild` of the parent.
  store<u32>(
    select<usize>(nodes + last + offsetof<Node>('next'), nodes + parent + offsetof<Node>('firstChild'), last != 0),
    node,
  );
}

/** Appends a node without a parent to `parent`. */
export function appendChild(parent: u32, node: u32): void {
  append(parent, node);
}

/** Inserts a node without a parent before `next`, a child of `parent`. */
export function insertBefore(parent: u32, node: u32, next: u32): void {
  assert(isNode(parent) && isNode(node) && isNode(next));
  if (!ASC_NO_ASSERT) assert(isDetached(node) && nodeAt(next).parent == parent);
  const nodes = Arena.nodes;
  const previous = nodeIn(nodes, next).previous;
  nodeIn(nodes, node).parent = parent;
  nodeIn(nodes, node).previous = previous;
  nodeIn(nodes, node).next = next;
  nodeIn(nodes, next).previous = node;
  if (previous) nodeIn(nodes, previous).next = node;
  else nodeIn(nodes, parent).firstChild = node;
}

export function remove(node: u32): void {
  assert(isNode(node) && node != 0);
  const nodes = Arena.nodes;
  const at = nodeIn(nodes, node);
  const parent = at.parent;
  const previous = at.previous;
  const next = at.next;
  if (previous) nodeIn(nodes, previous).next = next;
  else if (nodeIn(nodes, parent).firstChild == node) nodeIn(nodes, parent).firstChild = next;
  if (next) nodeIn(nodes, next).previous = previous;
  else if (nodeIn(nodes, parent).lastChild == node) nodeIn(nodes, parent).lastChild = previous;
  at.parent = 0;
  store<u64>(nodes + node, 0, offsetof<Node>('next'));
}

/** Moves all children of `from` to `to`, which has none. */
export function moveChildren(from: u32, to: u32): void {
  assert(isNode(from) && isNode(to));
  if (!ASC_NO_ASSERT) assert(nodeAt(to).firstChild == 0);
  const nodes = Arena.nodes;
  for (let child = nodeIn(nodes, from).firstChild; child; child = nodeIn(nodes, child).next) {
    nodeIn(nodes, child).parent = to;
  }
  store<u64>(nodes + to, load<u64>(nodes + from, offsetof<Node>('firstChild')), offsetof<Node>('firstChild'));
  store<u64>(nodes + from, 0, offsetof<Node>('firstChild'));
}

/** The first child element with a tag, or 0. Other nodes have the tag 0. */
export function childWith(parent: u32, tag: u32): u32 {
  let child = nodeAt(parent).firstChild;
  while (child && nodeAt(child).tag != tag) child = nodeAt(child).next;
  return child;
}

/** The formatting element from which an element was copied; the element itself if it is not a copy. Only for known names. */
export function originOf(node: u32): u32 {
  const at = nodeAt(node);
  const origin = <u32>at.text;
  return at.start == Node.NO_OFFSET && origin ? origin : node;
}

/** The next node below `root` in document order; 0 at the end. With `enters`, descendants of `node` are included. */
// @ts-ignore: decorator
@inline
export function following(node: u32, root: u32, enters: bool): u32 {
  let next: u32 = enters ? nodeAt(node).firstChild : 0;
  while (!next && node != root) {
    next = nodeAt(node).next;
    if (!next) node = nodeAt(node).parent;
  }
  return next;
}

// Walks without recursion, because pages may have any depth.

/** Result of a visitor: skip the descendants of the node, enter them, or end. */
export const enum Step {
  PASS = 0,
  ENTER = 1,
  END = 2,
}

@unmanaged
export abstract class Visitor {
  abstract enter(node: u32): Step;
  /** Leaves an element that was entered and has children; false ends the walk. */
  abstract leave(node: u32): bool;
}

/** Walks the tree below `root` from `node` on; false if the visitor ended the walk. */
export function walk<T extends Visitor>(node: u32, root: u32, visitor: T): bool {
  while (node) {
    const step = visitor.enter(node);
    if (step == Step.END) return false;
    let next = step == Step.ENTER ? nodeAt(node).firstChild : 0;
    while (!next) {
      next = nodeAt(node).next;
      if (next) break;
      node = nodeAt(node).parent;
      if (node == root) return true;
      if (!visitor.leave(node)) return false;
    }
    node = next;
  }
  return true;
}

export function depthOf(node: u32): u32 {
  let depth: u32 = 0;
  for (; node; node = nodeAt(node).parent) depth++;
  spend(depth);
  return depth;
}

// Depths in the tree of the current page. Written by open.ts.

export namespace Depth {
  /** Maximum depth of an element. */
  export let max: u32 = 0;
  /** Depth of the deepest element that was open. */
  export let deepest: u32 = 0;
}
