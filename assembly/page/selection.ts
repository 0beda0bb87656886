/** Which blocks an output has. A *selection* is a set of bits: one for each kind, and one for each part. */
import { BLOCK_KIND, BLOCK_KIND_NONE, BLOCK_PART, SELECT_PARTS } from '../layout';

/** Whether a block has a kind or a part of the selection. A block without text has neither. */
// @ts-ignore: decorator
@inline
export function isSelected(block: usize, selection: u32): bool {
  const kind = load<u32>(block, BLOCK_KIND);
  const parts = kind == BLOCK_KIND_NONE ? 0 : selection >> (SELECT_PARTS + load<u32>(block, BLOCK_PART));
  return (((selection >> kind) | parts) & 1) != 0;
}
