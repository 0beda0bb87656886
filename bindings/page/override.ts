import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/** What a person has decided of an element: its text is always kept, or never. */
export type Override = 'keep' | 'drop' | undefined;

/** Puts what was decided of elements in place of the verdicts on the blocks of the current page. `of`: for the element of a block. */
export function overrideBlocks(core: Core, of: (element: number) => Override): void {
  core.divideParts();
  const end = core.result(layout.Page.BLOCK_COUNT) * layout.Block.BYTES;
  for (let block = 0; block < end; block += layout.Block.BYTES) {
    if (core.block(block, layout.Block.KIND) === layout.BlockKind.NONE) continue;
    const override = of(core.block(block, layout.Block.NODE));
    if (override === undefined) continue;
    if (override === 'keep') core.keepBlock(block);
    else core.setBlock(block, layout.Block.KIND, layout.BlockKind.TEMPLATE);
    if (core.hasMain)
      core.setBlock(block, layout.Block.PART, override === 'keep' ? layout.Part.MAIN : layout.Part.REST);
  }
}
