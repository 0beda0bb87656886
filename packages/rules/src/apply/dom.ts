/** Reads documents of browsers, linkedom, jsdom and other trees with the properties of the DOM. */
import type { RulesAdapter } from './adapter.ts';

/** What is read of a DOM node. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly localName?: string;
  readonly childNodes: ArrayLike<DomNode>;
  readonly parentNode: DomNode | null;
  getAttributeNode?(name: string): { readonly value: string } | null;
  querySelectorAll?(selector: string): ArrayLike<DomNode>;
  removeChild?(child: DomNode): unknown;
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_SECTION_NODE = 4;

const isText = (type: number): boolean => type === TEXT_NODE || type === CDATA_SECTION_NODE;

type Reader = <K extends keyof DomNode>(node: DomNode, name: K) => DomNode[K];

const adapterBy = (read: Reader, isIndexed: boolean): RulesAdapter<DomNode> => ({
  isIndexed,
  select: (selector, root) => {
    const method = read(root, 'querySelectorAll');
    if (method === undefined) throw new TypeError('rules need querySelectorAll, or an adapter');
    return method.call(root, selector);
  },
  name: (node) =>
    read(node, 'nodeType') === ELEMENT_NODE ? (read(node, 'localName') ?? read(node, 'nodeName')) : undefined,
  // linkedom makes a list of a class attribute that is read by `getAttribute`.
  attribute: (element, name) => read(element, 'getAttributeNode')?.call(element, name)?.value,
  text: (node) => (isText(read(node, 'nodeType')) ? (read(node, 'nodeValue') ?? '') : undefined),
  children: (node) => read(node, 'childNodes'),
  parent: (node) => read(node, 'parentNode'),
  remove: (node) => {
    const parent = read(node, 'parentNode');
    if (parent !== null) read(parent, 'removeChild')?.call(parent, node);
  },
});

const PLAIN = adapterBy((node, name) => node[name], false);

const NATIVE_TYPES = ['Node', 'Element', 'Document', 'DocumentFragment'] as const;

/**
 * Reads nodes of this browser by their prototypes: `<input name="childNodes">` hides the `childNodes` of its form, and
 * `<form name="querySelectorAll">` a method of the document.
 */
function nativeAdapter(): RulesAdapter<DomNode> | undefined {
  const types = NATIVE_TYPES.map((name) => (globalThis as Record<string, unknown>)[name]) as (
    | { prototype: object }
    | undefined
  )[];
  const [node, element, document, fragment] = types.map((type) => type?.prototype);
  if (!node || !element || !document || !fragment) return undefined;
  const typeOf = Object.getOwnPropertyDescriptor(node, 'nodeType')?.get;
  if (typeOf === undefined) return undefined;
  const prototypes: Readonly<Record<number, object>> = { 1: element, 9: document, 11: fragment };
  return adapterBy((each, name) => {
    const own = prototypes[typeOf.call(each)] ?? node;
    const found = Object.getOwnPropertyDescriptor(own, name) ?? Object.getOwnPropertyDescriptor(node, name);
    return found?.get ? found.get.call(each) : found?.value;
  }, true);
}

let native: RulesAdapter<DomNode> | undefined | null = null;

/** The adapter of a DOM tree. */
export function domAdapter(root: DomNode): RulesAdapter<DomNode> {
  if (native === null) native = nativeAdapter();
  try {
    if (native !== undefined) {
      native.parent(root);
      return native;
    }
  } catch {
    // A node of another DOM than the browser's.
  }
  return PLAIN;
}
