/** The twin of layers: the article in a dialog or an overlay over a feed. */
import type { OpenBlock } from './page-text.ts';
import type { ReferenceElement } from './tree.ts';

const LAYERS = /(?:^|[^a-zA-Z]|(?=[A-Z]))(?:modal|dialog|overlay|lightbox|popup)/i;
const NOTICES = /(?:^|[^a-zA-Z]|(?=[A-Z]))(?:cookie|consent|gdpr|privacy|cmp|newsletter|subscri|signup|login|paywall)/i;

export const isNamed = ({ className, id }: ReferenceElement, names: RegExp): boolean =>
  names.test(className ?? '') || names.test(id ?? '');

/** The elements of a block and around it but the root, from the nearest on. */
function around(block: OpenBlock): OpenBlock[] {
  const path: OpenBlock[] = [];
  for (let at = block; at.above !== undefined; at = at.above) path.push(at);
  return path;
}

function layerOf(block: OpenBlock): OpenBlock | undefined {
  const near = around(block).slice(0, 16);
  const isLayer = ({ element }: OpenBlock): boolean =>
    element.name === 'dialog' || /^\s*dialog\s*$/i.test(element.role ?? '') || isNamed(element, LAYERS);
  if (near.some((at) => isNamed(at.element, NOTICES) || (isLayer(at) && at.element.isHidden))) return undefined;
  return near.findLast(isLayer);
}

const levelOf = ({ element }: OpenBlock): number => Number(/^h([1-6])$/.exec(element.name)?.[1] ?? 0);

/** Which blocks are running text of the main content. */
export const paragraphsOf = (blocks: readonly OpenBlock[], isMain: readonly boolean[]): boolean[] =>
  blocks.map(
    (block, order) =>
      isMain[order] === true && block.words >= 12 && block.linked * 2 < block.own && levelOf(block) === 0,
  );

/** The order of the heading of the article in a layer, and which blocks are in it; undefined without one. */
export function articleInLayer(
  blocks: readonly OpenBlock[],
  isMain: readonly boolean[],
): { readonly heading: number; readonly isInside: readonly boolean[] } | undefined {
  const isParagraph = paragraphsOf(blocks, isMain);
  const most = Math.max(...blocks.filter((_, order) => isParagraph[order]).map(({ words }) => words));
  const longest = blocks.findIndex(({ words }, order) => isParagraph[order] === true && words === most);
  const layer = blocks[longest] && layerOf(blocks[longest]);
  if (layer === undefined) return undefined;
  const isInside = blocks.map((block) => around(block).includes(layer));
  const following = (where: boolean): number =>
    isParagraph.filter((is, order) => is && isParagraph[order - 1] === true && isInside[order] === where).length;
  const levels = blocks.slice(0, longest).map((block, order) => (isInside[order] === true ? levelOf(block) : 0));
  const heading = levels.includes(1) ? levels.lastIndexOf(1) : levels.indexOf(2);
  if (heading < 0 || following(true) < 2 || following(false) >= following(true)) return undefined;
  return { heading, isInside };
}
