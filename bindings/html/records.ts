/** Attributes, doctypes and modes of the current tree. The module reads them from the source on request. */

import type { Core } from '../core.ts';
import { type CoreExports, layout } from '../core-exports.ts';
import type { Source } from '../source.ts';

const addressOf = (core: Core, run: (exports: CoreExports) => number): number => core.call(run) >>> 0;

/** A `NodeKind`. */
export const kindOf = (core: Core, node: number): number => (core.node(node, layout.Node.TAG) >>> 16) & 0xff;

export const flagsOf = (core: Core, node: number): number => core.node(node, layout.Node.TAG) >>> 24;

/** Name, public and system identifier of a doctype as in the source; null if one is missing. */
export function identifiersOf(core: Core, doctype: number): (string | null)[] {
  const at = addressOf(core, (exports) => exports.doctypeOf(doctype));
  const words = core.wordsView();
  return [0, 8, 16].map((pair) => {
    const start = words.getUint32(at + pair, true);
    return start === 0 ? null : core.textAt(start, words.getUint32(at + pair + 4, true));
  });
}

/** A tree in the module, and the source of its page. */
export interface ModuleTree {
  readonly core: Core;
  readonly source: Source;
}

/** A source offset in the record of a node, in units of the input; null if the node is not in the source. */
export function sourceOffset({ core, source }: ModuleTree, node: number, word: number): number | null {
  if (core.node(node, layout.Node.START) === layout.Node.NO_OFFSET) return null;
  return source.toInputOffset(core.node(node, word));
}

/** The start tag of an element with attributes, as in the source. */
export function startTagOf(core: Core, element: number): string {
  const end = core.node(element, layout.Node.EXTRA);
  return core.inputText(end - core.node(element, layout.Node.EXTRA_LENGTH), end);
}

/** The elements of the current tree in the order of their start tags, or those in a range of nodes. */
export function* elementsOf(
  core: Core,
  first: number = layout.Node.BYTES,
  end = core.result(layout.Page.NODE_COUNT) * layout.Node.BYTES,
): Generator<number> {
  for (let node = first; node < end; node += layout.Node.BYTES)
    if (kindOf(core, node) === layout.NodeKind.ELEMENT) yield node;
}

/** Maximum bytes of a start tag whose copies have attributes, as in the module: invalid markup copies tags many times. */
const COPIED_MAX = 512;

/** The attributes of an element by names in lower case. If a name occurs several times, the first value is used. */
export function attributesOf(core: Core, element: number, copiedMax = COPIED_MAX): Map<string, string> {
  const found = new Map<string, string>();
  const length = core.node(element, layout.Node.EXTRA_LENGTH);
  const isRead = length <= copiedMax || core.node(element, layout.Node.START) !== layout.Node.NO_OFFSET;
  if (isRead && flagsOf(core, element) & layout.Flag.ATTRIBUTES) {
    const end = core.node(element, layout.Node.EXTRA);
    readTag(core, end - length, end, found);
  }
  if (flagsOf(core, element) & layout.Flag.MERGED) {
    const at = addressOf(core, (exports) => exports.repeatedTagsAddress());
    const count = core.call((exports) => exports.repeatedTagCount());
    for (let tag = at; tag < at + count * layout.RepeatedTag.BYTES; tag += layout.RepeatedTag.BYTES) {
      const words = core.wordsView();
      if (words.getUint32(tag + layout.RepeatedTag.NODE, true) !== element) continue;
      const start = words.getUint32(tag + layout.RepeatedTag.START, true);
      readTag(core, start, words.getUint32(tag + layout.RepeatedTag.END, true), found);
    }
  }
  return found;
}

/** Adds the attributes of a start tag, except names that were found before. */
function readTag(core: Core, start: number, end: number, found: Map<string, string>): void {
  const buffer = core.reserve((exports) => exports.attributesOf(start, end));
  const words = core.wordsView();
  const stop = buffer + 4 + words.getUint32(buffer, true);
  for (let at = buffer + 4; at < stop; ) {
    const value = at + layout.AttributeRecord.BYTES + words.getUint32(at + layout.AttributeRecord.NAME_LENGTH, true);
    const next = value + words.getUint32(at + layout.AttributeRecord.VALUE_LENGTH, true);
    const name = core.textAt(at + layout.AttributeRecord.BYTES, value - at - layout.AttributeRecord.BYTES);
    if (!found.has(name)) found.set(name, core.textAt(value, next - value));
    at = next;
  }
}
