/**
 * Replaces the content of a page by other content, so that only the template of the page is left, with everything in it that
 * differs from page to page.
 */
import { parse, parseFragment, serialize } from 'parse5';
import { withoutGold } from '../../bench/pages/read.ts';
import type { Label } from '../evaluation/gold.ts';
import { contentLengths, type Element, isElement, isIgnored, isText, labelOf } from './labels.ts';

/** The container of the content has at least this share of the content of the page. */
const CONTAINER_SHARE = 0.8;

/** Elements that can contain any block. A paragraph, for example, would be closed by the first block. */
const CONTAINERS: ReadonlySet<string> = new Set(['body', 'div', 'section', 'article', 'main', 'center', 'form', 'td']);

type Lengths = ReturnType<typeof contentLengths>;

/** The path from the root to the smallest container with enough of the content. */
function pathToContainer(root: Element, lengths: Lengths): Element[] {
  const enough = (lengths.get(root) ?? 0) * CONTAINER_SHARE;
  const path: Element[] = [];
  for (let at: Element | undefined = root; at !== undefined; ) {
    path.push(at);
    // At most one child qualifies, since the share is above a half.
    at = at.childNodes.filter(isElement).find((child) => (lengths.get(child) ?? 0) >= enough);
  }
  return path.slice(0, path.findLastIndex(({ tagName }) => CONTAINERS.has(tagName)) + 1);
}

/** Removes content, and the elements that become empty. The elements in `kept` stay. */
function removeContent(parent: Element, label: Label, kept: ReadonlySet<Element>): void {
  parent.childNodes = parent.childNodes.filter((node) => {
    if (!isElement(node)) return label === 'template' || (isText(node) && node.value.trim() === '');
    if (isIgnored(node)) return label === 'template';
    const own = labelOf(node, label);
    removeContent(node, own, kept);
    return own === 'template' || kept.has(node) || node.childNodes.some(isElement);
  });
}

/**
 * The page with other content, without labels; undefined where it has no content to replace. The new content is at the position
 * of the first old content in its container, behind the template before it.
 */
export function replaceContent(html: string, content: string): string | undefined {
  const document = parse(html);
  const root = document.childNodes.find(isElement);
  const lengths = contentLengths(document);
  if (root === undefined || !lengths.has(root)) return undefined;
  const path = pathToContainer(root, lengths);
  const container = path.at(-1);
  if (container === undefined) return undefined;
  const before = container.childNodes;
  removeContent(root, labelOf(root, 'template'), new Set(path));
  const left = new Set(container.childNodes);
  const firstRemoved = before.findIndex((node) => lengths.has(node) && !left.has(node));
  const above = before.slice(0, firstRemoved === -1 ? before.length : firstRemoved);
  const at = above.filter((node) => left.has(node)).length;
  const nodes = parseFragment(container, content, {}).childNodes;
  for (const node of nodes) node.parentNode = container;
  container.childNodes.splice(at, 0, ...nodes);
  return withoutGold(serialize(document));
}
