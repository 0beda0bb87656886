/**
 * What the site's pages say of a position (sightings.ts): on how many of them most of its text was judged template, and on how many
 * content. Each is a sighting of its own, so it is evicted by the same lifetimes: a position that changes sides is forgotten in time.
 *
 * A block follows its nearest position that enough pages had, where these agree. Pages count as their scores alone say, never as
 * corrected, so what was followed is no evidence for itself. Template follows more easily than content: a list whose entries are new
 * is judged template on some pages and content on others, while the text of an article is hardly ever judged template.
 */
import { Position } from './sighting-records';
import { blockAt, blockCount } from '../../page/arena';
import { measureAt } from '../block/measures';
import { valueOf } from './labelled-values';
import { EVIDENCE_DF, positionAt, positionCount, sightingAt } from './sightings';

/** Pages that a position needs. */
const PAGES_MIN: u32 = 8;
/** Log odds that are added or taken away, in 1/1024: a page that is surer than that decides alone. */
const FOLLOWED: i32 = 2048;

function isTemplate(position: Position): bool {
  return <u64>position.template * 2 > <u64>position.text;
}

/** Decides by the scores of the page, template above `threshold`, which verdicts on its positions it counts for, once for each page. */
export function noteVerdicts(threshold: i32): void {
  for (let index = blockCount - 1; index < blockCount; --index) addTemplate(index, threshold);
  for (let number: u32 = 0; number < positionCount; ++number) {
    const position = positionAt(number);
    position.verdicts = 0;
    if (position.verdictSighting == Position.NO_VERDICTS) continue;
    const template = sightingAt(position.verdictSighting);
    const content = template.nextRecord;
    template.isCounted = u32(isTemplate(position));
    content.isCounted = u32(!isTemplate(position));
    const templatePages = min(template.df, EVIDENCE_DF);
    position.verdicts = templatePages | ((templatePages + min(content.df, EVIDENCE_DF)) << 16);
  }
}

/** Adds the text of a block and of those inside of it that is template by score to its position and to the block around it. */
function addTemplate(index: u32, threshold: i32): void {
  const measure = measureAt(index);
  if (!measure.allText) return;
  const text = measure.text;
  const isTemplate = text && blockAt(index).score > threshold;
  const template = measure.allTemplate + (isTemplate ? text : 0);
  positionAt(measure.position).template += template;
  if (index) measureAt(measure.parent).allTemplate += template;
}

/** Moves the scores of blocks to what other pages say of their positions. */
export function followVerdicts(): void {
  // The root is the page, which is no place. Blocks stand behind those around them.
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
  // A value is found beside template: it follows none.
  if (template * 5 >= pages * 3) block.score = valueOf(index) ? score : score + FOLLOWED;
  else if (template * 20 <= pages) block.score = score - FOLLOWED;
}
