/**
 * Posts and items: who wrote a post and when, and what an item costs, stands beside it on every page of the kind, and is little text. In
 * an output with pictures, which is a document, it stands where the page has it; text has none, as of captions.
 *
 * A position has authors, dates or prices if most of its blocks look like one and main content stands between them: one for each post.
 */
import { firstAttribute, isAttribute, nextAttribute } from '../html/attributes';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { Block, Flag, Measure, Node, Part, Segment, Unit } from '../layout';
import { Amount, amountOf } from '../evidence/amounts';
import { levelOf, tagOfBlock } from '../evidence/likeness';
import { rankedCount } from '../evidence/measure';
import { measureAt } from '../evidence/records';
import { input, segments } from '../page/arena';
import { WORD_TABLE_BYTES, hasWord, tableOf } from '../page/attribute-words';
import { isFromSource } from '../page/element-text';
import { spend } from '../work';
import { hasPosts, isOffer, isProduct } from './kind';
import { groupOf, groupPositions } from './positions';
import { blockAt, indexOf, isMain } from './ranked';

/** What a block says of a post or an item. */
namespace Item {
  export const NONE: u32 = 0;
  export const PERSON: u32 = 1;
  export const DATE: u32 = 2;
  export const PRICE: u32 = 3;
  export const COUNT: u32 = 4;
}

const PERSON_NAMES = 'author byline creat poster member user ';
const PERSON_LINKS = 'author contributor member people/ profile user ';
const DATE_NAMES = 'date posted publish time ';
const PERSON_TABLE = tableOf(PERSON_NAMES, memory.data(WORD_TABLE_BYTES, 4));
const LINK_TABLE = tableOf(PERSON_LINKS, memory.data(WORD_TABLE_BYTES, 4));
const DATE_TABLE = tableOf(DATE_NAMES, memory.data(WORD_TABLE_BYTES, 4));

/** How sure it is what a block is: by its text, by a name, by the element. */
const BY_TEXT: u32 = 1;
const BY_NAME: u32 = 2;
const BY_ELEMENT: u32 = 3;

/** Most words of a name, of a date or a price with what is said beside it, and of what an element or a class says is a date. */
const NAME_WORDS: u32 = 4;
const SHORT_WORDS: u32 = 10;
const WORDS_MOST: u32 = 16;
/** The elements around a text that may say what it is. */
const LEVELS: u32 = 3;
/** Years. */
const FIRST_YEAR: u32 = 1980;
const LAST_YEAR: u32 = 2100;
/** Of ten blocks at a position, so many at least look alike, and of ten gaps between them so many have main content. */
const MOST: u32 = 8;
/** The price of a product is at most this many blocks behind its name. */
const NEAR: u32 = 40;

/** What was found last: `Item.…`, and how sure that is. */
let kind: u32 = Item.NONE;
let rank: u32 = 0;

/** The best group of each kind: its first block and one, its rank and its blocks. */
const BEST = memory.data(<i32>(Item.COUNT * 12), 4);

/** Whether the elements around a text say that it is a date; `isPerson`: that it is a name. How sure that is. */
function namedAs(node: u32, isPerson: bool): u32 {
  let best: u32 = 0;
  for (let level: u32 = 0; level < LEVELS; ++level) {
    node = load<u32>(nodeAt(node), Node.PARENT);
    if (!node) break;
    const at = nodeAt(node);
    const tag = <u32>load<u16>(at, Node.TAG);
    if (!isPerson && tag == Tag.TIME) return BY_ELEMENT;
    if (!isFromSource() || !(load<u8>(at, Node.FLAGS) & Flag.ATTRIBUTES)) continue;
    const end = input + load<u32>(at, Node.EXTRA);
    const length = load<u32>(at, Node.EXTRA_LENGTH);
    spend(length);
    firstAttribute(end - length);
    while (nextAttribute(end)) {
      if (isAttribute('class')) {
        if (isPerson ? hasWord(PERSON_NAMES, PERSON_TABLE) : hasWord(DATE_NAMES, DATE_TABLE)) best = max(best, BY_NAME);
      } else if (isPerson && tag == Tag.A && isAttribute('href')) {
        if (hasWord(PERSON_LINKS, LINK_TABLE)) best = BY_ELEMENT;
      }
    }
  }
  return best;
}

function hasDigit(node: u32): bool {
  const at = load<usize>(nodeAt(node), Node.TEXT);
  const end = at + load<u32>(nodeAt(node), Node.TEXT_LENGTH);
  for (let byte = at; byte < end; ++byte) if (<u32>load<u8>(byte) - 0x30 < 10) return true;
  return false;
}

/** Whether a text has a year and another number. */
function hasYear(node: u32): bool {
  let at = load<usize>(nodeAt(node), Node.TEXT);
  const end = at + load<u32>(nodeAt(node), Node.TEXT_LENGTH);
  let numbers: u32 = 0;
  let years: u32 = 0;
  while (at < end) {
    let digits: u32 = 0;
    let value: u32 = 0;
    for (; at < end && <u32>load<u8>(at) - 0x30 < 10 && digits < 9; ++at, ++digits)
      value = value * 10 + load<u8>(at) - 0x30;
    if (!digits) ++at;
    else if (digits == 4 && value >= FIRST_YEAR && value < LAST_YEAR) ++years;
    else ++numbers;
  }
  return years != 0 && numbers != 0;
}

