/** The twin of the captions: what figures with an image say between blocks of the main content. */
import type { OpenBlock } from './page-text.ts';
import { ignoredIn, type ReferenceElement } from './tree.ts';

/** Log odds of a block. */
interface Judged {
  readonly template: number;
  readonly main: number;
}

const NEAR = 8;

export function imagesIn(element: ReferenceElement, ignored: ReadonlySet<string>): number {
  return element.children.reduce((count, child) => {
    if (child.kind !== 'element' || ignored.has(child.name)) return count;
    return count + Number(child.name === 'img') + imagesIn(child, ignored);
  }, 0);
}

const total = (block: OpenBlock, of: 'length' | 'linked'): number => block.all.reduce((sum, text) => sum + text[of], 0);

/** The innermost figure that the block is, or is at most five blocks below. */
function figureOf(block: OpenBlock): OpenBlock | undefined {
  let at: OpenBlock | undefined = block;
  for (let level = 0; at?.above !== undefined && level < 6; level += 1, at = at.above)
    if (at.element.name === 'figure') return at;
  return undefined;
}

/** Orders of the blocks that are captions. `root` is the page. */
export function captionsOf(
  root: ReferenceElement,
  blocks: readonly OpenBlock[],
  judged: readonly Judged[],
  isMain: readonly boolean[],
  galleries: ReadonlySet<number>,
): ReadonlySet<number> {
  const ignored = ignoredIn(root);
  const captions = new Set<number>();
  const figures = blocks.map((block, order) => (isMain[order] ? undefined : figureOf(block)));
  for (let start = 0; start < blocks.length; ) {
    const figure = figures[start];
    const end = figures.findIndex((other, order) => order >= start && (other !== figure || figure === undefined));
    const run = [...blocks.keys()].slice(start, Math.max(start + 1, end < 0 ? blocks.length : end));
    start += run.length;
    if (figure === undefined) continue;
    const first = run[0] ?? 0;
    const isLinked = total(figure, 'linked') * 2 >= total(figure, 'length');
    const before = [...blocks.keys()].slice(Math.max(0, first - NEAR), first);
    const isNear = isLinked
      ? isMain[first - 1] && (blocks[first - 1]?.words ?? 0) >= 8 && isMain[start]
      : before.some((order) => isMain[order] || captions.has(order)) && isMain.slice(start, start + NEAR).some(Boolean);
    const words = run.reduce((sum, order) => sum + (blocks[order]?.words ?? 0), 0);
    const isPicture = imagesIn(figure.element, ignored) > 0;
    if (!isNear || words > 80 || !isPicture) continue;
    for (const order of run) {
      const { main, template } = judged[order] as Judged;
      const isHeading = /^h[1-6]$/.test(blocks[order]?.element.name ?? '');
      if (main >= -3 && template <= 2 && !isHeading && !galleries.has(order)) captions.add(order);
    }
  }
  return captions;
}
