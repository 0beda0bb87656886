/** Blocks as plain data. */
import { tooComplex } from '../memory.ts';
import type { Block } from './block.ts';
import type { PageContext } from './context.ts';
import type { BlockRecord } from './records.ts';

/**
 * Blocks as plain data. Their paths share memory until they are written, so their length is checked before.
 *
 * @throws {LimitError} `PAGE_TOO_COMPLEX` where the paths are too long together
 */
export function recordsOf<N>(context: PageContext<N>, blocks: readonly Block[]): BlockRecord[] {
  const { PAGE_BYTES, PATHS_BYTES_MIN, PATHS_BYTES_PER_BYTE } = context.core.layout;
  let left = context.core.result(PAGE_BYTES) * PATHS_BYTES_PER_BYTE + PATHS_BYTES_MIN;
  return blocks.map((block) => {
    const record = block.toJSON();
    left -= record.path.length;
    if (left < 0) throw tooComplex('the paths of the blocks are too long together');
    return record;
  });
}
