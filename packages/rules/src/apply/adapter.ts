/** How documents are read: a few functions over the nodes of a tree. */

/** Reads one kind of tree. `N` is the type of its nodes. */
export interface RulesAdapter<N> {
  /** Elements below `root` that a selector matches, in document order, each once. Throws for a selector that it cannot read. */
  select(selector: string, root: N): ArrayLike<N>;
  /** The first of them. Without this function, `select` is asked. */
  first?(selector: string, root: N): N | null | undefined;
  /** Name of an element, in any case; undefined for other nodes. */
  name(node: N): string | undefined;
  /** Value of an attribute, by its name in lower case, if any. */
  attribute(element: N, name: string): string | null | undefined;
  /** Data of a text node; undefined for other nodes. */
  text(node: N): string | undefined;
  children(node: N): ArrayLike<N>;
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

/** The functions of css-select, or others that take the same arguments. */
export interface CssSelect<N> {
  selectAll(selector: string, root: N): ArrayLike<N>;
  selectOne(selector: string, root: N): N | null;
}

const TAGS = /^(tag|script|style)$/;

/** Reads trees of domhandler by css-select: `cssSelectAdapter<AnyNode>({ selectAll, selectOne })`. */
export function cssSelectAdapter<N extends object>({ selectAll, selectOne }: CssSelect<N>): RulesAdapter<N> {
  const read = (node: N): DomhandlerNode => node as unknown as DomhandlerNode;
  return {
    select: (selector, root) => selectAll(selector, root),
    first: (selector, root) => selectOne(selector, root),
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
