/**
 * Rows of a table, items of a list, and labels with their values are main content together. A part is an item, a cell, a label or a
 * value with one short text; parts with more are judged alone. The specification of a product is main content of its page, whatever
 * the scores of its labels and values, which say little.
 */
import { Block, BlockKind, Measure, Unit } from '../layout';
import { sitePages } from '../evidence/forest';
import { levelOf, tagOfBlock } from '../evidence/likeness';
import { rankedCount } from '../evidence/measure';
import { add, measureAt } from '../evidence/records';
import { Tag } from '../html/names';
import { blockCount } from '../page/arena';
import { spend } from '../work';
import { change } from './change';
import { isProduct } from './kind';
import { blockAt, indexOf, isMain } from './ranked';

/** A part has no more words than this, and is this many blocks below its list or table at most. */
const WORDS_MOST: u32 = 60;
const LEVELS: u32 = 5;
/** A list or a table that is decided as one has at least this many parts. */
const PARTS_LEAST: u32 = 3;

/** Of a hundred parts of a list, and of a table, how many are main content where all are; and how few where none is. */
const LIST_PARTS: u32 = 80;
const TABLE_PARTS: u32 = 33;
const FEW: u32 = 10;

/**
 * Log odds of main content, in 1/1024: a part below the first is clearly something else, where nearly all others are main content one
 * below the second, and one above the third is not left out.
 */
const SURELY_REST: i32 = -512;
const SURELY_ELSE: i32 = -1536;
const SURELY_MAIN: i32 = 1024;
const NEARLY_ALL: u32 = 90;

/** A specification has at least so many parts; every second one is a label, give or take one of so many parts. */
const SPECIFICATION_LEAST: u32 = 4;
const LABELS_OFF: u32 = 4;
/** At least one part in so many is no template by the site, else it is on every page. */
const OWN_LEAST: u32 = 3;

function isList(tag: u32): bool {
  return tag == Tag.UL || tag == Tag.OL;
}

function isPart(tag: u32): bool {
  return tag == Tag.LI || tag == Tag.TD || tag == Tag.TH || tag == Tag.DT || tag == Tag.DD;
}

function isLabel(tag: u32): bool {
  return tag == Tag.TH || tag == Tag.DT;
}

/** The list or the table of which a block is a part; 0 where it is none. */
function unitOf(index: u32): u32 {
  if (load<u32>(measureAt(index), Measure.WORDS) > WORDS_MOST || levelOf(tagOfBlock(index))) return 0;
  let part = false;
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    const measure = measureAt(index);
    const tag = tagOfBlock(index);
    if (!part && load<u32>(measure, Measure.ALL_BLOCKS) > 1) return 0;
    if (isPart(tag)) part = true;
    else if (isList(tag) || tag == Tag.TABLE || tag == Tag.DL) return part ? index : 0;
    index = load<u32>(measure, Measure.PARENT);
  }
  return 0;
}

/** Whether a table or list of labels and values says what a product is. */
function isSpecification(unit: u32): bool {
  const measure = measureAt(unit);
  const count = load<u32>(measure, Measure.PARTS);
  if (count < SPECIFICATION_LEAST || load<u32>(measure, Measure.OWN_PARTS) * OWN_LEAST < count) return false;
  const off = <i32>(load<u32>(measure, Measure.LABELS) * 2 - count);
  return <u32>abs(off) * LABELS_OFF <= count && isProduct();
}

/** The tag of the part that a block is or is in. */
function partTag(index: u32): u32 {
  while (!isPart(tagOfBlock(index))) index = load<u32>(measureAt(index), Measure.PARENT);
  return tagOfBlock(index);
}

/** Whether all parts of a list or table are main content: 1 yes, -1 none, 0 as each is judged. */
function decide(unit: u32): i32 {
  if (isSpecification(unit)) return 1;
  const measure = measureAt(unit);
  const count = load<u32>(measure, Measure.PARTS);
  const main = load<u32>(measure, Measure.MAIN_PARTS);
  if (count < PARTS_LEAST || !main) return 0;
  if (main * 100 >= count * (isList(tagOfBlock(unit)) ? LIST_PARTS : TABLE_PARTS)) return 1;
  return main * 100 < count * FEW ? -1 : 0;
}

/** Log odds below which a part of a list or table is clearly something else. */
function leastOf(unit: u32): i32 {
  if (isSpecification(unit)) return i32.MIN_VALUE;
  const measure = measureAt(unit);
  const isNearlyAll = load<u32>(measure, Measure.MAIN_PARTS) * 100 >= load<u32>(measure, Measure.PARTS) * NEARLY_ALL;
  return isNearlyAll ? SURELY_ELSE : SURELY_REST;
}

/** Makes the parts of lists and tables alike; by how much that changes the length of the main content. */
export function joinRows(): u32 {
  spend(<u64>rankedCount * LEVELS * 2);
  for (let index: u32 = 0; index < blockCount; ++index) {
    const measure = measureAt(index);
    store<u64>(measure, 0, Measure.PARTS);
    store<u32>(measure, 0, Measure.LABELS);
    store<u32>(measure, 0, Measure.OWN_PARTS);
  }
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const unit = unitOf(index);
    store<u32>(measureAt(index), unit, Measure.ROWS);
    if (!unit) continue;
    const measure = measureAt(unit);
    add(measure + Measure.PARTS, 1);
    add(measure + Measure.MAIN_PARTS, u32(isMain(index)));
    add(measure + Measure.LABELS, u32(isLabel(partTag(index))));
    const isOwn = !sitePages || load<u32>(blockAt(index), Block.KIND) == BlockKind.CONTENT;
    add(measure + Measure.OWN_PARTS, u32(isOwn));
  }
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const unit = load<u32>(measureAt(index), Measure.ROWS);
    const side = unit ? decide(unit) : 0;
    if (!side || isMain(index) == side > 0) continue;
    const score = load<i32>(blockAt(index), Block.MAIN);
    if (side > 0 ? score >= leastOf(unit) : score < SURELY_MAIN) more += change(index, side > 0, Unit.ROWS);
  }
  return more;
}
