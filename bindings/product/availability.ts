/** Availability of a product, by lines near its price. */
import { IN_STOCK, SOLD_OUT } from '../vocabulary.ts';
import type { Line } from './page-lines.ts';
import type { Availability } from './record.ts';

/** Maximum number of lines from the price to one with the availability. */
const DISTANCE = 12;
/** UTF-16 units of the longest of these lines. */
const LINE_MAX = 60;
const OUT = new RegExp(`^${SOLD_OUT}[.!]?$`, 'iu');
const IN = new RegExp(`^${IN_STOCK}[.!]?(?: .{0,30})?$`, 'iu');

/** The availability, if only one line states it. Several lines are about variants or shops. */
export function nearbyAvailability(lines: readonly Line[], price: number): Availability | undefined {
  const states = lines
    .slice(Math.max(0, price - DISTANCE), price + DISTANCE)
    .filter(({ text }) => text.length <= LINE_MAX)
    .map(({ text }) => (OUT.test(text) ? 'OutOfStock' : IN.test(text) ? 'InStock' : undefined))
    .filter((state) => state !== undefined);
  return states.length === 1 ? states[0] : undefined;
}
