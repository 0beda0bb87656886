/**
 * Isotonic smoothing over a tree (Chakrabarti, Kumar and Punera, WWW 2007): for scores x with weights w, values y that never
 * fall from a node to its child and make `Σ w·|x − y| + c · sections` smallest, where a section is nodes of one value that
 * hang together. Such a y takes its values from x, so a table of nodes by distinct values is all there is to fill:
 *
 *   E[v][j] = w·|x_v − V[j]| + Σ over children u of min(E[u][j], c + min over k > j of E[u][k])
 *
 * The nodes come in document order, so from the last to the first every child is done before its parent, and the only rows
 * that are open at a time are those of a node and its ancestors: a row for each depth is enough. Of a finished row two bits
 * a value stay: whether the node leaves its parent's value there, and whether no larger value costs it less. From these the
 * way back is walked. Of equal costs, the parent's value is kept, and then the smallest is taken.
 */
import { Status } from '../layout';
import { allocate, release } from '../memory';
import { input, inputHolds, output, publishOutput, reserveOutput } from '../page/arena';

/** Result of `measure` for invalid nodes, in place of the largest depth. */
const NOT_A_TREE: u32 = 0xffffffff;
/** Numbers up to here can be multiplied and added for all nodes, and the result is still a number. */
const LARGEST: f64 = 1e100;

let parents: usize = 0;
let scores: usize = 0;
let weights: usize = 0;

function parentOf(node: u32): u32 {
  return load<u32>(parents + (node << 2));
}

function numberAt(row: usize, index: u32): f64 {
  return load<f64>(row + (index << 3));
}

/**
 * Smooths `count` nodes of the input: their parents (words; that of the first is not looked at), filled up to eight bytes, their
 * scores and their weights (doubles). The output is their values, what they cost, and the number of sections (doubles).
 * Nodes have to come in document order; no number may be larger than `LARGEST`, and weights and cost not negative.
 */
export function smoothTree(count: u32, penalty: f64): u32 {
  assert(inputHolds(<usize>count * 20), 'isotonic: the nodes are not in the input');
  parents = input;
  scores = parents + ((count + 1) & ~1) * 4;
  weights = scores + (count << 3);
  if (!count || !(penalty >= 0 && penalty <= LARGEST)) return Status.BAD_SCORES;
  const outputBytes = (count + 2) << 3;
  if (!reserveOutput(outputBytes)) return Status.OUT_OF_MEMORY;
  // Depths, distinct values, and the place of each node's value.
  const wordsBytes = count << 2;
  const depths = allocate(wordsBytes);
  const values = allocate(count << 3);
  const places = allocate(wordsBytes);
  let status = Status.OUT_OF_MEMORY;
  if (depths && values && places) {
    const deepest = measure(count, depths);
    status = deepest == NOT_A_TREE ? Status.BAD_SCORES : solve(count, penalty, deepest, depths, values, places);
  }
  release(depths, wordsBytes);
  release(values, count << 3);
  release(places, wordsBytes);
  if (status == Status.OK) publishOutput(outputBytes);
  return status;
}

/** Notes the depth of each node; the largest of them, or `NOT_A_TREE` if a parent, a score or a weight is invalid. */
function measure(count: u32, depths: usize): u32 {
  let deepest: u32 = 0;
  for (let node: u32 = 0; node < count; ++node) {
    const parent = parentOf(node);
    // In document order a parent is the node before or an ancestor of it.
    let before = node - 1;
    while (node && before != parent) {
      if (!before) return NOT_A_TREE;
      before = parentOf(before);
    }
    const depth = node ? load<u32>(depths + (parent << 2)) + 1 : 0;
    store<u32>(depths + (node << 2), depth);
    if (depth > deepest) deepest = depth;
    const weight = numberAt(weights, node);
    if (!(abs(numberAt(scores, node)) <= LARGEST) || !(weight >= 0 && weight <= LARGEST)) return NOT_A_TREE;
  }
  return deepest;
}

function solve(count: u32, penalty: f64, deepest: u32, depths: usize, values: usize, places: usize): u32 {
  memory.copy(values, scores, count << 3);
  const distinct = sortDistinct(values, count);
  const rowBytes = (<u64>distinct) << 3;
  const rowsBytes = rowBytes * (deepest + 1);
  const lineBytes = (<u64>((distinct + 31) >> 5)) << 2;
  const bitsBytes = lineBytes * count;
  if (rowsBytes + (bitsBytes << 1) > 0xf0000000) return Status.OUT_OF_MEMORY;
  const rows = allocate(<usize>rowsBytes);
  const leaves = allocate(<usize>bitsBytes);
  const least = allocate(<usize>bitsBytes);
  if (rows && leaves && least) {
    memory.fill(rows, 0, <usize>rowsBytes);
    let node = count;
    while (--node) {
      const row = rows + load<u32>(depths + (node << 2)) * <u32>rowBytes;
      const line = node * <u32>lineBytes;
      settleNode(node, penalty, distinct, values, row, leaves + line, least + line);
    }
    walkBack(count, penalty, distinct, values, rows, places, leaves, least, <usize>lineBytes);
  }
  const isDone = rows && leaves && least;
  release(rows, <usize>rowsBytes);
  release(leaves, <usize>bitsBytes);
  release(least, <usize>bitsBytes);
  return isDone ? Status.OK : Status.OUT_OF_MEMORY;
}

