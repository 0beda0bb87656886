/** Blocks, by their index and by the order of their text. */
import { Block, Part } from '../layout';
import { blocks, ranked } from '../page/arena';

/** Index of the block whose text is the `order`-th. */
export function indexOf(order: u32): u32 {
  return load<u32>(ranked + ((<usize>order) << 2));
}

export function blockAt(index: u32): usize {
  return blocks + <usize>index * Block.BYTES;
}

/** Whether the block of an index is main content. */
export function isMain(index: u32): bool {
  return load<u32>(blockAt(index), Block.PART) == Part.MAIN;
}
