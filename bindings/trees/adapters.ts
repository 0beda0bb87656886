/** Adapters of known kinds of trees. */
import { describe, isObject } from '../check.ts';
import { InputError } from '../errors.ts';
import { attempt } from '../values.ts';
import type { TreeAdapter } from './adapter.ts';

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
  getAttribute?(name: string): string | null;
}

/** Methods of an adapter that reads class and id as attributes. */
const attributesBy = <N>(attribute: (element: N, name: string) => string | null | undefined) => ({
  className: (element: N) => attribute(element, 'class'),
  id: (element: N) => attribute(element, 'id'),
  attribute,
});

/** Kind by the type of a DOM node: 1 is an element, 3 a text, 4 a CDATA section. */
const kindOf = (nodeType: number): 'element' | 'text' | 'other' =>
  nodeType === 1 ? 'element' : nodeType === 3 || nodeType === 4 ? 'text' : 'other';

/** Reads documents and elements of a browser or of linkedom. */
export const domAdapter: TreeAdapter<DomLike> = {
  kind: ({ nodeType }) => kindOf(nodeType),
  name: ({ localName, nodeName }) => localName ?? nodeName,
  ...attributesBy((element, name) => element.getAttribute?.(name)),
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
  const attribute = element?.prototype.getAttribute;
  if (!nodeType || !nodeValue || !childNodes || !localName || !attribute) return undefined;
  return {
    kind: (each) => kindOf(nodeType(each)),
    name: localName,
    ...attributesBy((each, name) => attribute.call(each as unknown as Element, name)),
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
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Parse5Like[];
  readonly sourceCodeLocation?: { readonly startOffset: number; readonly endOffset: number } | null | undefined;
}

const NO_CHILDREN: readonly never[] = [];

/** Reads trees of parse5's default adapter, with source offsets if `sourceCodeLocationInfo` is on. */
export const parse5Adapter: TreeAdapter<Parse5Like> = {
  kind: ({ tagName, nodeName }) => (tagName !== undefined ? 'element' : nodeName === '#text' ? 'text' : 'other'),
  name: ({ tagName, nodeName }) => tagName ?? nodeName,
  ...attributesBy(({ attrs }, name) => attrs?.find((attribute) => attribute.name === name)?.value),
  text: ({ value }) => value ?? '',
  children: ({ childNodes }) => childNodes ?? NO_CHILDREN,
  sourceRange: ({ sourceCodeLocation }) =>
    sourceCodeLocation ? [sourceCodeLocation.startOffset, sourceCodeLocation.endOffset] : undefined,
};

/** A node of domhandler. */
export interface DomhandlerLike {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly DomhandlerLike[];
  readonly startIndex?: number | null;
  readonly endIndex?: number | null;
}

const DOMHANDLER_ELEMENTS: ReadonlySet<string> = new Set(['tag', 'script', 'style']);

/** Reads trees of domhandler (htmlparser2, cheerio), with source offsets if `withStartIndices` and `withEndIndices` are on. */
export const domhandlerAdapter: TreeAdapter<DomhandlerLike> = {
  kind: ({ type }) => (DOMHANDLER_ELEMENTS.has(type) ? 'element' : type === 'text' ? 'text' : 'other'),
  name: ({ name }) => name ?? '',
  ...attributesBy(({ attribs }, name) => attribs?.[name]),
  text: ({ data }) => data ?? '',
  children: ({ children }) => children ?? NO_CHILDREN,
  sourceRange: ({ startIndex, endIndex }) =>
    typeof startIndex === 'number' && typeof endIndex === 'number' ? [startIndex, endIndex + 1] : undefined,
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
