/** Reads one kind of tree. `N` is the type of its nodes. */
export interface RulesAdapter<N> {
  /** Elements below `root` that match a selector, each once, in document order. Throws if the selector is invalid. */
  select(selector: string, root: N): ArrayLike<N>;
  /** Name of an element, in upper or lower case; undefined for other nodes. */
  name(node: N): string | undefined;
  /** `name` is in lower case. */
  attribute(element: N, name: string): string | null | undefined;
  /** Data of a text node; undefined for other nodes. */
  text(node: N): string | undefined;
  /** In document order. */
  children(node: N): ArrayLike<N>;
  /** The parent of a node, if any. */
  parent(node: N): N | null | undefined;
  /** Removes a node from its tree. Only `removeTemplate` calls it. */
  remove(node: N): void;
}

interface DomhandlerNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  children?: DomhandlerNode[];
  parent: DomhandlerNode | null;
  prev: DomhandlerNode | null;
  next: DomhandlerNode | null;
}

const TAGS = /^(tag|script|style)$/;

/** An adapter for domhandler trees. `select`: for example `selectAll` of css-select. */
export function domhandlerAdapter<N extends object>(
  select: (selector: string, root: N) => ArrayLike<N>,
): RulesAdapter<N> {
  const read = (node: N): DomhandlerNode => node as unknown as DomhandlerNode;
  return {
    select,
    name: (node) => (TAGS.test(read(node).type) ? read(node).name : undefined),
    attribute: (element, name) => {
      const { attribs = {} } = read(element);
      return Object.hasOwn(attribs, name) ? attribs[name] : undefined;
    },
    text: (node) => (read(node).type === 'text' ? read(node).data : undefined),
    children: (node) => (read(node).children ?? []) as unknown as N[],
    parent: (node) => read(node).parent as N | null,
    remove: (node) => {
      const { parent, prev, next } = read(node);
      if (prev) prev.next = next;
      if (next) next.prev = prev;
      const at = parent?.children?.lastIndexOf(read(node)) ?? -1;
      if (at >= 0) parent?.children?.splice(at, 1);
    },
  };
}

// ── Trees with the properties of the DOM: documents of browsers, linkedom, jsdom ──

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

export const domAdapter: RulesAdapter<DomNode> = {
  select: (selector, root) => {
    if (root.querySelectorAll === undefined) throw new TypeError('rules need querySelectorAll, or an adapter');
    return root.querySelectorAll(selector);
  },
  name: (node) => (node.nodeType === ELEMENT_NODE ? (node.localName ?? node.nodeName) : undefined),
  // Faster than `getAttribute`, for which linkedom creates a token list of classes.
  attribute: (element, name) => element.getAttributeNode?.(name)?.value,
  text: (node) => (isText(node.nodeType) ? (node.nodeValue ?? '') : undefined),
  children: (node) => node.childNodes,
  parent: (node) => node.parentNode,
  remove: (node) => void node.parentNode?.removeChild?.(node),
};
