/** Reads the nodes of one kind of tree. Names and texts are returned unchanged. `N` is the type of the nodes. */
export interface TreeAdapter<N> {
  /** Documents, fragments, comments and doctypes are `other`. */
  kind(node: N): 'element' | 'text' | 'other';
  /** Name of an element, in upper or lower case. */
  name(element: N): string;
  /** Attributes of an element. Names that HTML does not allow are omitted. */
  attributes(element: N): readonly TreeAttribute[];
  /** Data of a text node. */
  text(text: N): string;
  /** Children of an element, document or fragment, in document order. */
  children(node: N): ArrayLike<N>;
}

/** An attribute of an element. */
export interface TreeAttribute {
  readonly name: string;
  readonly value: string;
}

/** The type of the nodes of a tree, from the type of its root. */
export type NodeOf<Root> = Root extends { readonly childNodes: ArrayLike<infer Child> }
  ? Child
  : Root extends { readonly children: ArrayLike<infer Child> }
    ? Child
    : Root;

/** The type of the elements of a tree, from the type of its root: `Element` for a `Document` of a browser. */
export type ElementOf<Root> = Extract<
  NodeOf<Root> | (Root extends { readonly children: ArrayLike<infer Child> } ? Child : never),
  { readonly tagName: string } | { readonly attribs: object }
>;
