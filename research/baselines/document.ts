/**
 * Parses pages for published methods that need a batch of pages: elements with attributes, and numbered texts. Empty
 * texts and texts in ignored elements are omitted. White space is collapsed.
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** Elements whose text is not text of the page. */
const IGNORED: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template']);

const normalise = (text: string): string => text.toWellFormed().replace(/\s+/g, ' ').trim();

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
  readonly index: number;
  readonly parent: ElementNode;
}

export interface ElementNode {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: ElementNode | undefined;
  /** Number in document order, from 1. */
  readonly order: number;
  readonly children: readonly PageNode[];
}

export type PageNode = ElementNode | TextNode;

export interface PageTree {
  readonly root: ElementNode;
  readonly body: ElementNode;
  readonly texts: readonly TextNode[];
  /** Bytes of the UTF-8 source that a batch method stores. */
  readonly bytes: number;
}

type Source = DefaultTreeAdapterTypes.ChildNode;

const isElement = (node: Source): node is DefaultTreeAdapterTypes.Element => 'tagName' in node;
const isText = (node: Source): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

export function readTree(html: string): PageTree {
  const texts: TextNode[] = [];
  let count = 0;
  const source = parse(html).childNodes.find(isElement);
  if (source === undefined) throw new TypeError('the document has no root element');
  const open = (
    element: DefaultTreeAdapterTypes.Element,
    parent: ElementNode | undefined,
  ): ElementNode & OpenElement => {
    count += 1;
    const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]));
    return { kind: 'element', name: element.tagName.toLowerCase(), attributes, parent, order: count, children: [] };
  };
  const root = open(source, undefined);
  const visits: { readonly node: Source; readonly parent: ElementNode & OpenElement }[] = [];
  const visitLater = (children: readonly Source[], parent: ElementNode & OpenElement): void => {
    for (const node of children.toReversed()) visits.push({ node, parent });
  };
  visitLater(source.childNodes, root);
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, parent } = visit;
    if (isText(node)) {
      const text = normalise(node.value);
      if (text === '') continue;
      const leaf: TextNode = { kind: 'text', text, index: texts.length, parent };
      texts.push(leaf);
      parent.children.push(leaf);
    } else if (isElement(node) && !IGNORED.has(node.tagName.toLowerCase())) {
      const element = open(node, parent);
      parent.children.push(element);
      visitLater(node.childNodes, element);
    }
  }
  const body = root.children.find((child): child is ElementNode => child.kind === 'element' && child.name === 'body');
  return { root, body: body ?? root, texts, bytes: Buffer.byteLength(html) };
}

interface OpenElement {
  readonly children: PageNode[];
}

export function* elementsOf(top: ElementNode): Generator<ElementNode> {
  const visits = [top];
  for (let element = visits.pop(); element !== undefined; element = visits.pop()) {
    yield element;
    for (const child of element.children.toReversed()) if (child.kind === 'element') visits.push(child);
  }
}

export function textsOf(top: PageNode): TextNode[] {
  const found: TextNode[] = [];
  const visits: PageNode[] = [top];
  for (let node = visits.pop(); node !== undefined; node = visits.pop()) {
    if (node.kind === 'text') found.push(node);
    else visits.push(...node.children.toReversed());
  }
  return found;
}

/** Memoises a function by object, because many batches read the same page. The references are weak. */
export function memoise<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
