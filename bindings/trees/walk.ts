/** Reads from a tree what the event stream does not contain. */
import { lowerCase } from '../core.ts';
import type { TreeAdapter } from './adapter.ts';

export interface TreeWithAdapter<N> {
  readonly root: N;
  readonly adapter: TreeAdapter<N>;
}

/** Elements whose titles, scripts and names are not those of the page. */
const FOREIGN = /^(?:svg|math|template)$/i;
/** Maximum children of an element that are read. */
const CHILDREN_MAX = 1 << 20;

/**
 * The elements of a tree in document order, without drawings, formulas and templates. Uses stacks, because a tree may
 * be very deep.
 */
export function* elementsIn<N>({ root, adapter }: TreeWithAdapter<N>): Generator<N> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const kind = adapter.kind(node);
    if (kind === 'text' || (kind === 'element' && FOREIGN.test(adapter.name(node)))) continue;
    if (kind === 'element') yield node;
    pushChildren(stack, adapter.children(node));
  }
}

/** The texts of the elements of a name. */
export function* textsNamed<N>(tree: TreeWithAdapter<N>, name: string): Generator<string> {
  const { adapter } = tree;
  for (const element of elementsIn(tree)) if (lowerCase(adapter.name(element)) === name) yield textOf(element, adapter);
}

export function textOf<N>(element: N, adapter: TreeAdapter<N>, nodesMax = Number.POSITIVE_INFINITY): string {
  const stack = [element];
  let text = '';
  for (let left = nodesMax; left > 0; left -= 1) {
    const node = stack.pop();
    if (node === undefined) break;
    if (adapter.kind(node) === 'text') text += adapter.text(node);
    else pushChildren(stack, adapter.children(node));
  }
  return text;
}

/** Pushes the children in reverse order. A list may have gaps, and its length may be any number. */
function pushChildren<N>(stack: N[], children: ArrayLike<N>): void {
  for (let at = Math.min(children.length, CHILDREN_MAX) - 1; at >= 0; at -= 1) {
    const child = children[at];
    if (child !== undefined) stack.push(child);
  }
}
