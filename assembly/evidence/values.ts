/**
 * Values of a page beside the labels of its site: the price, the size or the date of a product, a line that says who and where. On
 * every page their place is there, and other values are like them, so the site's evidence takes them for template. A value is told
 * from the title of the next page, or of another one in a menu, by what stands around it: it is no link, and among few.
 */
import { Block, Measure, Segment } from '../layout';
import { blocks, segments, sightings } from '../page/arena';
import { measureAt } from './records';

/** A text is rare if its place was on this many times as many pages. */
const RARE: u32 = 3;
/** One part in so many, at least, of the text of a value is rare; at most, of the blocks and the text around it is links. */
const PARTS: u32 = 4;
/** The group of a value is the nearest of so many elements around it that has this many blocks with text. */
const LEVELS: u32 = 4;
const GROUP_BLOCKS: u32 = 4;

function word(measure: usize, offset: usize): u32 {
  return load<u32>(measure + offset);
}

/** Length of the text of the `index`-th block that is rare at its place, of which `df` pages have the place. */
function rareLength(index: u32, df: u32): u32 {
  let length: u32 = 0;
  let segment = load<u32>(blocks + index * <u32>Block.BYTES, Block.FIRST_SEGMENT);
  for (; segment != Segment.NONE; segment = load<u32>(segments + segment, Segment.NEXT)) {
    if (load<u32>(segments + segment, Segment.DF) * RARE <= df) length += load<u32>(segments + segment, Segment.LENGTH);
  }
  return length;
}

/** Whether the `index`-th block, whose segments and place were looked up, is a value at a known place. */
export function isValue(index: u32): bool {
  let measure = measureAt(index);
  const df = load<u32>(sightings + word(measure, Measure.SIGHTING), Segment.DF);
  if (!df || word(measure, Measure.LINKED)) return false;
  if (rareLength(index, df) * PARTS < word(measure, Measure.TEXT)) return false;
  for (let level: u32 = 0; level < LEVELS && word(measure, Measure.DEPTH); ++level) {
    measure = measureAt(word(measure, Measure.PARENT));
    const count = word(measure, Measure.ALL_BLOCKS);
    if (count < GROUP_BLOCKS) continue;
    const isLinked = word(measure, Measure.ALL_LINKED) * PARTS > word(measure, Measure.ALL_TEXT);
    return !isLinked && word(measure, Measure.ALL_LINKS) * PARTS <= count;
  }
  return false;
}
