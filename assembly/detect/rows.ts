/**
 * Rows of a table, items of a list, and labels with their values are main content together. A part is an item, a cell, a label or a
 * value with one short text; parts with more are judged alone. The specification of a product is main content of its page, whatever
 * the scores of its labels and values, which say little.
 */
import { Node, NodeKind, nodeAt } from '../html/nodes';
import { Kinds } from '../layout';
import { Verdict } from '../page/records';
import { pageTraits } from '../evidence/model/context';
import { sitePages } from '../evidence/model/forest';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { IN_LIST, IN_TABLE } from '../elements';
import { Tag } from '../html/names';
import { blockAt } from '../page/arena';
import { spend } from '../work';
import { Unit, UnitBlock, change, isMain, unitAt } from './unit-blocks';
import { isSurely } from './kind';

/** Maximum number of words of a part. */
const WORDS_MOST: u32 = 60;
/** Maximum number of levels from a part up to its list or table. */
const LEVELS: u32 = 5;
/** Minimum number of parts of a list or a table that is decided as one. */
const PARTS_LEAST: u32 = 3;

/** Minimum hundredths of the parts of a list that are main content, for all to be. */
const LIST_PARTS: u32 = 80;
/** The same of a table. */
const TABLE_PARTS: u32 = 33;
/** Hundredths of the parts: where fewer are main content, no part is. */
const FEW: u32 = 10;

/** Minimum log odds of main content, in 1/1024, of a part that follows the others. */
const FOLLOWER_MAIN: i32 = -512;
/** The same where nearly all others are main content, or the texts around the table. */
const FOLLOWER_OF_SURE_MAIN: i32 = -1536;
/** Minimum log odds, in 1/1024, of a part that is not left out with the others, and of the texts around a table amid main content. */
const SURE_PART_MAIN: i32 = 1024;
/** Hundredths of the parts that are nearly all. */
const NEARLY_ALL: u32 = 90;

/** Minimum number of parts of a specification. */
const SPECIFICATION_LEAST: u32 = 4;
/** Every second part of a specification is a label, within one for each of this number of parts. */
const LABELS_OFF: u32 = 4;
/** Of this number of parts at least one is not on every page: the site does not take it for template. */
const OWN_LEAST: u32 = 3;
/** Denominator of the maximum share of links among the parts of a table amid main content. */
const LINKS_WHOLE: u32 = 3;
/** Numerator of that share. */
const LINKS_MOST: u32 = 2;

function isList(tag: u32): bool {
  return tag == Tag.UL || tag == Tag.OL;
}

function isPart(tag: u32): bool {
  return tag == Tag.LI || tag == Tag.TD || tag == Tag.TH || tag == Tag.DT || tag == Tag.DD;
}

/** Whether the part that a block is or is in is a label: it says so, or it is the first of two cells. */
function isLabel(index: u32): bool {
  let tag = measureAt(index).tag;
  while (!isPart(tag)) {
    index = measureAt(index).parent;
    tag = measureAt(index).tag;
  }
  if (tag != Tag.TD) return tag == Tag.TH || tag == Tag.DT;
  const node = blockAt(index).node;
  const next = besideOf(node, offsetof<Node>('next'));
  return !besideOf(node, offsetof<Node>('previous')) && next != 0 && !besideOf(next, offsetof<Node>('next'));
}

/** The next element on one side of a node; 0 without one. */
function besideOf(node: u32, side: usize): u32 {
  do {
    spend(1);
    node = load<u32>(changetype<usize>(nodeAt(node)) + side);
  } while (node && nodeAt(node).kind != NodeKind.ELEMENT);
  return node;
}

/** The list or the table of which a block is a part; 0 for any other block. */
function rowsOf(index: u32): u32 {
  const own = measureAt(index);
  if (!(own.traits & (IN_LIST | IN_TABLE)) || own.words > WORDS_MOST || own.level) return 0;
  let part = false;
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    const measure = measureAt(index);
    const tag = measure.tag;
    if (!part && measure.allBlocks > 1) return 0;
    if (isPart(tag)) part = true;
    else if (isList(tag) || tag == Tag.TABLE || tag == Tag.DL) return part ? index : 0;
    index = measure.parent;
  }
  return 0;
}

