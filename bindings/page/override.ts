import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/** What a person has decided of an element: its text is always kept, or never; or it is not the main content. */
export type Override = 'keep' | 'drop' | 'rest' | undefined;

/** A block of the current page, by the element that it is of, and the verdicts on it. */
export interface JudgedBlock {
  readonly element: number;
  /** Unicode code points. */
  readonly length: number;
  readonly isContent: boolean;
  readonly isMain: boolean;
}

/** The blocks of the current page. */
export function judgedBlocks(core: Core): JudgedBlock[] {
  core.divideParts();
  return core.textBlocks().map((block) => ({
    element: core.block(block, layout.Block.NODE),
    length: core.block(block, layout.Block.LENGTH),
    isContent: core.block(block, layout.Block.KIND) !== layout.BlockKind.TEMPLATE,
    isMain: core.partOf(block) === layout.Part.MAIN,
  }));
}

/** Puts what was decided of elements in place of the verdicts on the blocks of the current page. `of`: for the element of a block. */
export function overrideBlocks(core: Core, of: (element: number) => Override): void {
  core.divideItems();
  for (const block of core.textBlocks()) {
    const override = of(core.block(block, layout.Block.NODE));
    if (override === undefined) continue;
    if (override === 'keep') core.keepBlock(block);
    else if (override === 'drop') core.setBlock(block, layout.Block.KIND, layout.BlockKind.TEMPLATE);
    if (core.hasMain)
      core.setBlock(block, layout.Block.PART, override === 'keep' ? layout.Part.MAIN : layout.Part.REST);
  }
}
