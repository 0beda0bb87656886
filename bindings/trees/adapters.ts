/** Adapters of known kinds of trees. */
import { describe, isObject } from '../check.ts';
import { InputError } from '../errors.ts';
import { attempt } from '../values.ts';
import type { TreeAdapter, TreeAttribute } from './adapter.ts';

const NONE: readonly never[] = [];

/**
 * The adapter of a tree of a known kind.
 *
 * @throws {InputError} `INPUT_INVALID` for another kind
 */
export function adapterFor<N>(root: unknown): TreeAdapter<N> {
  const found = knownAdapter(root);
  if (found !== undefined) return found;
  throw new InputError(
    `the tree must be of a browser, linkedom, parse5 or domhandler, not ${describe(root)}; for other trees give an adapter`,
  );
}

/** The properties of a DOM node that are read. */
export interface DomLike {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<DomLike>;
  readonly localName?: string;
  /** Names of the attributes of an element. */
  getAttributeNames?(): readonly string[];
  /** Value of an attribute. */
  getAttribute?(name: string): string | null;
}

/** Kind by the type of a DOM node: 1 is an element, 3 a text, 4 a CDATA section. */
const kindOf = (nodeType: number): 'element' | 'text' | 'other' =>
  nodeType === 1 ? 'element' : nodeType === 3 || nodeType === 4 ? 'text' : 'other';

/** Reads documents and elements of a browser or of linkedom. */
export const domAdapter: TreeAdapter<DomLike> = {
  kind: ({ nodeType }) => kindOf(nodeType),
  name: ({ localName, nodeName }) => localName ?? nodeName,
  attributes: (element) =>
    (element.getAttributeNames?.() ?? NONE).map((name) => ({ name, value: element.getAttribute?.(name) ?? '' })),
  text: ({ nodeValue }) => nodeValue ?? '',
  children: ({ childNodes }) => childNodes,
};

/** The getter of a property, from the prototype. */
function getterOf<T>(type: object | undefined, name: string): ((node: object) => T) | undefined {
  const get = type && Object.getOwnPropertyDescriptor(type, name)?.get;
  return get && ((node) => get.call(node) as T);
}

/**
 * Reads nodes of this browser by the getters of their prototypes: `<input name="childNodes">` hides the `childNodes` of its
 * form. Undefined outside of browsers.
 */
function nativeAdapter(): TreeAdapter<DomLike> | undefined {
  const { Node: node, Element: element } = globalThis as { Node?: typeof Node; Element?: typeof Element };
  const nodeType = getterOf<number>(node?.prototype, 'nodeType');
  const nodeValue = getterOf<string | null>(node?.prototype, 'nodeValue');
  const childNodes = getterOf<ArrayLike<DomLike>>(node?.prototype, 'childNodes');
  const localName = getterOf<string>(element?.prototype, 'localName');
  const { getAttributeNames: names, getAttribute: value } = element?.prototype ?? {};
  if (!nodeType || !nodeValue || !childNodes || !localName || !names || !value) return undefined;
  return {
    kind: (each) => kindOf(nodeType(each)),
    name: localName,
    attributes: (each) =>
      names.call(each as never).map((name) => ({ name, value: value.call(each as never, name) ?? '' })),
    text: (each) => nodeValue(each) ?? '',
    children: childNodes,
  };
}

const NATIVE = nativeAdapter();

/** True for a node of this browser, of any window. */
const isNative = (root: unknown): boolean => attempt(() => NATIVE?.kind(root as DomLike)) !== undefined;

/** A node of parse5's default tree adapter. */
export interface Parse5Like {
  readonly nodeName: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly attrs?: readonly TreeAttribute[];
  readonly childNodes?: readonly Parse5Like[];
}

/** Reads trees of parse5's default adapter. */
export const parse5Adapter: TreeAdapter<Parse5Like> = {
  kind: ({ tagName, nodeName }) => (tagName !== undefined ? 'element' : nodeName === '#text' ? 'text' : 'other'),
  name: ({ tagName, nodeName }) => tagName ?? nodeName,
  attributes: ({ attrs }) => attrs ?? NONE,
  text: ({ value }) => value ?? '',
  children: ({ childNodes }) => childNodes ?? NONE,
};

/** A node of domhandler. */
export interface DomhandlerLike {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly DomhandlerLike[];
}

const DOMHANDLER_ELEMENTS: ReadonlySet<string> = new Set(['tag', 'script', 'style']);

/** Reads trees of domhandler (htmlparser2, cheerio). */
export const domhandlerAdapter: TreeAdapter<DomhandlerLike> = {
  kind: ({ type }) => (DOMHANDLER_ELEMENTS.has(type) ? 'element' : type === 'text' ? 'text' : 'other'),
  name: ({ name }) => name ?? '',
  attributes: ({ attribs }) => Object.entries(attribs ?? {}).map(([name, value]) => ({ name, value })),
  text: ({ data }) => data ?? '',
  children: ({ children }) => children ?? NONE,
};

/** The adapter of a known kind of tree. domhandler is tested first, because its nodes also have DOM properties. */
function knownAdapter(root: unknown): TreeAdapter<never> | undefined {
  if (isNative(root)) return NATIVE as TreeAdapter<never>;
  if (!isObject(root)) return undefined;
  const { type, children, nodeType, nodeName, childNodes } = root;
  if (typeof type === 'string' && Array.isArray(children)) return domhandlerAdapter as TreeAdapter<never>;
  if (typeof nodeType === 'number' && isObject(childNodes)) return domAdapter as TreeAdapter<never>;
  return typeof nodeName === 'string' && Array.isArray(childNodes) ? (parse5Adapter as TreeAdapter<never>) : undefined;
}
