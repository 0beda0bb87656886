/**
 * Layers: an article that opens in a dialog or an overlay over a feed. What is behind the layer is no main content then, however much
 * of it there is.
 */
import { NodeKind } from '../html/records';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { Measure } from '../evidence/block/measure-records';
import { rankedCount } from '../evidence/block/measure';
import { contextAt } from '../evidence/model/contexts';
import { measureAt, indexOf } from '../evidence/block/measures';
import { blockAt } from '../page/arena';
import { Known, forgetValues, readAttributes } from '../page/attribute-values';
import { isNamed } from '../page/attribute-names';
import { isHiddenByTag } from '../page/hidden';
import { valueIs } from '../page/match';
import { LAYER_WORDS, NOTICE_WORDS } from '../vocabulary';
import { spend } from '../work';
import { change, unitAt } from './unit-blocks';
import { isParagraph } from './paragraphs';
import { Unit } from './unit-records';

/** Maximum number of levels from a paragraph up to its layer. */
const LEVELS: u32 = 16;
/** Minimum number of paragraphs of an article that directly follow another one. */
const FOLLOWERS_LEAST: u32 = 2;
/** Work for an ancestor. */
const LEVEL_STEPS: u64 = 64;

/** The order of the heading of the article in the layer, or that of no block. */
export let layerHeading: u32 = Measure.NO_ORDER;

/** Whether the main content is an article in a layer over another page. */
export function isLayer(): bool {
  return layerHeading != Measure.NO_ORDER;
}

/** The longest paragraph of the main content; 0 without one. */
function longestParagraph(): u32 {
  let longest: u32 = 0;
  let words: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (measureAt(index).words <= words || !isParagraph(index)) continue;
    words = measureAt(index).words;
    longest = index;
  }
  return longest;
}

/** The outermost layer around a block; 0 without one, and where it asks for something or is not open. */
function layerAround(inner: u32): u32 {
  let layer: u32 = 0;
  forgetValues();
  spend(LEVELS * LEVEL_STEPS);
  for (let level: u32 = 0, index = inner; index && level < LEVELS; ++level, index = measureAt(index).parent) {
    const node = blockAt(index).node;
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    readAttributes(node);
    if (measureAt(index).tag != Tag.DIALOG && !valueIs(Known.ROLE, 'dialog') && !isNamed(LAYER_WORDS)) continue;
    if (isHiddenByTag(node)) return 0;
    layer = index;
  }
  return layer && !asks(inner) ? layer : 0;
}

/** Whether an element around a block asks for something. */
function asks(index: u32): bool {
  for (let level: u32 = 0; index && level < LEVELS; ++level, index = measureAt(index).parent) {
    const node = blockAt(index).node;
    if (nodeAt(node).kind != NodeKind.ELEMENT) continue;
    readAttributes(node);
    if (isNamed(NOTICE_WORDS)) return true;
  }
  return false;
}

/** Leaves out what is behind the layer of an article. By how much that changes the length of the main content. */
export function takeLayer(): u32 {
  layerHeading = Measure.NO_ORDER;
  const longest = longestParagraph();
  const layer = longest ? layerAround(longest) : 0;
  if (!layer) return 0;
  const end = contextAt(layer).end;
  let heading: u32 = 0;
  // Paragraphs that follow another one, in the layer and behind it: teasers have headings between them.
  let inside: u32 = 0;
  let behind: u32 = 0;
  let follows: bool = false;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const isInside = index >= layer && index < end;
    const is = isParagraph(index);
    if (is && follows) {
      if (isInside) ++inside;
      else ++behind;
    }
    follows = is;
    const level = measureAt(index).level;
    if (isInside && level && level < 3 && order < measureAt(longest).order && !(heading && level == 2)) heading = index;
  }
  if (!heading || inside < FOLLOWERS_LEAST || behind >= inside) return 0;
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (index < layer || index >= end) more += change(index, false, Unit.LAYER);
  }
  more += change(heading, true, Unit.LAYER);
  unitAt(heading).unit = Unit.LAYER;
  layerHeading = measureAt(heading).order;
  return more;
}