/** Finds what a text of a block of so many words is, and how sure that is. */
function findKindOf(node: u32, words: u32): void {
  const isShort = words <= SHORT_WORDS;
  if (hasDigit(node)) {
    if (isShort && amountOf(node) == Amount.PRICE) {
      kind = Item.PRICE;
      rank = BY_TEXT;
      return;
    }
    rank = max(namedAs(node, false), isShort && hasYear(node) ? BY_TEXT : 0);
    if (rank) {
      kind = Item.DATE;
      return;
    }
  }
  if (words > NAME_WORDS) return;
  rank = namedAs(node, true);
  if (rank) kind = Item.PERSON;
}

/** Finds what a block is by the first of its texts that says so, and how sure that is. */
function findKind(index: u32): void {
  kind = Item.NONE;
  rank = 0;
  const words = load<u32>(measureAt(index), Measure.WORDS);
  if (!words || words > WORDS_MOST || levelOf(tagOfBlock(index)) == 1) return;
  let segment = load<u32>(blockAt(index), Block.FIRST_SEGMENT);
  for (; segment != Segment.NONE && !kind; segment = load<u32>(segments + segment, Segment.NEXT))
    findKindOf(load<u32>(segments + segment, Segment.NODE), words);
}

/** Sets how many gaps before, between and behind the blocks of each group have main content. */
function measureGaps(): void {
  let mainBefore: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    if (group == measureAt(index)) {
      store<u32>(group, 0, Measure.GAPS);
      store<u32>(group, 0, Measure.RANK);
      store<u32>(group, 0, Measure.ITEM_KINDS);
      store<u32>(group, 0, Measure.MAIN_BEFORE);
    }
    addGap(group, mainBefore);
    store<u32>(group, mainBefore, Measure.MAIN_BEFORE);
    mainBefore += u32(isMain(index));
  }
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (groupOf(index) == measureAt(index)) addGap(measureAt(index), mainBefore);
  }
}

function addGap(group: usize, mainBefore: u32): void {
  if (mainBefore > load<u32>(group, Measure.MAIN_BEFORE))
    store<u32>(group, load<u32>(group, Measure.GAPS) + 1, Measure.GAPS);
}

/** Whether a group has several blocks with main content between them. */
function isBetween(group: usize): bool {
  const size = load<u32>(group, Measure.GROUP_SIZE);
  return size > 1 && load<u32>(group, Measure.GAPS) * 10 >= size * MOST;
}

/** Sets what the blocks of groups between main content are, which takes longest: the first that is anything decides for its group. */
function measureKinds(): void {
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = groupOf(index);
    if (!isBetween(group)) continue;
    findKind(index);
    if (!kind) continue;
    const had = load<u32>(group, Measure.ITEM_KINDS);
    if (had && had >> 24 != kind) continue;
    store<u32>(group, ((had & 0xffffff) + 1) | (kind << 24), Measure.ITEM_KINDS);
    store<u32>(group, max(rank, load<u32>(group, Measure.RANK)), Measure.RANK);
  }
}

/** Finds the best group of each kind. */
function chooseGroups(): bool {
  memory.fill(BEST, 0, Item.COUNT * 12);
  let found = false;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const group = measureAt(index);
    if (group != groupOf(index)) continue;
    const kinds = load<u32>(group, Measure.ITEM_KINDS);
    const size = load<u32>(group, Measure.GROUP_SIZE);
    if (!kinds || (kinds & 0xffffff) * 10 < size * MOST) continue;
    const best = BEST + (kinds >> 24) * 12;
    const own = load<u32>(group, Measure.RANK);
    if (own < load<u32>(best, 4) || (own == load<u32>(best, 4) && size <= load<u32>(best, 8))) continue;
    store<u32>(best, index + 1);
    store<u32>(best, own, 4);
    store<u32>(best, size, 8);
    found = true;
  }
  // Each post has an author as it has a date: names of fewer are of those whom some posts answer.
  const dates = load<u32>(BEST + Item.DATE * 12, 8);
  if (load<u32>(BEST + Item.PERSON * 12, 8) * 2 < dates) store<u32>(BEST + Item.PERSON * 12, 0);
  return found;
}

function isBest(item: u32, group: u32): bool {
  return load<u32>(BEST + item * 12) == group;
}

function keep(index: u32): void {
  const block = blockAt(index);
  if (load<u32>(block, Block.PART) != Part.REST) return;
  store<u32>(block, Part.ITEM, Block.PART);
  store<u32>(measureAt(index), Unit.ITEM, Measure.UNIT);
}

/** Keeps the first price behind the headline of a product. */
function keepPrice(headline: u32): void {
  const end = min(rankedCount, headline + NEAR);
  for (let order = headline + 1; order < end; ++order) {
    findKind(indexOf(order));
    if (kind != Item.PRICE) continue;
    if (isProduct()) keep(indexOf(order));
    return;
  }
}

/** Keeps authors and dates of posts, and prices of items; `headline` is the order of the headline, or that of no block. */
export function keepItems(headline: u32): void {
  groupPositions();
  measureGaps();
  measureKinds();
  if (chooseGroups()) {
    // The kind takes long to find out.
    const posts = hasPosts();
    const prices = isOffer();
    for (let order: u32 = 0; order < rankedCount; ++order) {
      const index = indexOf(order);
      const group = load<u32>(measureAt(index), Measure.GROUP);
      if (posts && (isBest(Item.PERSON, group) || isBest(Item.DATE, group))) keep(index);
      if (prices && isBest(Item.PRICE, group)) keep(index);
    }
  }
  if (headline < rankedCount) keepPrice(headline);
}
