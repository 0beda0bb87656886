import type { Cursor, HtmlTree } from 'refrain/html';

/** Calls `visit` with a cursor at every node below the root, in tree order. `visit` must not move the cursor. */
export function walk(tree: HtmlTree, visit: (cursor: Cursor) => void): void {
  const cursor = tree.cursor();
  while (cursor.firstChild()) visit(cursor);
  for (;;) {
    while (!cursor.nextSibling()) if (!cursor.parent()) return;
    visit(cursor);
    while (cursor.firstChild()) visit(cursor);
  }
}
