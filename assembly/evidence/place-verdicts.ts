/**
 * What the site's pages say of a position (sightings.ts): on how many of them most of its text was judged template, and on how many
 * content. Each is a sighting of its own, so it is evicted by the same lifetimes: a position that changes sides is forgotten in time.
 *
 * A block follows its nearest position that enough pages had, where these agree. Pages count as their scores alone say, never as
 * corrected, so what was followed is no evidence for itself. Template follows more easily than content: a list whose entries are new
 * is judged template on some pages and content on others, while the text of an article is hardly ever judged template.
 */
import { Sighting } from './measure-records';
import { Segment } from '../page/records';
import { blockAt, blockCount, sightings } from '../page/arena';
import { segmentKey } from '../page/hash';
import { threshold } from './forest';
import { add, measureAt } from './records';
import { valueOf } from './values';
import { EVIDENCE_DF, foldedEnd, knownPositionsEnd, positionsEnd } from './sightings';

const TEMPLATE_POSITION: u64 = 0x3c79ac492ba7b653;
const CONTENT_POSITION: u64 = 0x1c69b3f74ac4ae35;

/** Pages that a position needs. */
const PAGES_MIN: u32 = 8;
/** Log odds that are added or taken away, in 1/1024: a page that is surer than that decides alone. */
const FOLLOWED: i32 = 2048;

/** Ends of the sightings that the page counts for, and of the opposite ones behind them. */
let countedEnd: usize = 0;
let allEnd: usize = 0;

export function verdictsCounted(): usize {
  return countedEnd;
}

export function verdictsEnd(): usize {
  return allEnd;
}

/** The page has no verdicts on positions. */
export function clearVerdicts(): void {
  countedEnd = knownPositionsEnd();
  allEnd = countedEnd;
}

/** Whether verdicts on a position are counted: most positions that no page had before are never seen again. */
function isKnown(position: Segment): bool {
  return position.df != 0;
}

function isTemplate(position: usize): bool {
  return <u64>load<u32>(position, Sighting.TEMPLATE) * 2 > <u64>load<u32>(position, Sighting.TEXT);
}

/** Notes what the scores of the page say of its positions. The caller looks the sightings up. */
export function noteVerdicts(): void {
  const first = sightings + foldedEnd;
  const end = sightings + positionsEnd;
  for (let position = first; position < end; position += Segment.BYTES) {
    store<u32>(position, 0, Sighting.TEMPLATE);
    if (isKnown(changetype<Segment>(position))) countedEnd += Segment.BYTES;
  }
  for (let index: u32 = 0; index < blockCount; ++index) measureAt(index).allTemplate = 0;
  for (let index = blockCount - 1; index < blockCount; --index) addTemplate(index);
  let counted = changetype<Segment>(knownPositionsEnd());
  allEnd = countedEnd;
  for (let position = first; position < end; position += Segment.BYTES) {
    if (!isKnown(changetype<Segment>(position))) continue;
    const key = changetype<Segment>(position).key;
    const isMore = isTemplate(position);
    counted.key = segmentKey(key, isMore ? TEMPLATE_POSITION : CONTENT_POSITION);
    changetype<Segment>(allEnd).key = segmentKey(key, isMore ? CONTENT_POSITION : TEMPLATE_POSITION);
    counted = counted.nextRecord;
    allEnd += Segment.BYTES;
  }
}

/** Adds the text of a block and of those inside of it that is template by score to its position and to the block around it. */
function addTemplate(index: u32): void {
  const measure = measureAt(index);
  if (!measure.allText) return;
  const own = measure.text;
  const isOwn = own && blockAt(index).score > threshold;
  const template = measure.allTemplate + (isOwn ? own : 0);
  add(sightings + measure.sighting + Sighting.TEMPLATE, template);
  if (index) measureAt(measure.parent).allTemplate += template;
}

/** Moves the scores of blocks to what other pages say of their positions, after the sightings were looked up. */
export function followVerdicts(): void {
  let counted = changetype<Segment>(knownPositionsEnd());
  let other = changetype<Segment>(countedEnd);
  for (let position = sightings + foldedEnd; position < sightings + positionsEnd; position += Segment.BYTES) {
    if (!isKnown(changetype<Segment>(position))) {
      store<u32>(position, 0, Sighting.VERDICTS);
      continue;
    }
    const same = min(counted.df, EVIDENCE_DF);
    const opposite = min(other.df, EVIDENCE_DF);
    store<u32>(position, (isTemplate(position) ? same : opposite) | ((same + opposite) << 16), Sighting.VERDICTS);
    counted = counted.nextRecord;
    other = other.nextRecord;
  }
  // The root is the page, which is no place. Blocks stand behind those around them.
  measureAt(0).verdicts = 0;
  for (let index: u32 = 1; index < blockCount; ++index) follow(index);
}

function follow(index: u32): void {
  const measure = measureAt(index);
  if (!measure.allText) return;
  let verdicts = load<u32>(sightings + measure.sighting, Sighting.VERDICTS);
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
