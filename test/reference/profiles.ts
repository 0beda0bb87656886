/** The twin of the profiles: what is short beside every post of a thread is no main content. */
import { ordersByPlace } from './cards.ts';
import type { OpenBlock } from './page-text.ts';

/** Which blocks with text are main content, in their order; `main` are their log odds of that. */
export function withoutProfiles(
  blocks: readonly OpenBlock[],
  isMain: readonly boolean[],
  main: readonly number[],
): boolean[] {
  const isSaid = (order: number): boolean => {
    const { words = 0, element } = blocks[order] ?? {};
    return words > 10 || /^h[1-6]$/.test(element?.name ?? '') || (main[order] ?? 0) >= 1.5;
  };
  const isList = (orders: readonly number[]): boolean => orders.some((order, at) => order - 1 === orders[at - 1]);
  const profiles = ordersByPlace(blocks).filter(
    (orders) => orders.length >= 5 && !isList(orders) && !orders.some(isSaid),
  );
  const dropped = new Set(profiles.flat());
  const lengthOf = (chosen: (order: number) => boolean): number =>
    blocks.reduce((sum, { own }, order) => sum + (isMain[order] && chosen(order) ? own : 0), 0);
  if (lengthOf((order) => dropped.has(order)) * 2 > lengthOf(() => true)) return [...isMain];
  return isMain.map((is, order) => is && !dropped.has(order));
}
