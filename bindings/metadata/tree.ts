/** Facts of a page given as a tree, which the module does not read: its walk leaves out the head, and attributes. */
import { lowerCase } from '../core.ts';
import type { TreeAdapter } from '../trees/adapter.ts';
import { type Fact, PART, plain } from './facts.ts';

const ATTRIBUTES = ['name', 'property', 'content', 'rel', 'href', 'itemprop', 'datetime', 'lang', 'type', 'src'];
const ALWAYS = new Set(['html', 'base', 'meta', 'time']);
const NAMED = /author|byline|date|publish|posted|time|writ|modif|creat|licen|canonical/i;
const PERSON = /author|contributor|member|people\/|profile|user/i;
const FOREIGN = /^(?:svg|math|template)$/i;
/** Maximum number of nodes whose texts are the text of an element. */
const TEXT_NODES = 64;
/** Children of an element beyond these are not read. */
const CHILDREN_MAX = 1 << 20;

/**
 * In document order. `headings` are the facts that the module has of the page: its headings and the lines around them. Templates and
 * drawings are left out.
 */
export function factsOfTree<N>(root: N, adapter: TreeAdapter<N>, headings: readonly Fact[]): Fact[] {
  const found: Fact[] = headings.filter(({ name }) => name === PART);
  const left = headings.filter(({ name }) => name !== PART);
  for (const node of elementsIn(root, adapter)) {
    const name = lowerCase(adapter.name(node));
    if (name === left[0]?.name) found.push(...left.splice(0, 2));
    const attributes = attributesOf(node, adapter);
    const isData = name === 'script' && /ld\+json/i.test(attributes.get('type') ?? '');
    const says = [attributes.get('class'), attributes.get('id'), attributes.get('rel')].join(' ');
    const isPerson = name === 'a' && PERSON.test(attributes.get('href') ?? '');
    const isNamed = attributes.has('itemprop') || attributes.has('property') || NAMED.test(says) || isPerson;
    const isMarked = isNamed && name !== 'body';
    if (!isData && (name === 'script' || !(ALWAYS.has(name) || isMarked))) continue;
    const text = name === 'html' ? '' : textOf(node, adapter);
    found.push({ name, text: isData ? text : plain(text).slice(0, 512), attributes });
  }
  return found;
}

function attributesOf<N>(node: N, adapter: TreeAdapter<N>): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'string') found.set(name, value.trim());
  };
  for (const name of ATTRIBUTES) add(name, adapter.attribute?.(node, name));
  add('class', adapter.className(node));
  add('id', adapter.id?.(node));
  return found;
}

/** The elements below a node. Stacks instead of recursion: a tree may be very deep. */
function* elementsIn<N>(root: N, adapter: TreeAdapter<N>): Generator<N> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const kind = adapter.kind(node);
    if (kind === 'text' || (kind === 'element' && FOREIGN.test(adapter.name(node)))) continue;
    if (kind === 'element') yield node;
    pushChildren(stack, adapter.children(node));
  }
}

/** Pushes the children, the last one first. A list may have gaps, and any number as its length. */
function pushChildren<N>(stack: N[], children: ArrayLike<N>): void {
  for (let at = Math.min(children.length, CHILDREN_MAX) - 1; at >= 0; at -= 1) {
    const child = children[at];
    if (child !== undefined) stack.push(child);
  }
}

function textOf<N>(element: N, adapter: TreeAdapter<N>): string {
  const stack = [element];
  let text = '';
  for (let left = TEXT_NODES; left > 0; left -= 1) {
    const node = stack.pop();
    if (node === undefined) break;
    if (adapter.kind(node) === 'text') text += adapter.text(node);
    else pushChildren(stack, adapter.children(node));
  }
  return text;
}
