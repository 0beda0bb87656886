/**
 * A page of a site whose content is taken out and another's put in its place, so that all that is left of the page is
 * its template, as it stood there with all that differs from page to page.
 */
import { parse, parseFragment, serialize } from 'parse5';
import { type Label, withoutGold } from '../evaluation/gold.ts';
import { contentLengths, type Element, isElement, isIgnored, isText, labelOf } from './labels.ts';

/** The element that has this share of the page's content is where its content is. */
const CONTAINER_SHARE = 0.8;

/** Elements that can hold blocks of any kind: a paragraph would be closed by the first, and a list would be none. */
const CONTAINERS: ReadonlySet<string> = new Set(['body', 'div', 'section', 'article', 'main', 'center', 'form', 'td']);

type Lengths = ReturnType<typeof contentLengths>;

/** From the root down to the smallest container that has enough of the content. */
function pathToContainer(root: Element, lengths: Lengths): Element[] {
  const enough = (lengths.get(root) ?? 0) * CONTAINER_SHARE;
  const path: Element[] = [];
  for (let at: Element | undefined = root; at !== undefined; ) {
    path.push(at);
    // There is one at most: two would have more than all of it.
    at = at.childNodes.filter(isElement).find((child) => (lengths.get(child) ?? 0) >= enough);
  }
  return path.slice(0, path.findLastIndex(({ tagName }) => CONTAINERS.has(tagName)) + 1);
}

/** Takes out what is content, with the elements that held nothing else; `kept` stay in any case. */
function empty(parent: Element, label: Label, kept: ReadonlySet<Element>): void {
  parent.childNodes = parent.childNodes.filter((node) => {
    if (!isElement(node)) return label === 'template' || (isText(node) && node.value.trim() === '');
    if (isIgnored(node)) return label === 'template';
    const own = labelOf(node, label);
    empty(node, own, kept);
    return own === 'template' || kept.has(node) || node.childNodes.some(isElement);
  });
}

/**
 * The page with other content, without labels; undefined where it has no content that could be replaced. New content
 * stands where the first of the old was in its container, behind what of the template is before that.
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
  empty(root, labelOf(root, 'template'), new Set(path));
  const left = new Set(container.childNodes);
  const gone = before.findIndex((node) => lengths.has(node) && !left.has(node));
  const above = before.slice(0, gone === -1 ? before.length : gone);
  const at = above.filter((node) => left.has(node)).length;
  const nodes = parseFragment(container, content, {}).childNodes;
  for (const node of nodes) node.parentNode = container;
  container.childNodes.splice(at, 0, ...nodes);
  return withoutGold(serialize(document));
}
