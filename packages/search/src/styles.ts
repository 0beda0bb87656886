/**
 * Styles of blocks: the layout blocks of Chen, Ye and Li (SAC 2006, section 3.1). A style is the position of a block (the ordinals
 * of the block and of its ancestors among their sibling blocks), its element and some attributes.
 */
import { type Core, Cursor, layout } from 'refrain/engine';
import { hashOf } from './hash.ts';

const PAPER = ['bgcolor', 'width', 'height', 'border', 'align', 'cellpadding', 'cellspacing'] as const;
/** Today the class attribute replaces the attributes of the paper. */
const CLASSES = [...PAPER, 'class'] as const;

/** The styles of the blocks with text of the current page, each as a hash. */
export function stylesOf(core: Core, mode: 'paper' | 'classes', secret: number): number[] {
  const { Block, Page, Verdict } = layout;
  const attributes = mode === 'classes' ? CLASSES : PAPER;
  const count = core.result(Page.BLOCK_COUNT);
  // Hashes, because the positions of deeply nested blocks are long.
  const positions = new Float64Array(count);
  const children = new Uint32Array(count);
  const styles: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = index * Block.BYTES;
    if (index > 0) {
      const parent = core.block(at, Block.PARENT) / Block.BYTES;
      const ordinal = (children[parent] ?? 0) + 1;
      children[parent] = ordinal;
      positions[index] = hashOf(`${positions[parent]} ${ordinal}`, secret);
    }
    if (core.block(at, Block.VERDICT) === Verdict.NONE) continue;
    const element = new Cursor({ core, source: undefined, root: 0 }, core.block(at, Block.NODE));
    const values = element.attributes;
    // JSON has null for a missing attribute, which differs from an empty one.
    const style = [element.name, ...attributes.map((name) => values.get(name) ?? null)];
    styles.push(hashOf(`${positions[index]} ${JSON.stringify(style)}`, secret));
  }
  return styles;
}
