/** The title of a page given as a tree. The module finds the title of a page given as HTML by itself (`Core.title`). */

import { lowerCase } from '../core.ts';
import { layout } from '../core-exports.ts';
import type { TreeAdapter } from '../trees/adapter.ts';
import type { PageContext } from './context.ts';
import { elementName, insideTest } from './elements.ts';

/** Titles inside these elements are not the page's: drawings and formulas have their own, and templates are not shown. */
const FOREIGN = new Set(['svg', 'math', 'template']);

/** The text of the first title element; empty where there is none. */
export function titleOf<N>(page: PageContext<N>): string {
  const { core, origin } = page;
  const { adapter } = origin;
  if (adapter === undefined) return core.title();
  const isForeign = insideTest(core, FOREIGN);
  for (let number = 1; number < core.result(layout.Page.NODE_COUNT); number += 1) {
    const node = number * layout.Node.BYTES;
    const name = elementName(core, node);
    if (name === 'title' && !isForeign(node)) {
      const text = core.node(node, layout.Node.FIRST_CHILD);
      return text === 0 ? '' : core.rawText(text);
    }
    // The walk leaves out the contents of a head, since no text of the page stands there.
    const head = name === 'head' ? page.nodeOf(node) : undefined;
    const title = head === undefined ? undefined : titleInHead(head, adapter);
    if (title !== undefined) return title;
  }
  return '';
}

function titleInHead<N>(head: N, adapter: TreeAdapter<N>): string | undefined {
  const title = Array.from(adapter.children(head)).find(
    (node) => adapter.kind(node) === 'element' && lowerCase(adapter.name(node)) === 'title',
  );
  if (title === undefined) return undefined;
  const texts = Array.from(adapter.children(title)).filter((node) => adapter.kind(node) === 'text');
  return texts.map((node) => adapter.text(node)).join('');
}
