/** The twin of galleries: dozens of pictures with captions beside an article. */
import { imagesIn } from './captions.ts';
import { isNamed } from './layers.ts';
import type { OpenBlock } from './page-text.ts';
import { ignoredIn, type ReferenceElement } from './tree.ts';

const NAMES = /(?:^|[^a-zA-Z]|(?=[A-Z]))(?:galler|carousel|slide|swiper|lightbox)/i;

const wordsIn = ({ all }: OpenBlock): number => all.reduce((sum, { words }) => sum + words, 0);
const isHeading = ({ element }: OpenBlock): boolean => /^h[1-6]$/.test(element.name);

/** A block and those around it, but for the root. */
function pathOf(block: OpenBlock, levels: number): OpenBlock[] {
  const path: OpenBlock[] = [];
  for (let at = block; at.above !== undefined && path.length < levels; at = at.above) path.push(at);
  return path;
}

/** Orders of the captions of galleries, where an article stands beside them. `root` is the page. */
export function galleriesOf(
  root: ReferenceElement,
  blocks: readonly OpenBlock[],
  isParagraph: readonly boolean[],
): ReadonlySet<number> {
  const ignored = ignoredIn(root);
  const pictureOf = (block: OpenBlock): OpenBlock | undefined => {
    const path = pathOf(block, 5);
    const at = path.findIndex(({ element }) => imagesIn(element, ignored) > 0);
    const [picture, small] = [path[at], path.slice(0, at + 1)];
    if (picture === undefined || small.some((one) => isHeading(one) || wordsIn(one) > 60)) return undefined;
    const around = pathOf(picture, 6);
    const end = around.findIndex((one) => wordsIn(one) !== wordsIn(picture));
    return around[(end < 0 ? around.length : end) - 1];
  };
  const pictures = blocks.map(pictureOf);
  const found = new Set<number>();
  for (let start = 0; start < blocks.length; ) {
    const parent = pictures[start]?.above;
    const after = pictures.findIndex((one, order) => order > start && (one === undefined || one.above !== parent));
    const end = parent === undefined ? start + 1 : after < 0 ? blocks.length : after;
    const run = [...blocks.keys()].slice(start, end);
    const [first, count] = [pictures[start], new Set(pictures.slice(start, end)).size];
    start = end;
    if (first === undefined || parent === undefined || count < 30) continue;
    const isFigure = pathOf(blocks[run[0] ?? 0] as OpenBlock, Infinity).some(
      ({ element }) => element.name === 'figure',
    );
    if (!isFigure && !pathOf(first, 5).some(({ element }) => isNamed(element, NAMES))) continue;
    const words = blocks.map(({ words: own }, order) =>
      isParagraph[order] === true && pictures[order] === undefined && !run.includes(order) ? own : 0,
    );
    if (words.reduce((sum, own) => sum + own, 0) >= 150) for (const order of run) found.add(order);
  }
  return found;
}
