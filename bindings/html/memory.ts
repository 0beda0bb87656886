/** What nodes leave in the source, and is read from there when somebody asks: addresses are seen here as in ../memory.ts. */
import type { CoreExports } from '../load.ts';
import type { Core } from '../memory.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const textAt = (core: Core, start: number, length: number): string => decoder.decode(core.bytesAt(start, length));

/** Linear memory until the next call; words in it need not be aligned. */
const wordsOf = (core: Core): DataView => new DataView(core.bytesAt(0, 0).buffer);

const addressOf = (core: Core, run: (exports: CoreExports) => number): number => core.call(run) >>> 0;

/** The mode of the document parsed last: a `MODE_…`. */
export const documentMode = (core: Core): number => core.call((exports) => exports.documentMode());

/** Name, public and system identifier of a doctype as they stand in the source; null where there is none. */
export function identifiersOf(core: Core, doctype: number): (string | null)[] {
  const at = addressOf(core, (exports) => exports.doctypeOf(doctype));
  const words = wordsOf(core);
  return [0, 8, 16].map((pair) => {
    const start = words.getUint32(at + pair, true);
    return start === 0 ? null : textAt(core, start, words.getUint32(at + pair + 4, true));
  });
}

/** The attributes of an element by their names in lower case; of those with one name the first counts. */
export function attributesOf(core: Core, element: number): Map<string, string> {
  const { layout } = core;
  const found = new Map<string, string>();
  const flags = core.node(element, layout.NODE_TAG) >>> 24;
  if (flags & layout.FLAG_ATTRIBUTES) {
    const end = core.node(element, layout.NODE_EXTRA);
    readTag(core, end - core.node(element, layout.NODE_EXTRA_LENGTH), end, found);
  }
  if (flags & layout.FLAG_MERGED) {
    const at = addressOf(core, (exports) => exports.mergedAddress());
    const count = core.call((exports) => exports.mergedCount());
    for (let tag = at; tag < at + count * layout.MERGED_BYTES; tag += layout.MERGED_BYTES) {
      const words = wordsOf(core);
      if (words.getUint32(tag + layout.MERGED_NODE, true) !== element) continue;
      const start = words.getUint32(tag + layout.MERGED_START, true);
      readTag(core, start, words.getUint32(tag + layout.MERGED_END, true), found);
    }
  }
  return found;
}

/** Adds the attributes of a start tag that are not there yet. */
function readTag(core: Core, start: number, end: number, found: Map<string, string>): void {
  const { ATTRIBUTE_BYTES, ATTRIBUTE_NAME_LENGTH, ATTRIBUTE_VALUE_LENGTH } = core.layout;
  const buffer = addressOf(core, (exports) => exports.attributesOf(start, end));
  if (buffer === 0) throw core.noMemory();
  const words = wordsOf(core);
  const stop = buffer + 4 + words.getUint32(buffer, true);
  for (let at = buffer + 4; at < stop; ) {
    const value = at + ATTRIBUTE_BYTES + words.getUint32(at + ATTRIBUTE_NAME_LENGTH, true);
    const next = value + words.getUint32(at + ATTRIBUTE_VALUE_LENGTH, true);
    const name = textAt(core, at + ATTRIBUTE_BYTES, value - at - ATTRIBUTE_BYTES);
    if (!found.has(name)) found.set(name, textAt(core, value, next - value));
    at = next;
  }
}
