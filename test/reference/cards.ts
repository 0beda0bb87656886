/** The twin of the cards: on pages of offers, a position at which half of the blocks are main content is main content. */
import type { OpenBlock, SureKind } from './page-text.ts';

/** Orders of the blocks at each position. */
export function ordersByPlace(blocks: readonly OpenBlock[]): number[][] {
  const places = new Map<string, number[]>();
  for (const [order, { place }] of blocks.entries()) {
    const orders = places.get(place);
    if (orders === undefined) places.set(place, [order]);
    else orders.push(order);
  }
  return [...places.values()];
}

const OFFERS: readonly SureKind[] = ['product', 'listing', 'collection', 'service'];

/** Whether a page surely shows products, items or offers. */
export const isOffer = (kind: SureKind): boolean => OFFERS.includes(kind);

/** Which blocks with text are main content, in their order; `main` are their log odds of that. */
export function joinCards(
  blocks: readonly OpenBlock[],
  isMain: readonly boolean[],
  main: readonly number[],
  kind: SureKind,
): boolean[] {
  const joined = [...isMain];
  for (const orders of isOffer(kind) ? ordersByPlace(blocks) : []) {
    if (orders.length < 4 || orders.filter((order) => isMain[order]).length * 2 < orders.length) continue;
    for (const order of orders) joined[order] ||= (main[order] ?? 0) > -3;
  }
  return joined;
}
