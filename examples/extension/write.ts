/** Writes the document of a tab as a tree that can be sent. */
import { MAX_LENGTH, MAX_NODES, OTHER, TEXT, TreeError, type WrittenTree } from './tree.ts';

/**
 * Properties of nodes by the getters of their prototypes: `<input name="nextSibling">` hides the property `nextSibling` of its
 * form, for extensions too. The page cannot replace the getters that an extension sees.
 */
function getter<T extends object, K extends keyof T>(prototype: T, name: K): (node: T) => T[K] {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (get === undefined) throw new TypeError(`the prototype has no getter ${String(name)}`);
  return (node) => get.call(node) as T[K];
}

const nodeTypeOf = getter(Node.prototype, 'nodeType');
const firstChildOf = getter(Node.prototype, 'firstChild');
const nextSiblingOf = getter(Node.prototype, 'nextSibling');
const parentOf = getter(Node.prototype, 'parentNode');
const dataOf = getter(Node.prototype, 'nodeValue');
export const nameOf = getter(Element.prototype, 'localName');
export const contentTypeOf = getter(Document.prototype, 'contentType');

const attributeOf = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name);

/** Sets an attribute, or removes it where there is no value. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}

/** Elements without text of the page, which the detector does not read either. Of the head it reads the title. */
const NOT_READ: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template']);

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_SECTION_NODE = 4;

/**
 * The document as a tree, and its nodes by number.
 *
 * @throws {TreeError} `TREE_TOO_LARGE`
 */
export function writeTree(root: Document): { readonly tree: WrittenTree; readonly nodes: readonly Node[] } {
  const writer = new TreeWriter();
  // Without recursion: scripts may nest elements deeper than the call stack allows.
  const path: number[] = [];
  let at: Node = root;
  for (;;) {
    const { number, isRead } = writer.add(at, path.at(-1) ?? -1);
    const below = isRead ? firstChildOf(at) : null;
    if (below !== null) {
      path.push(number);
      at = below;
      continue;
    }
    while (at !== root && nextSiblingOf(at) === null) {
      at = parentOf(at) ?? root;
      path.pop();
    }
    if (at === root) return writer;
    at = nextSiblingOf(at) ?? root;
  }
}

class TreeWriter {
  readonly tree = {
    names: [] as string[],
    kinds: [] as number[],
    parents: [] as number[],
    values: [] as string[],
    language: '',
    ids: [] as [number, string][],
  };
  readonly nodes: Node[] = [];
  readonly #names = new Map<string, number>();
  #length = 0;

  add(node: Node, parent: number): { readonly number: number; readonly isRead: boolean } {
    const number = this.nodes.push(node) - 1;
    if (number >= MAX_NODES) throw tooLarge(`${MAX_NODES.toLocaleString('en')} nodes`);
    this.tree.parents.push(parent);
    const type = nodeTypeOf(node);
    if (type === ELEMENT_NODE) return { number, isRead: this.#addElement(node as Element, number) };
    const isText = type === TEXT_NODE || type === CDATA_SECTION_NODE;
    this.#push(isText ? TEXT : OTHER, isText ? (dataOf(node) ?? '') : '');
    return { number, isRead: true };
  }

  #addElement(element: Element, number: number): boolean {
    const name = nameOf(element);
    const known = this.#names.get(name) ?? this.tree.names.push(name) - 1;
    this.#names.set(name, known);
    this.#push(known, attributeOf(element, 'class') ?? '');
    const id = attributeOf(element, 'id') ?? '';
    if (id !== '') this.tree.ids.push([number, id]);
    if (name === 'html' && this.tree.parents[number] === 0) this.tree.language = attributeOf(element, 'lang') ?? '';
    this.#measure(id);
    return !NOT_READ.has(name);
  }

  #push(kind: number, value: string): void {
    this.tree.kinds.push(kind);
    this.tree.values.push(value);
    this.#measure(value);
  }

  #measure(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_LENGTH) throw tooLarge(`${MAX_LENGTH.toLocaleString('en')} characters`);
  }
}

const tooLarge = (limit: string): TreeError =>
  new TreeError('TREE_TOO_LARGE', `the page has more than ${limit}, so it was not learned`);
