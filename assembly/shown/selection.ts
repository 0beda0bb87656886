/** Which blocks an output has. A *selection* is a set of bits: one for each kind, and one for each part. */
import { Block, BlockKind, Part } from '../page/records';

/** Whether a block has a kind or a part of the selection. A block without text has neither. */
export function isSelected(block: Block, selection: u32): bool {
  const kind = block.kind;
  const parts = kind == BlockKind.NONE ? 0 : selection >> (Part.SELECT + block.part);
  return (((selection >> kind) | parts) & 1) != 0;
}
