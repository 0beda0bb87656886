/** Data that a page carries as JSON. */

import { type Core, lowerCase } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf } from '../html/records.ts';
import type { TreeAdapter } from '../trees/adapter.ts';
import type { PageContext } from './context.ts';
import { elementName, insideTest } from './elements.ts';

/** What is in such an element is not the page's. */
const FOREIGN = new Set(['template']);

/** Minimum length of a start tag that may have data in an attribute, in bytes: others are not read. */
const TAG_BYTES = 512;

/** Texts of scripts, and values of attributes, that begin as JSON does, in document order. Types are not read: many have none. */
export function embeddedDataOf<N>(page: PageContext<N>): string[] {
  const { core, origin } = page;
  const { adapter } = origin;
  const isForeign = insideTest(core, FOREIGN);
  const found: string[] = [];
  // Where markup is broken, many elements have one start tag.
  const read = new Set<number>();
  for (let number = 1; number < core.result(layout.Page.NODE_COUNT); number += 1) {
    const node = number * layout.Node.BYTES;
    const name = elementName(core, node);
    if (name === '') continue;
    if (adapter !== undefined) found.push(...textsInTree(page, node, name, adapter));
    else if (name === 'script' && !isForeign(node)) found.push(core.rawText(core.node(node, layout.Node.FIRST_CHILD)));
    else if (core.node(node, layout.Node.EXTRA_LENGTH) >= TAG_BYTES && !isForeign(node)) {
      const tag = core.node(node, layout.Node.EXTRA);
      if (!read.has(tag)) found.push(...longAttributes(core, node));
      read.add(tag);
    }
  }
  return found.filter((text) => /^\s*[[{]/.test(text));
}

function longAttributes(core: Core, node: number): string[] {
  return [...attributesOf(core, node).values()].filter(({ length }) => length >= TAG_BYTES / 2);
}

/** The walk of a tree leaves out what is in a script, and the contents of a head. An adapter reads no other attributes. */
function textsInTree<N>(page: PageContext<N>, node: number, name: string, adapter: TreeAdapter<N>): string[] {
  const element = name === 'script' || name === 'head' ? page.nodeOf(node) : undefined;
  if (element === undefined) return [];
  const scripts =
    name === 'script' ? [element] : childrenOf(element, adapter).filter((child) => isScript(child, adapter));
  return scripts.map((script) => {
    const texts = childrenOf(script, adapter).filter((child) => adapter.kind(child) === 'text');
    return texts.map((text) => adapter.text(text)).join('');
  });
}

const childrenOf = <N>(node: N, adapter: TreeAdapter<N>): N[] => Array.from(adapter.children(node));

const isScript = <N>(node: N, adapter: TreeAdapter<N>): boolean =>
  adapter.kind(node) === 'element' && lowerCase(adapter.name(node)) === 'script';
