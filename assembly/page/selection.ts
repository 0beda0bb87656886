/** Which blocks an output has. A *selection* is a set of bits: one for each kind, and one for each part. */
import { Block, BlockKind, Part } from '../layout';

/** Whether a block has a kind or a part of the selection. A block without text has neither. */
export function isSelected(block: usize, selection: u32): bool {
  const kind = load<u32>(block, Block.KIND);
  const parts = kind == BlockKind.NONE ? 0 : selection >> (Part.SELECT + load<u32>(block, Block.PART));
  return (((selection >> kind) | parts) & 1) != 0;
}
