/**
 * A canonical form of HTML that Markdown can express, in which two documents are equal that a reader cannot tell apart: white
 * space is collapsed outside `pre`, elements with no meaning of their own are dissolved, and empty ones are dropped.
 */
import { defaultTreeAdapter as adapter, type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const BLOCKS = new Set([
  ...['blockquote', 'div', 'dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'section', 'table'],
  ...['tbody', 'td', 'th', 'thead', 'tr', 'ul'],
]);

/** Elements that are dropped where nothing is in them. */
const NEEDS_CONTENT = new Set([
  'a',
  'blockquote',
  'code',
  'del',
  'em',
  'li',
  'ol',
  'p',
  'pre',
  'strong',
  'sub',
  'sup',
  'ul',
]);

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  code: ['class'],
  img: ['src', 'alt', 'title'],
  input: ['checked'],
  ol: ['start'],
  td: ['align'],
  th: ['align'],
};

const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };

const attributesOf = (name: string, element: Element): string =>
  (ATTRIBUTES[name] ?? [])
    .map((key) => {
      const value = element.attrs.find((attr) => attr.name === key)?.value;
      return value === undefined ? '' : ` ${key}="${value}"`;
    })
    .join('');

/** The canonical form, a line for each block. */
export function canonicalHtml(html: string): string {
  const write = (node: Node, inPre: boolean): string => {
    if (adapter.isTextNode(node)) return inPre ? node.value : node.value.replace(/\s+/g, ' ');
    if (!adapter.isElementNode(node)) return '';
    const name = SAME[node.tagName] ?? node.tagName;
    const inner = node.childNodes.map((child) => write(child, inPre || name === 'pre')).join('');
    if (name === 'br') return '<br>';
    const content = inPre || name === 'code' ? inner : inner.replace(/ ?(\n) ?/g, '$1');
    if (NEEDS_CONTENT.has(name) && content.trim() === '') return '';
    const tag = `<${name}${attributesOf(name, node)}>`;
    if (!BLOCKS.has(name)) return `${tag}${content}</${name}>`;
    return `\n${tag}${name === 'pre' ? content.replace(/\n$/, '') : content.trim()}</${name}>\n`;
  };
  const all = parseFragment(html).childNodes.map((node) => write(node, false));
  return all
    .join('')
    .replace(/ *\n[ \n]*/g, '\n')
    .trim();
}
