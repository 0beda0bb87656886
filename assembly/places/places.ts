/**
 * The places of the current page: groups of elements with text that have the same name, attributes and parent place. The record of a place
 * follows its parent's, and counts the text in the place's elements by verdict.
 *
 * Numbers of three or more digits in a class or id are equal ("post-1234"): numbers of articles do not make separate places, but columns of
 * a grid ("col-8", "col-4") do.
 */
import { Status } from '../layout';
import { Flag, Node, NodeKind, nodeAt, nodeCount } from '../html/nodes';
import { Part, Segment, Verdict } from '../page/records';
import { Place } from './records';
import { Attribute, firstAttribute, isAttribute, nextAttribute } from '../html/attributes';
import { Tag } from '../html/names';
import { clearRecord } from '../memory';
import { COLUMNS, blockOf, input, output, publishOutput, reserveOutput, segmentAt, segmentCount } from '../page/arena';
import { beginWork, isSpent, spend } from '../work';

/** Work for an element with text. */
const NODE_STEPS: u64 = 16;
/** Work for a byte of a start tag. */
const BYTE_STEPS: u64 = 3;

/** Number of hash buckets. A bucket contains the number of a place, plus one. */
const BUCKETS: u32 = 2048;
const BUCKET_BYTES: usize = (<usize>BUCKETS) << 2;
/** Denominator: children without attributes are distinguished by position if their parent has at least an eighth of the page's text. */
const LARGE_SHARE: u64 = 8;
/** The last distinguished position. */
const POSITION_MAX: u32 = 8;
/** Maximum nodes before an element that are counted for its position. */
const SIBLINGS_MAX: u32 = 64;

/** Minimum bytes of a start tag whose key is cached: the parser may copy a formatting element, with its tag, into every paragraph. */
const LONG_TAG: u32 = 64;
const MEMO_ENTRIES: usize = 64;
/** Bytes of a cached key: the key in eight bytes, the end of the start tag in four. */
const MEMO_ENTRY: usize = 16;
/** Cached keys by the ends of start tags. */
const memo = memory.data(<i32>(MEMO_ENTRIES * MEMO_ENTRY), 8);

const MIX: u64 = 0x9fb21c651e98df25;

// Memory: for each node, length of its text and its place plus one; buckets; a word for each element with text.
const NODE_WORDS: usize = 8;
/** The element is listed; its place is unknown. */
const LISTED: u32 = 1;
let bucketsAt: usize = 0;
/** Number of elements with text. */
let elementCount: u32 = 0;
let placeCount: u32 = 0;
/** In code points. */
let textOfPage: u32 = 0;

function wordsOf(node: u32): usize {
  return COLUMNS.at + <usize>(node / <u32>Node.BYTES) * NODE_WORDS;
}

function elementAt(index: u32): usize {
  return bucketsAt + ((<usize>(BUCKETS + index)) << 2);
}

/** In this file, `place` is its number plus one. */
function recordOf(place: u32): Place {
  return changetype<Place>(output + <usize>(place - 1) * Place.BYTES);
}

/** Continues a hash; numbers of three or more digits are equal. */
function addBytes(hash: u64, at: usize, end: usize): u64 {
  spend((end - at) * BYTE_STEPS);
  while (at < end) {
    let byte = <u32>load<u8>(at++);
    if (byte - 0x30 < 10) {
      let digits = at;
      while (digits < end && <u32>load<u8>(digits) - 0x30 < 10) ++digits;
      if (digits - at > 1) {
        byte = 0x30;
        at = digits;
      }
    }
    hash = (hash ^ byte) * MIX;
  }
  return (hash ^ (hash >> 29)) * MIX;
}

/** Key of the attributes that name an element, or 0. In root and body, they name the page. */
function attributesKey(node: u32, tag: u32): u64 {
  if (tag == Tag.HTML || tag == Tag.BODY) return 0;
  const at = nodeAt(node);
  const extra = at.extra;
  const length = at.extraLength;
  const name = at.text;
  let key = tag == Tag.OTHER ? addBytes(0, name, name + at.textLength) : 0;
  if (!(at.flags & Flag.ATTRIBUTES)) return key;
  if (length < LONG_TAG) return key + sourceKey(extra, length);
  const entry = memo + (<usize>extra % MEMO_ENTRIES) * MEMO_ENTRY;
  if (load<u32>(entry, 8) != extra) {
    store<u64>(entry, sourceKey(extra, length));
    store<u32>(entry, extra, 8);
  }
  return key + load<u64>(entry);
}

function sourceKey(extra: u32, length: u32): u64 {
  let key: u64 = 0;
  firstAttribute(input + extra - length);
  spend(length >> 2);
  while (nextAttribute(input + extra)) {
    const isName = isAttribute('class') || isAttribute('id') || isAttribute('role') || isAttribute('itemprop');
    if (isName) key += addBytes(Attribute.nameEnd - Attribute.name, Attribute.value, Attribute.valueEnd);
  }
  return key;
}

