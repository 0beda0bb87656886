/** Data that a page carries as JSON. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf, elementsOf } from '../html/records.ts';
import { textsNamed } from '../trees/walk.ts';
import type { PageContext } from './context.ts';

/** Minimum length of a start tag that may have data in an attribute, in bytes: others are not read. */
const TAG_BYTES = 512;

/** Texts of scripts, and values of attributes, that begin as JSON does, in document order. Types are not read: many have none. */
export function embeddedDataOf<N>({ core, tree }: PageContext<N>): string[] {
  const texts = tree === undefined ? textsInSource(core) : [...textsNamed(tree, 'script')];
  return texts.filter((text) => /^\s*[[{]/.test(text));
}

function textsInSource(core: Core): string[] {
  const isInTemplate = templateTest(core);
  const found: string[] = [];
  // Where markup is broken, many elements have one start tag.
  const read = new Set<number>();
  for (const node of elementsOf(core)) {
    const isLong = core.node(node, layout.Node.EXTRA_LENGTH) >= TAG_BYTES;
    const isScript = core.nameOf(node) === 'script';
    if (!(isScript || isLong) || isInTemplate(node)) continue;
    if (isScript) found.push(core.rawText(core.node(node, layout.Node.FIRST_CHILD)));
    else {
      const tag = core.node(node, layout.Node.EXTRA);
      if (!read.has(tag)) found.push(...longAttributes(core, node));
      read.add(tag);
    }
  }
  return found;
}

function longAttributes(core: Core, node: number): string[] {
  return [...attributesOf(core, node).values()].filter(({ length }) => length >= TAG_BYTES / 2);
}

/** A test whether an element is a template or in one, which remembers its answers: what is in a template is not the page's. */
function templateTest(core: Core): (element: number) => boolean {
  const known = new Map<number, boolean>([[0, false]]);
  return (element) => {
    const chain: number[] = [];
    let node = element;
    while (!known.has(node) && core.nameOf(node) !== 'template') {
      chain.push(node);
      node = core.node(node, layout.Node.PARENT);
    }
    const answer = known.get(node) ?? true;
    for (const each of [...chain, node]) known.set(each, answer);
    return answer;
  };
}