/** Completes a node's row, adds what it costs to that of its parent, and leaves zeros for the next node of its depth. */
function settleNode(
  node: u32,
  penalty: f64,
  distinct: u32,
  values: usize,
  row: usize,
  leaves: usize,
  least: usize,
): void {
  const score = numberAt(scores, node);
  const weight = numberAt(weights, node);
  const above = row - ((<usize>distinct) << 3);
  let best: f64 = Infinity;
  let word = (distinct - 1) >> 5;
  let at = distinct - 1;
  for (;;) {
    const first = word << 5;
    let leaveBits: u32 = 0;
    let leastBits: u32 = 0;
    for (;;) {
      const place = (<usize>at) << 3;
      const cost = load<f64>(row + place) + weight * abs(score - load<f64>(values + place));
      store<f64>(row + place, 0);
      const rise = penalty + best;
      const isLeaving = rise < cost;
      const isLeast = cost <= best;
      leaveBits = (leaveBits << 1) | u32(isLeaving);
      leastBits = (leastBits << 1) | u32(isLeast);
      store<f64>(above + place, load<f64>(above + place) + select(rise, cost, isLeaving));
      best = select(cost, best, isLeast);
      if (at == first) break;
      --at;
    }
    store<u32>(leaves + ((<usize>word) << 2), leaveBits);
    store<u32>(least + ((<usize>word) << 2), leastBits);
    if (!word) return;
    --word;
    --at;
  }
}

function walkBack(
  count: u32,
  penalty: f64,
  distinct: u32,
  values: usize,
  root: usize,
  places: usize,
  leaves: usize,
  least: usize,
  lineBytes: usize,
): void {
  let best: f64 = Infinity;
  let place: u32 = 0;
  for (let at: u32 = 0; at < distinct; ++at) {
    const cost = numberAt(root, at) + numberAt(weights, 0) * abs(numberAt(scores, 0) - numberAt(values, at));
    if (cost >= best) continue;
    best = cost;
    place = at;
  }
  store<u32>(places, place);
  store<f64>(output, numberAt(values, place));
  let sections: f64 = 1;
  for (let node: u32 = 1; node < count; ++node) {
    const line = node * <u32>lineBytes;
    place = load<u32>(places + (parentOf(node) << 2));
    if (load<u32>(leaves + line + ((place >> 5) << 2)) & (1 << (place & 31))) {
      ++sections;
      place = nextSet(least + line, place + 1, distinct);
    }
    store<u32>(places + (node << 2), place);
    store<f64>(output + (node << 3), numberAt(values, place));
  }
  store<f64>(output + (count << 3), penalty + best);
  store<f64>(output + ((count + 1) << 3), sections);
}

/** The first bit that is set from `at` on; there is one, since the largest value is always least among itself. */
function nextSet(line: usize, at: u32, end: u32): u32 {
  let word = load<u32>(line + ((at >> 5) << 2)) & (0xffffffff << (at & 31));
  while (!word) {
    at = (at & ~31) + 32;
    assert(at < end, 'isotonic: no value costs least');
    word = load<u32>(line + ((at >> 5) << 2));
  }
  return (at & ~31) + ctz(word);
}

/** Sorts numbers in place (heap sort: nothing makes it slow) and keeps one of each; how many are left. */
function sortDistinct(numbers: usize, count: u32): u32 {
  for (let root = count >> 1; root; --root) siftDown(numbers, root - 1, count);
  for (let end = count; end > 1; --end) {
    swap(numbers, 0, end - 1);
    siftDown(numbers, 0, end - 1);
  }
  let kept: u32 = 1;
  for (let index: u32 = 1; index < count; ++index) {
    const number = numberAt(numbers, index);
    if (number == numberAt(numbers, kept - 1)) continue;
    store<f64>(numbers + (kept << 3), number);
    ++kept;
  }
  return kept;
}

function swap(numbers: usize, a: u32, b: u32): void {
  const first = numberAt(numbers, a);
  store<f64>(numbers + (a << 3), numberAt(numbers, b));
  store<f64>(numbers + (b << 3), first);
}

function siftDown(numbers: usize, root: u32, count: u32): void {
  for (;;) {
    let child = (root << 1) + 1;
    if (child >= count) return;
    if (child + 1 < count && numberAt(numbers, child) < numberAt(numbers, child + 1)) ++child;
    if (numberAt(numbers, root) >= numberAt(numbers, child)) return;
    swap(numbers, root, child);
    root = child;
  }
}
