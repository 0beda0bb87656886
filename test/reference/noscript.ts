/**
 * Pages that serve their text in `noscript`. Such a page has next to no other text, since a script would write it. It is read as
 * a browser without scripting reads it.
 */
import { ignoredIn, parseTree, type ReferenceElement, type ReferenceNode } from './tree.ts';

export type NoscriptMode = 'auto' | 'ignore';

/** A page with as much text outside of `noscript` is read as it is; and so much source in `noscript` is nothing. */
const ENOUGH = 512;
/** The source in `noscript` is read where it is longer than the other text by more than this factor. */
const FACTOR = 8;

/** The tree of a page, and whether the texts in its `noscript` elements are texts of the page. */
export function readTree(source: string, mode: NoscriptMode): ReferenceElement {
  const tree = parseTree(source);
  if (mode === 'ignore') return tree;
  let outside = 0;
  let inside = 0;
  const ignored = ignoredIn(tree);
  const pending: ReferenceNode[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'text') outside += [...node.data.replace(/\s+/g, ' ').trim()].length;
    else if (node.name === 'noscript') inside += sourceIn(node);
    else if (!ignored.has(node.name)) for (const child of node.children) pending.push(child);
  }
  if (outside >= ENOUGH || inside <= ENOUGH + FACTOR * outside) return tree;
  return { ...parseTree(source, false), readsNoscript: true };
}

/** Bytes of what a browser with scripting takes for one text. */
function sourceIn({ children: [text] }: ReferenceElement): number {
  return text?.kind === 'text' ? new TextEncoder().encode(text.data).length : 0;
}
