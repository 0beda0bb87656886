/**
 * Cells of a table, items of a list, and terms with their descriptions are main content together, or none is. A part is an item, a cell, a
 * term or a description with one short text; longer ones are judged by themselves. The specification of a product is always main content:
 * scores of its cells say little.
 */
import { Kinds } from '../layout';
import { Verdict } from '../page/records';
import { contextAt } from '../evidence/model/contexts';
import { pageTraits } from '../evidence/model/context';
import { sitePages } from '../evidence/model/forest';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { IN_LIST, IN_TABLE } from '../elements';
import { Tag } from '../html/names';
import { blockAt } from '../page/arena';
import { spend } from '../work';
import { Unit, UnitBlock, change, isMain, unitAt } from './unit-blocks';
import { isInNamed } from './asides';
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
/** The same if nearly all other parts, or what is around the table, are main content. */
const FOLLOWER_OF_SURE_MAIN: i32 = -1536;
/** Minimum log odds, in 1/1024, of a part that is kept when the others are dropped, and of the texts around a table amid main content. */
const SURE_PART_MAIN: i32 = 1024;
/** Share of the parts that are nearly all, in hundredths. */
const NEARLY_ALL: u32 = 90;

/** Minimum parts of a specification. */
const SPECIFICATION_LEAST: u32 = 4;
/** At least one in OWN_LEAST parts is not template of the site. */
const OWN_LEAST: u32 = 3;
/** Denominator of the maximum share of links in a table amid main content. */
const LINKS_WHOLE: u32 = 3;
/** Numerator of that share. */
const LINKS_MOST: u32 = 2;
/** Levels of a list or table of links and of the elements around it whose name may be that of navigation. */
const NAME_LEVELS: u32 = 3;

function isList(tag: u32): bool {
  return tag == Tag.UL || tag == Tag.OL;
}

function isPart(tag: u32): bool {
  return tag == Tag.LI || tag == Tag.TD || tag == Tag.TH || tag == Tag.DT || tag == Tag.DD;
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

/** True for a table of a product that is neither mostly template nor a list of links. */
function isSpecification(unit: UnitBlock): bool {
  if (unit.parts < SPECIFICATION_LEAST || unit.ownParts * OWN_LEAST < unit.parts) return false;
  return unit.linkedParts * LINKS_FEW <= unit.parts && isSurely(Kinds.PRODUCT);
}

/**
 * True for a table that is neither mostly template nor mostly links, and has main content around it: a heading of a section before it, or
 * texts before and after it that are surely main content.
 */
function isAmidMain(unit: UnitBlock): bool {
  if (!unit.firstPart || unit.ownParts * OWN_LEAST < unit.parts) return false;
  if (unit.linkedParts * LINKS_WHOLE > unit.parts * LINKS_MOST) return false;
  const before = unit.firstPart - 1;
  const after = unit.lastPart + 1;
  if (isMain(indexOf(before)) && measureAt(contextAt(indexOf(before)).headed).level > 1) return true;
  return after < rankedCount && isSurelyMain(before) && isSurelyMain(after);
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
  const isTable = !isList(measureAt(index).tag);
  if (main && unit.linkedParts * LINKS_WHOLE >= count * LINKS_MOST && isInNamed(index, 'nav*', NAME_LEVELS)) {
    side = -1;
  } else if (main == count) {
    side = 1;
  } else if (isTable && isSpecification(unit)) {
    side = 1;
    least = i32.MIN_VALUE;
  } else if (measureAt(index).tag == Tag.TABLE && isAmidMain(unit)) {
    side = 1;
    least = FOLLOWER_OF_SURE_MAIN;
  } else if (count >= PARTS_LEAST && main) {
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
