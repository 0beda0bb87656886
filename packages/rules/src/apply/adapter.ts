/** How documents are read: a few functions over the nodes of a tree. */

/** Reads one kind of tree. `N` is the type of its nodes. */
export interface RulesAdapter<N> {
  /** Elements below `root` that a selector matches, in document order, each once. Throws for a selector that it cannot read. */
  select(selector: string, root: N): ArrayLike<N>;
  /** True where `select` is fast on its own. Elsewhere it is asked only for selectors that say more than names, ids, classes. */
  readonly isIndexed?: boolean;
  /** Name of an element, in any case; undefined for other nodes. */
  name(node: N): string | undefined;
  /** Value of an attribute, by its name in lower case, if any. */
  attribute(element: N, name: string): string | null | undefined;
  /** Data of a text node; undefined for other nodes. */
  text(node: N): string | undefined;
  /** Nodes in a node, in document order. */
  children(node: N): ArrayLike<N>;
  /** The node around a node, if any. */
  parent(node: N): N | null | undefined;
  /** Takes a node out of its tree. Only `removeTemplate` asks for it. */
  remove(node: N): void;
}

/** What is read of a node of domhandler (htmlparser2, cheerio). */
export interface DomhandlerNode {
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

/** Reads trees of domhandler by a function that selects: css-select has `selectAll`. */
export function domhandlerAdapter<N extends object>(
  select: (selector: string, root: N) => ArrayLike<N>,
): RulesAdapter<N> {
  const read = (node: N): DomhandlerNode => node as unknown as DomhandlerNode;
  return {
    select,
    name: (node) => (TAGS.test(read(node).type) ? read(node).name : undefined),
    attribute: (element, name) => read(element).attribs?.[name],
    text: (node) => (read(node).type === 'text' ? read(node).data : undefined),
    children: (node) => (read(node).children ?? []) as unknown as N[],
    parent: (node) => read(node).parent as N | null,
    remove: (node) => {
      const { parent, prev, next } = read(node);
      if (prev) prev.next = next;
      if (next) next.prev = prev;
      if (parent?.children) parent.children = parent.children.filter((child) => child !== read(node));
    },
  };
}