/** Whether a table or list of labels and values says what a product is. */
function isSpecification(unit: UnitBlock): bool {
  const count = unit.parts;
  if (count < SPECIFICATION_LEAST || unit.ownParts * OWN_LEAST < count) return false;
  const off = <i32>(unit.labelParts * 2 - count);
  return <u32>abs(off) * LABELS_OFF <= count && isSurely(Kinds.PRODUCT);
}

/** Whether a table stands between two texts that are surely main content, and is neither mostly template nor mostly links. */
function isAmidMain(unit: UnitBlock): bool {
  if (unit.ownParts * OWN_LEAST < unit.parts) return false;
  if (unit.linkedParts * LINKS_WHOLE > unit.parts * LINKS_MOST) return false;
  const before = unit.firstPart - 1;
  const after = unit.lastPart + 1;
  return before < after && after < rankedCount && isSurelyMain(before) && isSurelyMain(after);
}

function isSurelyMain(order: u32): bool {
  const index = indexOf(order);
  return isMain(index) && blockAt(index).main >= SURE_PART_MAIN;
}

/**
 * Sets which parts of a list or table are main content (`side`), and the log odds below which a part is clearly something else (`least`).
 */
function decide(index: u32): void {
  const unit = unitAt(index);
  const count = unit.parts;
  const main = unit.mainParts;
  let side: i32 = 0;
  let least = FOLLOWER_MAIN;
  // The kind of the page, by which specifications are known, takes long to find out.
  if (main == count) {
    side = 1;
  } else if (isSpecification(unit)) {
    side = 1;
    least = i32.MIN_VALUE;
  } else if (measureAt(index).tag == Tag.TABLE && isAmidMain(unit)) {
    side = 1;
    least = FOLLOWER_OF_SURE_MAIN;
  } else if (count >= PARTS_LEAST && main) {
    const isMost = main * 100 >= count * (isList(measureAt(index).tag) ? LIST_PARTS : TABLE_PARTS);
    side = isMost ? 1 : main * 100 < count * FEW ? -1 : 0;
    if (main * 100 >= count * NEARLY_ALL) least = FOLLOWER_OF_SURE_MAIN;
  }
  unit.side = side;
  unit.least = least;
}

/** Counts the parts of each list and table. */
function countParts(): void {
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const rows = rowsOf(index);
    unitAt(index).rows = rows;
    if (!rows) continue;
    const unit = unitAt(rows);
    if (!unit.parts++) unit.firstPart = order;
    unit.lastPart = order;
    unit.mainParts += u32(isMain(index));
    unit.labelParts += u32(isLabel(index));
    unit.ownParts += u32(!sitePages || blockAt(index).verdict == Verdict.CONTENT);
    const linked = measureAt(index).linked;
    unit.linkedParts += u32(<u64>linked * 2 > measureAt(index).text);
  }
}

/** Makes the parts of lists and tables alike; by how much that changes the length of the main content. */
export function joinRows(): u32 {
  if (!(pageTraits & (IN_LIST | IN_TABLE))) return 0;
  spend(<u64>rankedCount * LEVELS * 2);
  countParts();
  // What is decided of one is no evidence for another.
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const rows = unitAt(indexOf(order)).rows;
    if (rows && unitAt(rows).lastPart == order) decide(rows);
  }
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const rows = unitAt(index).rows;
    if (!rows) continue;
    const side = unitAt(rows).side;
    if (!side || isMain(index) == side > 0) continue;
    const score = blockAt(index).main;
    if (side > 0 ? score >= unitAt(rows).least : score < SURE_PART_MAIN) more += change(index, side > 0, Unit.ROWS);
  }
  return more;
}
