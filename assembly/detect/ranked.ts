/** Blocks, by their index and by the order of their text. */
import { Part } from '../page/records';
import { blockAt, ranked } from '../page/arena';

/** Index of the block whose text is the `order`-th. */
export function indexOf(order: u32): u32 {
  return load<u32>(ranked + ((<usize>order) << 2));
}

/** Whether the block of an index is main content. */
export function isMain(index: u32): bool {
  return blockAt(index).part == Part.MAIN;
}
