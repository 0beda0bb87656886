/**
 * A canonical form of HTML that Markdown can express. Documents that a reader cannot distinguish have the same form:
 *
 * - White space is collapsed outside `pre`. Text outside blocks is a paragraph. In list items, paragraphs are lines, so
 *   tight and loose lists with the same items are equal.
 * - Elements without a meaning (`div`, `span` …) are replaced by their contents. Empty elements and comments are
 *   removed.
 * - Emphasis inside the same emphasis is removed, as is a title that equals the text of its link. Percent-encoding is
 *   decoded.
 */
import { defaultTreeAdapter as adapter, type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Blocks that have blocks inside. */
const CONTAINERS = new Set(['blockquote', 'li', 'ol', 'table', 'tbody', 'thead', 'tr', 'ul']);
const DISSOLVED = new Set(['div', 'p', 'section']);
const UNSHOWN = new Set(['script', 'style', 'template', 'textarea']);
const MEANINGFUL = new Set(['a', 'br', 'code', 'del', 'em', 'img', 'input', 'strong', 'sub', 'sup']);
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };

const isElement = (node: Node): node is Element => adapter.isElementNode(node);
const attributeOf = (element: Element, name: string): string =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? '';
const has = (element: Element, name: string): boolean => element.attrs.some((attribute) => attribute.name === name);

const isBlock = (node: Node): boolean => {
  if (!isElement(node)) return false;
  const { tagName } = node;
  return HEADINGS.has(tagName) || CONTAINERS.has(tagName) || DISSOLVED.has(tagName) || /^(hr|pre|td|th)$/.test(tagName);
};

const collapse = (text: string): string => text.replace(/\s+/g, ' ').replace(/ ?<br> ?/g, '<br>');

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function rawText(node: Node): string {
  if (adapter.isTextNode(node)) return node.value;
  return isElement(node) ? node.childNodes.map(rawText).join('') : '';
}

/** `around`: open emphasis. */
function inline(nodes: readonly Node[], around: readonly string[] = []): string {
  return nodes.map((node) => inlineNode(node, around)).join('');
}

function inlineNode(node: Node, around: readonly string[]): string {
  if (adapter.isTextNode(node)) return node.value.replaceAll('<', '&lt;');
  if (!isElement(node) || UNSHOWN.has(node.tagName)) return '';
  const name = SAME[node.tagName] ?? node.tagName;
  if (name === 'br') return '<br>';
  if (name === 'img') return `<img ${decoded(attributeOf(node, 'src'))} ${attributes(node, ['alt', 'title'])}>`;
  if (name === 'input') return has(node, 'checked') ? '[x]' : '[ ]';
  const content = inline(node.childNodes, [...around, name]);
  if (!MEANINGFUL.has(name) || around.includes(name)) return content;
  const text = content.trim();
  if (text === '') return content === '' ? '' : ' ';
  if (name === 'code') return `<code>${text.replaceAll('<br>', ' ')}</code>`;
  const open = name === 'a' ? `<a ${decoded(attributeOf(node, 'href'))}${titleOf(node)}>` : `<${name}>`;
  // White space at the ends of an element is moved out of it.
  return `${/^\s/.test(content) ? ' ' : ''}${open}${text}</${name}>${/\s$/.test(content) ? ' ' : ''}`;
}

const attributes = (element: Element, names: readonly string[]): string =>
  names.map((name) => `"${attributeOf(element, name).replace(/\s+/g, ' ').trim()}"`).join(' ');

function titleOf(link: Element): string {
  const title = attributeOf(link, 'title').replace(/\s+/g, ' ').trim();
  return title === '' || title === rawText(link).trim() ? '' : ` "${title}"`;
}

/** A line for each block. Inline content between blocks is a paragraph, or a line in items and cells. */
function blocks(nodes: readonly Node[], tag: 'p' | ''): string[] {
  const lines: string[] = [];
  let run: Node[] = [];
  const end = (): void => {
    const text = collapse(inline(run)).trim();
    if (text !== '') lines.push(tag === 'p' ? `<p>${text}</p>` : text);
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node) || !isElement(node)) run.push(node);
    else {
      end();
      lines.push(...block(node, tag));
    }
  }
  end();
  return lines;
}

function block(element: Element, tag: 'p' | ''): string[] {
  const { tagName, childNodes } = element;
  if (DISSOLVED.has(tagName)) return blocks(childNodes, tag);
  if (tagName === 'hr') return ['<hr>'];
  if (HEADINGS.has(tagName)) {
    const text = collapse(inline(childNodes)).replaceAll('<br>', ' ').trim();
    return text === '' ? [] : [`<${tagName}>${text}</${tagName}>`];
  }
  if (tagName === 'pre') return pre(element);
  const inner = blocks(childNodes, tagName === 'blockquote' ? 'p' : '');
  const isCell = tagName === 'td' || tagName === 'th';
  if (inner.length === 0 && !isCell) return [];
  const detail =
    tagName === 'ol' ? ` ${attributeOf(element, 'start') || '1'}` : isCell ? ` ${attributeOf(element, 'align')}` : '';
  return [`<${tagName}${detail}>`, ...inner, `</${tagName}>`];
}

function pre(element: Element): string[] {
  const text = rawText(element).replace(/\n$/, '');
  if (text.trim() === '') return [];
  const code = element.childNodes.find(isElement);
  return [`<pre ${code === undefined ? '' : attributeOf(code, 'class')}>`, ...text.split('\n'), '</pre>'];
}

export const canonicalHtml = (html: string): string => blocks(parseFragment(html).childNodes, 'p').join('\n');