/** Position among siblings with the same name, from 1; 0 if positions are not distinguished. */
function positionOf(node: u32, tag: u32): u32 {
  const parent = nodeAt(node).parent;
  if (tag == Tag.P || tag == Tag.LI || tag == Tag.BR || <u64>load<u32>(wordsOf(parent)) * LARGE_SHARE < textOfPage)
    return 0;
  let position: u32 = 1;
  let sibling = nodeAt(node).previous;
  for (let count: u32 = 0; sibling && count < SIBLINGS_MAX && position < POSITION_MAX; ++count) {
    position += u32(nodeAt(sibling).tag == tag && nodeAt(sibling).kind == NodeKind.ELEMENT);
    sibling = nodeAt(sibling).previous;
  }
  spend(SIBLINGS_MAX);
  return position;
}

/** The place of an element in the place `parent`. */
function placeOf(node: u32, parent: u32): u32 {
  const tag = <u32>nodeAt(node).tag;
  const key = attributesKey(node, tag);
  const position = key ? 0 : positionOf(node, tag);
  const head = tag | (position << 16);
  const hash = (((key ^ head) * MIX) ^ parent) * MIX;
  let bucket = <u32>(hash >> 40) & (BUCKETS - 1);
  for (;;) {
    spend(1);
    const found = load<u32>(bucketsAt + ((<usize>bucket) << 2));
    if (!found) break;
    const record = recordOf(found);
    if (record.key == key && record.parent == parent && record.tag == head) {
      record.count += 1;
      return found;
    }
    bucket = (bucket + 1) & (BUCKETS - 1);
  }
  if (placeCount == Place.RECORDS_MAX) return parent;
  store<u32>(bucketsAt + ((<usize>bucket) << 2), ++placeCount);
  const record = recordOf(placeCount);
  clearRecord(changetype<usize>(record), Place.BYTES);
  record.parent = parent;
  record.tag = head;
  record.key = key;
  record.node = node;
  record.count = 1;
  return placeCount;
}

function addText(node: u32, length: u32): void {
  store<u32>(wordsOf(node), load<u32>(wordsOf(node)) + length);
}

/** True for an element that is not listed yet. */
function isNew(node: u32): bool {
  return node != 0 && !load<u32>(wordsOf(node), 4);
}

/**
 * Lists the elements with text in document order, and sums their text. Each text adds its ancestors that are not listed yet, beginning with
 * the innermost.
 */
function listElements(): void {
  elementCount = 0;
  for (let index: u32 = 0; index < segmentCount; ++index) {
    const segment = segmentAt(index * <u32>Segment.BYTES);
    const parent = nodeAt(segment.node).parent;
    addText(parent, segment.length);
    for (let node = parent; isNew(node); node = nodeAt(node).parent) ++elementCount;
    let at = elementAt(elementCount);
    for (let node = parent; isNew(node); node = nodeAt(node).parent) {
      store<u32>(wordsOf(node), LISTED, 4);
      at -= 4;
      store<u32>(at, node);
    }
  }
  spend(<u64>(segmentCount + elementCount) * NODE_STEPS);
  for (let index = elementCount; index; ) {
    const node = load<u32>(elementAt(--index));
    addText(nodeAt(node).parent, load<u32>(wordsOf(node)));
  }
}

/** Adds segments to their places, and places to their parents. */
function sum(): void {
  for (let index: u32 = 0; index < segmentCount; ++index) {
    const segment = segmentAt(index * <u32>Segment.BYTES);
    const place = load<u32>(wordsOf(nodeAt(segment.node).parent), 4);
    if (!place) continue;
    const length = segment.length;
    const block = blockOf(segment.block);
    const record = recordOf(place);
    if (block.verdict == Verdict.CONTENT) record.content += length;
    else record.template += length;
    if (block.part == Part.MAIN) record.main += length;
  }
  for (let place = placeCount; place; --place) {
    const record = recordOf(place);
    if ((record.tag & 0xffff) == Tag.A) record.linked = record.template + record.content;
    if (!record.parent) continue;
    const around = recordOf(record.parent);
    around.template += record.template;
    around.content += record.content;
    around.main += record.main;
    around.linked += record.linked;
  }
}

/** Outputs the places of the current page, after it was judged; returns a `Status`. */
export function renderPlaces(): u32 {
  publishOutput(0);
  beginWork();
  const nodes = <usize>nodeCount();
  const outputBytes = <usize>Place.RECORDS_MAX * Place.BYTES;
  if (!COLUMNS.replace(nodes * (NODE_WORDS + 4) + BUCKET_BYTES) || !reserveOutput(outputBytes))
    return Status.OUT_OF_MEMORY;
  bucketsAt = COLUMNS.at + nodes * NODE_WORDS;
  memory.fill(memo, 0, MEMO_ENTRIES * MEMO_ENTRY);
  memory.fill(COLUMNS.at, 0, nodes * NODE_WORDS + BUCKET_BYTES);
  placeCount = 0;
  listElements();
  textOfPage = load<u32>(wordsOf(0));
  for (let index: u32 = 0; index < elementCount && !isSpent(); ++index) {
    const node = load<u32>(elementAt(index));
    store<u32>(wordsOf(node), placeOf(node, load<u32>(wordsOf(nodeAt(node).parent), 4)), 4);
  }
  if (isSpent()) return Status.TOO_COMPLEX;
  sum();
  publishOutput(<usize>placeCount * Place.BYTES);
  return Status.OK;
}
