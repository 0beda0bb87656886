/** The number of a product in the URL of its page. */
import type { Core } from '../core.ts';
import { attributesOf, elementsOf } from '../html/records.ts';

/** Long numbers of a path. */
const NUMBERS = /\d{5,}/g;
/** Maximum number of digits. */
const DIGITS_MAX = 14;
/** Names of attributes whose values scripts and forms send to the shop. */
const SENT = /^(?:value|data-.+)$/;

/**
 * The last number of a path, if an attribute of the page that is sent to the shop contains it too. Other numbers may be
 * a category or a date.
 */
export function numberInUrl(core: Core, path: string): string | undefined {
  const number = path.match(NUMBERS)?.at(-1);
  if (number === undefined || number.length > DIGITS_MAX) return undefined;
  for (const node of elementsOf(core)) {
    for (const [name, value] of attributesOf(core, node)) if (value === number && SENT.test(name)) return number;
  }
  return undefined;
}
