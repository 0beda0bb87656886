/** Pages as safe HTML, with the blocks of the detector found again in the tree of `refrain/html`. */
import { type NodeCursor, sanitise, walk } from '@refrain/viewer';
import type { HtmlParser } from 'refrain/html';

/** What is needed to find the element of a block: its path, and the source offsets of its texts. */
export interface BlockSource {
  readonly path: string;
  readonly starts: readonly number[];
}

/** Writes a page; the element of each block has its number in `data-b`, and every text of a block is in a `data-s`. */
export type Render = (html: string, blocks: readonly BlockSource[]) => string;

/** A cursor that knows the source offset of its node. */
type SourceCursor = NodeCursor & { readonly start: number | null };

/**
 * The block of each element that opens one, by the position of the element in document order. The element is the ancestor of
 * the block's texts that is as deep as the block's path is long.
 */
function blocksByElement(
  cursor: SourceCursor,
  blocks: readonly BlockSource[],
  blockAt: ReadonlyMap<number, number>,
): Map<number, number> {
  const depths = blocks.map(({ path }) => path.split('/').length);
  const open: number[] = [];
  const found = new Map<number, number>();
  let elements = 0;
  walk(cursor, {
    enter: () => open.push(elements++),
    leave: () => open.pop(),
    text: () => {
      const block = blockAt.get(cursor.start ?? -1);
      const element = block === undefined ? undefined : open[(depths[block] ?? 0) - 1];
      if (block !== undefined && element !== undefined) found.set(element, block);
    },
  });
  return found;
}

/**
 * @param parser with the option `scripting: true`, since the detector reads pages as a browser that runs scripts
 */
export function createRender(parser: HtmlParser): Render {
  return (html, blocks) => {
    const tree = parser.parse(html);
    const blockAt = new Map(blocks.flatMap(({ starts }, block) => starts.map((start) => [start, block] as const)));
    const numbers = blocksByElement(tree.cursor(), blocks, blockAt);
    const cursor = tree.cursor();
    let elements = 0;
    return sanitise(cursor, {
      blockOfElement: () => numbers.get(elements++),
      isBlockText: () => blockAt.has(cursor.start ?? -1),
    });
  };
}
