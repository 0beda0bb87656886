/**
 * Rows of a table, items of a list, and labels with their values are main content together. A part is an item, a cell, a label or a value
 * with one short text; longer parts are judged by themselves. The specification of a product is main content whatever the scores of its
 * labels and values, which say little.
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

/** Maximum words of a part. */
const WORDS_MOST: u32 = 60;
/** Maximum levels from a part up to its list or table. */
const LEVELS: u32 = 5;
/** Minimum parts of a list or a table that is decided as a whole. */
const PARTS_LEAST: u32 = 3;

/** Share of main content among the parts of a list, in hundredths, from which all parts are. */
const LIST_PARTS: u32 = 80;
/** Share, in hundredths, below which no part is main content. From here on all parts of a table are: a table is never torn. */
const FEW: u32 = 10;
/** Denominator of the maximum share of links in a table that is kept as a whole, whatever the scores of its cells. */
const LINKS_FEW: u32 = 3;

/** Minimum log odds of main content, in 1/1024, of a part that follows the others. */
const FOLLOWER_MAIN: i32 = -512;
/** The same if nearly all other parts, or the texts around the table, are main content. */
const FOLLOWER_OF_SURE_MAIN: i32 = -1536;
/** Minimum log odds, in 1/1024, of a part that is kept when the others are dropped, and of the texts around a table amid main content. */
const SURE_PART_MAIN: i32 = 1024;
/** Share of the parts that are nearly all, in hundredths. */
const NEARLY_ALL: u32 = 90;

/** Minimum parts of a specification. */
const SPECIFICATION_LEAST: u32 = 4;
/** Half of the parts of a specification are labels; the difference is at most one for each LABELS_OFF parts. */
const LABELS_OFF: u32 = 4;
/** At least one in OWN_LEAST parts is not template of the site. */
const OWN_LEAST: u32 = 3;
/** Denominator of the maximum share of links in a table amid main content. */
const LINKS_WHOLE: u32 = 3;
/** Numerator of that share. */
const LINKS_MOST: u32 = 2;

function isList(tag: u32): bool {
  return tag == Tag.UL || tag == Tag.OL;
}

function isPart(tag: u32): bool {
  return tag == Tag.LI || tag == Tag.TD || tag == Tag.TH || tag == Tag.DT || tag == Tag.DD;
}

/** True if the part of a block is a label: a header cell, a term, or the first of two cells. */
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

/** The next element on one side of a node, past other nodes; 0 if there is none. */
function besideOf(node: u32, side: usize): u32 {
  do {
    spend(1);
    node = load<u32>(changetype<usize>(nodeAt(node)) + side);
  } while (node && nodeAt(node).kind != NodeKind.ELEMENT);
  return node;
}

/** The list or the table with a block as a part; 0 for any other block. */
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

function isSpecification(unit: UnitBlock): bool {
  const count = unit.parts;
  if (count < SPECIFICATION_LEAST || unit.ownParts * OWN_LEAST < count) return false;
  const off = <i32>(unit.labelParts * 2 - count);
  return <u32>abs(off) * LABELS_OFF <= count && isSurely(Kinds.PRODUCT);
}

/** True if a table is between two texts that are surely main content, and neither mostly template nor mostly links. */
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

/** Sets which parts of a list or table are main content (`side`), and the log odds below which a part is an exception (`least`). */
function decide(index: u32): void {
  const unit = unitAt(index);
  const count = unit.parts;
  const main = unit.mainParts;
  let side: i32 = 0;
  let least = FOLLOWER_MAIN;
  // Specifications are tested late, because finding the kind is slow.
  if (main == count) {
    side = 1;
  } else if (isSpecification(unit)) {
    side = 1;
    least = i32.MIN_VALUE;
  } else if (measureAt(index).tag == Tag.TABLE && isAmidMain(unit)) {
    side = 1;
    least = FOLLOWER_OF_SURE_MAIN;
  } else if (count >= PARTS_LEAST && main) {
    const isTable = !isList(measureAt(index).tag);
    side = main * 100 >= count * (isTable ? FEW : LIST_PARTS) ? 1 : main * 100 < count * FEW ? -1 : 0;
    if (main * 100 >= count * NEARLY_ALL) least = FOLLOWER_OF_SURE_MAIN;
    if (isTable && side > 0 && unit.linkedParts * LINKS_FEW <= count) least = i32.MIN_VALUE;
  }
  unit.side = side;
  unit.least = least;
}

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

/** Makes the parts of lists and tables alike. */
export function joinRows(): u32 {
  if (!(pageTraits & (IN_LIST | IN_TABLE))) return 0;
  spend(<u64>rankedCount * LEVELS * 2);
  countParts();
  // All decisions precede all changes: a decision is not evidence for another table.
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
