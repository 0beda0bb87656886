/** The number of a product in the address of its page. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf } from '../html/records.ts';

/** Long numbers of a path. */
const NUMBERS = /\d{5,}/g;
/** Digits of the longest number of a product. */
const DIGITS_MAX = 14;
/** Attributes with values that scripts and forms send to the shop. */
const SENT = /^(?:value|data-.+)$/;

/** The last number of a path, where the page sends it to the shop too: other numbers may be of a category or a day. */
export function numberInAddress(core: Core, path: string): string | undefined {
  const number = path.match(NUMBERS)?.at(-1);
  const end =
    number === undefined || number.length > DIGITS_MAX ? 0 : core.result(layout.Page.NODE_COUNT) * layout.Node.BYTES;
  for (let node = layout.Node.BYTES; node < end; node += layout.Node.BYTES) {
    if (core.tagAndKind(node).kind !== layout.NodeKind.ELEMENT) continue;
    if (!((core.node(node, layout.Node.TAG) >>> 24) & layout.Flag.ATTRIBUTES)) continue;
    for (const [name, value] of attributesOf(core, node)) if (value === number && SENT.test(name)) return number;
  }
  return undefined;
}
