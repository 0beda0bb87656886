/** Paragraphs of the main content: its running text. */
import { measureAt } from '../evidence/block/measures';
import { isMain } from './unit-blocks';

/** Minimum number of words of a paragraph. */
const PARAGRAPH_WORDS: u32 = 12;

/** Whether a block is main content, no heading, and not mostly links. */
export function isParagraph(index: u32): bool {
  const measure = measureAt(index);
  return (
    isMain(index) && measure.words >= PARAGRAPH_WORDS && <u64>measure.linked * 2 < <u64>measure.text && !measure.level
  );
}
