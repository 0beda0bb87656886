/**
 * Styles of blocks: the layout blocks of Chen, Ye and Li (SAC 2006, section 3.1). A style consists of a block's element
 * and some attributes, and the ordinals of the block and its ancestors among sibling blocks.
 */
import { Cursor, layout, type PageContext } from 'refrain/engine';
import { hashOf } from './hash.ts';

const PAPER = ['bgcolor', 'width', 'height', 'border', 'align', 'cellpadding', 'cellspacing'] as const;
/** With the class, which modern pages use instead of these attributes. */
const CLASSES = [...PAPER, 'class'] as const;

/** Style hashes of the current page's blocks with text. */
export function stylesOf(page: PageContext<unknown>, mode: 'paper' | 'classes', secret: number): number[] {
  const { core } = page;
  const attributes = mode === 'classes' ? CLASSES : PAPER;
  const count = core.result(layout.Page.BLOCK_COUNT);
  // Positions are hashed, because those of deeply nested blocks are long.
  const positions = new Float64Array(count);
  const children = new Uint32Array(count);
  const styles: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = index * layout.Block.BYTES;
    if (index > 0) {
      const parent = core.block(at, layout.Block.PARENT) / layout.Block.BYTES;
      const ordinal = (children[parent] ?? 0) + 1;
      children[parent] = ordinal;
      positions[index] = hashOf(`${positions[parent]} ${ordinal}`, secret);
    }
    if (core.block(at, layout.Block.VERDICT) === layout.Verdict.NONE) continue;
    const element = new Cursor(page, core.block(at, layout.Block.NODE));
    const values = element.attributes;
    // JSON distinguishes a missing attribute (null) from an empty one.
    const style = [element.name, ...attributes.map((name) => values.get(name) ?? null)];
    styles.push(hashOf(`${positions[index]} ${JSON.stringify(style)}`, secret));
  }
  return styles;
}
