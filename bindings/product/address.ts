/** The number of a product in the address of its page. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf } from '../html/records.ts';

/** The last long number of a path. */
const NUMBER = /(?<!\d)\d{5,14}(?!\d)(?!.*\d{5})/;
/** Attributes with values that scripts and forms send to the shop. */
const SENT = /^(?:value|data-.+)$/;

/** The last number of a path, where the page sends it to the shop too: other numbers may be of a category or a day. */
export function numberInAddress(core: Core, path: string): string | undefined {
  const [number] = NUMBER.exec(path) ?? [];
  const end = number === undefined ? 0 : core.result(layout.Page.NODE_COUNT) * layout.Node.BYTES;
  for (let node = layout.Node.BYTES; node < end; node += layout.Node.BYTES) {
    if (core.tagAndKind(node).kind !== layout.NodeKind.ELEMENT) continue;
    if (!((core.node(node, layout.Node.TAG) >>> 24) & layout.Flag.ATTRIBUTES)) continue;
    for (const [name, value] of attributesOf(core, node)) if (value === number && SENT.test(name)) return number;
  }
  return undefined;
}
