/**
 * Verdicts of pages on a position (occurrences.ts): how many pages had mostly template there, and how many mostly content. Both are counted
 * as occurrences.
 *
 * The verdicts on a block's position, or on the nearest ancestor's position with enough pages, change its score if they agree. Verdicts are
 * counted by scores before this change, so that they are not evidence for themselves. Template needs less agreement than content: a list
 * with new entries is template on some pages and content on others, but an article is rarely template.
 */
import { Occurrence, Position } from './occurrence-records';
import { blockAt, blockCount } from '../../page/arena';
import { measureAt } from '../block/measures';
import { valueOf } from './labelled-values';
import { EVIDENCE_DF, positionAt, positionCount, occurrenceAt } from './occurrences';

/** Minimum number of pages with verdicts on a position. */
const PAGES_MIN: u32 = 8;
/** Log odds that are added or subtracted, in 1/1024. A more certain score keeps its verdict. */
const FOLLOWED: i32 = 2048;

function isTemplate(position: Position): bool {
  return <u64>position.template * 2 > <u64>position.text;
}

/** Decides by the scores which verdicts apply to the page. Called once for each page. */
export function noteVerdicts(threshold: i32): void {
  for (let index = blockCount - 1; index < blockCount; --index) addTemplate(index, threshold);
  for (let number: u32 = 0; number < positionCount; ++number) {
    const position = positionAt(number);
    position.verdicts = 0;
    if (position.verdictOccurrence == Position.NO_VERDICTS) continue;
    const template = occurrenceAt(position.verdictOccurrence);
    const content = template.nextRecord<Occurrence>();
    template.isCounted = u32(isTemplate(position));
    content.isCounted = u32(!isTemplate(position));
    const templatePages = min(template.df, EVIDENCE_DF);
    position.verdicts = templatePages | ((templatePages + min(content.df, EVIDENCE_DF)) << 16);
  }
}

/** Adds the text in a block's element that is template by score to the block's position and parent. */
function addTemplate(index: u32, threshold: i32): void {
  const measure = measureAt(index);
  if (!measure.allText) return;
  const text = measure.text;
  const isTemplate = text && blockAt(index).score > threshold;
  const template = measure.allTemplate + (isTemplate ? text : 0);
  positionAt(measure.position).template += template;
  if (index) measureAt(measure.parent).allTemplate += template;
}

/** Moves the scores of blocks towards the verdicts of other pages. */
export function followVerdicts(): void {
  // The root is the page, not a position. Parents precede their children.
  measureAt(0).verdicts = 0;
  for (let index: u32 = 1; index < blockCount; ++index) follow(index);
}

function follow(index: u32): void {
  const measure = measureAt(index);
  if (!measure.allText) return;
  let verdicts = positionAt(measure.position).verdicts;
  if (verdicts >>> 16 < PAGES_MIN) verdicts = measureAt(measure.parent).verdicts;
  measure.verdicts = verdicts;
  const template = verdicts & 0xffff;
  const pages = verdicts >>> 16;
  if (!pages) return;
  const block = blockAt(index);
  const score = block.score;
  // Not for a value, which is next to template without being template.
  if (template * 5 >= pages * 3) block.score = valueOf(index) ? score : score + FOLLOWED;
  else if (template * 20 <= pages) block.score = score - FOLLOWED;
}
