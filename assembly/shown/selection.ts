/** Which blocks an output has. A *selection* is a set of bits: one for each verdict, and one for each part. */
import { Block, Verdict, Part } from '../page/records';

/** Whether a block has a verdict or a part of the selection. A block without text has neither. */
export function isSelected(block: Block, selection: u32): bool {
  const verdict = block.verdict;
  const parts = verdict == Verdict.NONE ? 0 : selection >> (Part.SELECT + block.part);
  return (((selection >> verdict) | parts) & 1) != 0;
}
