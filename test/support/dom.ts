/** Small questions about the nodes of parse5. */
import { defaultTreeAdapter as adapter, type DefaultTreeAdapterTypes, parse } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Parent = DefaultTreeAdapterTypes.ParentNode;

export const isElement = (node: Node): node is Element => adapter.isElementNode(node);
export const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => adapter.isTextNode(node);

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

export const classesOf = (element: Element): readonly string[] =>
  (attribute(element, 'class') ?? '').split(/\s+/).filter((name) => name !== '');

export const hasClass = (element: Element, ...names: readonly string[]): boolean => {
  const classes = classesOf(element);
  return names.some((name) => classes.includes(name));
};

export const childElements = (parent: Parent): Element[] => parent.childNodes.filter(isElement);

/** The elements above a node, nearest first. */
export function* ancestorsOf(node: Node): Generator<Element> {
  for (let parent = node.parentNode; parent !== null && 'tagName' in parent; parent = parent.parentNode) yield parent;
}

/** All elements below a node that pass a test, in document order; not those below one where `enter` is false. */
export function* elementsOf(parent: Parent, enter: (element: Element) => boolean = () => true): Generator<Element> {
  const open = childElements(parent).reverse();
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element;
    if (enter(element)) open.push(...childElements(element).reverse());
  }
}

/** The concatenated text below a node. */
export function rawText(node: Node): string {
  if (isText(node)) return node.value;
  return 'childNodes' in node ? node.childNodes.map(rawText).join('') : '';
}

export function parseBody(html: string): Element {
  const root = childElements(parse(html)).find(({ tagName }) => tagName === 'html');
  const body = root && childElements(root).find(({ tagName }) => tagName === 'body' || tagName === 'frameset');
  if (body === undefined) throw new Error('a parsed document always has a body or a frameset');
  return body;
}

export const replaceBy = (node: Node, text: string): void => {
  const { parentNode } = node;
  if (parentNode === null) return;
  adapter.insertTextBefore(parentNode, text, node);
  adapter.detachNode(node);
};

export const remove = (node: Node): void => adapter.detachNode(node);
