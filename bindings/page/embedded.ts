/** Data that a page contains as JSON. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf, elementsOf } from '../html/records.ts';
import { textsNamed } from '../trees/walk.ts';
import type { PageContext } from './context.ts';

/** Minimum bytes of a start tag that may have data in an attribute; shorter tags are not read. */
const TAG_BYTES = 512;

/**
 * Texts of scripts and values of attributes that begin as JSON, in document order. Types of scripts are ignored,
 * because many have none.
 */
export function embeddedDataOf<N>({ core, tree }: PageContext<N>): string[] {
  const texts = tree === undefined ? textsInSource(core) : [...textsNamed(tree, 'script')];
  return texts.filter((text) => /^\s*[[{]/.test(text));
}

function textsInSource(core: Core): string[] {
  const found: string[] = [];
  // In invalid markup, many elements may share one start tag.
  const read = new Set<number>();
  // Contents of a `template` are skipped.
  let templateEnd = 0;
  for (const node of elementsOf(core)) {
    if (core.node(node, layout.Node.START) < templateEnd) continue;
    const name = core.nameOf(node);
    const tag = core.node(node, layout.Node.EXTRA);
    if (name === 'template') templateEnd = core.node(node, layout.Node.END);
    else if (name === 'script') found.push(core.rawText(core.node(node, layout.Node.FIRST_CHILD)));
    else if (core.node(node, layout.Node.EXTRA_LENGTH) >= TAG_BYTES && !read.has(tag)) {
      found.push(...[...attributesOf(core, node).values()].filter(({ length }) => length >= TAG_BYTES / 2));
      read.add(tag);
    }
  }
  return found;
}
