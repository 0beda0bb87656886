/** The number of a product in the address of its page. */
import type { Core } from '../core.ts';
import { attributesOf, elementsOf, hasAttributes } from '../html/records.ts';

/** Long numbers of a path. */
const NUMBERS = /\d{5,}/g;
/** Digits of the longest number of a product. */
const DIGITS_MAX = 14;
/** Attributes with values that scripts and forms send to the shop. */
const SENT = /^(?:value|data-.+)$/;

/** The last number of a path, where the page sends it to the shop too: other numbers may be of a category or a day. */
export function numberInAddress(core: Core, path: string): string | undefined {
  const number = path.match(NUMBERS)?.at(-1);
  if (number === undefined || number.length > DIGITS_MAX) return undefined;
  for (const node of elementsOf(core)) {
    if (!hasAttributes(core, node)) continue;
    for (const [name, value] of attributesOf(core, node)) if (value === number && SENT.test(name)) return number;
  }
  return undefined;
}
