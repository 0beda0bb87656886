/** Blocks as plain data. */
import { layout } from '../core-exports.ts';
import { tooComplex } from '../memory.ts';
import type { Block } from './block.ts';
import type { PageContext } from './context.ts';
import type { BlockRecord } from './records.ts';

/** Maximum bytes of a character of a path as JSON. */
const CHARACTER_BYTES = 6;

/**
 * Blocks as plain data. Their paths share memory until they are written, so their length is checked before.
 *
 * @throws {LimitError} `PAGE_TOO_COMPLEX` where blocks and paths are too long together
 */
export function recordsOf<N>(context: PageContext<N>, blocks: readonly Block[]): BlockRecord[] {
  let left = context.core.result(layout.Page.BYTES) * layout.Blocks.BYTES_PER_BYTE + layout.Blocks.BYTES_MIN;
  return blocks.map((block) => {
    const record = block.toJSON();
    left -= layout.Blocks.RECORD_BYTES + record.path.length * CHARACTER_BYTES;
    if (left < 0) throw tooComplex('the records and paths of the blocks are too long together for a page of this size');
    return record;
  });
}
