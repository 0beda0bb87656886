/** The forms in which a page is given. */
import type { TreeAdapter } from 'refrain';

/** A page that is a tree already. */
export class TreeInput<N> {
  readonly root: N;
  readonly adapter: TreeAdapter<N> | undefined;

  constructor(root: N, adapter: TreeAdapter<N> | undefined) {
    this.root = root;
    this.adapter = adapter;
  }
}

/** A page as HTML (a string, or bytes of UTF-8), or as a tree. */
export type PageInput<N> = string | Uint8Array | TreeInput<N>;
