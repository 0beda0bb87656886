/**
 * A chunk of a page is template where enough pages of the batch have its fingerprint (Ma, Goharian, Chowdhury and Chung, CIKM
 * 2003, as described by Chen et al.). The paper does not give the threshold; it is five pages here, as in the other papers.
 */
import type { Baseline } from './baseline.ts';
import { type ElementNode, elementsOf, type PageTree, type TextNode } from './document.ts';
import { fingerprint } from './fingerprint.ts';
import { Repeated } from './repeated.ts';

/** The blocks that all methods are compared on. The paper has tables, which are `div` on pages of today. */
const SEPARATORS: ReadonlySet<string> = new Set(['table', 'div']);
/** A chunk on this number of pages is template. */
const PAGES = 5;

/** The texts of each chunk of a page. A text belongs to its nearest separator ancestor, else to the root. */
function chunksOf(page: PageTree): TextNode[][] {
  const chunks = new Map<ElementNode, TextNode[]>();
  const owners = new Map<ElementNode, ElementNode>();
  for (const element of elementsOf(page.root)) {
    const above = element.parent === undefined ? undefined : owners.get(element.parent);
    const owner = above === undefined || SEPARATORS.has(element.name) ? element : above;
    owners.set(element, owner);
    for (const child of element.children) {
      if (child.kind !== 'text') continue;
      const chunk = chunks.get(owner) ?? [];
      chunk.push(child);
      chunks.set(owner, chunk);
    }
  }
  return [...chunks.values()];
}

export const shingle = (): Baseline =>
  new Repeated((page) => chunksOf(page).map((chunk) => [fingerprint(chunk.map(({ text }) => text).join(' ')), chunk]), {
    pages: PAGES,
    share: 0,
  });
