/** Data that a page contains as JSON. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf, elementsOf } from '../html/records.ts';

/** Bytes of a start tag; only longer ones may have data in an attribute. */
const TAG_BYTES = 512;

/**
 * Texts of scripts and values of attributes that begin as JSON, in document order. Types of scripts are ignored,
 * because many have none.
 */
export function embeddedDataOf(core: Core): string[] {
  const found: string[] = [];
  // Contents of a `template` are skipped.
  let templateEnd = 0;
  for (const node of elementsOf(core)) {
    if (core.node(node, layout.Node.START) < templateEnd) continue;
    const name = core.nameOf(node);
    if (name === 'template') templateEnd = core.node(node, layout.Node.END);
    else if (name === 'script') found.push(core.rawText(core.node(node, layout.Node.FIRST_CHILD)));
    else if (core.node(node, layout.Node.EXTRA_LENGTH) > TAG_BYTES)
      found.push(...[...attributesOf(core, node).values()].filter(({ length }) => length >= TAG_BYTES / 2));
  }
  return found.filter((text) => /^\s*[[{]/.test(text));
}
