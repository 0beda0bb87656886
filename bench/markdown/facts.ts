/**
 * What a page says and how: its words, and the headings, list items, code lines, table cells and links. The same reader serves
 * the content of a page and what its Markdown was rendered to. It shares nothing with the module.
 */

import { codeLines } from './code.ts';
import { ancestorsOf, attribute, childElements, type Element, elementsOf, hasClass, parseBody } from './dom.ts';
import { prune } from './prune.ts';
import { isLayout, readCells } from './tables.ts';
import { keyOf, readText } from './words.ts';

export interface Link {
  readonly url: string;
  readonly text: string;
}

export interface Facts {
  /** Words of the page, in order. */
  readonly words: readonly string[];
  /** Level and words. */
  readonly headings: readonly string[];
  /** Depth and words without those of lists inside. */
  readonly items: readonly string[];
  /** Lines that are not blank. */
  readonly code: readonly string[];
  /** Row, column and words. */
  readonly cells: readonly string[];
  /** Links with text. */
  readonly links: readonly Link[];
}

const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);
/** Lists and quotes are written to this depth. */
const MAX_DEPTH = 12;
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'sftp:']);

const isList = ({ tagName }: Element): boolean => LISTS.has(tagName);
/** Whether a list stands in an item, or behind one. */
function isNested(list: Element): boolean {
  if (!isList(list)) return false;
  const around = [...ancestorsOf(list)].find((one) => isList(one) || one.tagName === 'li');
  if (around === undefined || around.tagName === 'li') return around !== undefined;
  const children = childElements(around);
  return children.slice(0, children.indexOf(list)).some(({ tagName }) => tagName === 'li');
}

/** An item of a list that is a footnote. */
function isNoteItem(element: Element): boolean {
  if (element.tagName !== 'li' || attribute(element, 'id') === undefined) return false;
  const [list, box] = [...ancestorsOf(element)];
  return [list, box].some((one) => one !== undefined && isNoteBox(one));
}

const isNoteBox = (element: Element): boolean =>
  hasClass(element, 'footnotes', 'references') ||
  attribute(element, 'role') === 'doc-endnotes' ||
  attribute(element, 'data-footnotes') !== undefined;

const isNote = (element: Element): boolean =>
  attribute(element, 'role') === 'doc-noteref' ||
  /\b(footnote-ref(erence)?|footnote)\b/.test(attribute(element, 'class') ?? '');

/** Percent-encoding differs between writers. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url).replaceAll('\\', '/');
  } catch {
    return url;
  }
}

/** The address of a link that can be kept; undefined for one within the footnotes, and for one that leads nowhere. */
function linkUrl(link: Element, url: string): string | undefined {
  const href = attribute(link, 'href');
  if (href === undefined || attribute(link, 'data-footnote-ref') !== undefined || isNote(link)) return undefined;
  if (!URL.canParse(href.trim(), url)) return undefined;
  const { href: absolute, protocol } = new URL(href.trim(), url);
  return SCHEMES.has(protocol) ? decoded(absolute) : undefined;
}

/** A link to a note from a `sup` or around one, as most writers of footnotes have it. */
const isSupNote = (link: Element, target: string, url: string): boolean =>
  target.startsWith(`${decoded(url).split('#', 1)[0]}#`) &&
  [...ancestorsOf(link), ...elementsOf(link)].some(({ tagName }) => tagName === 'sup');

const plain = (html: string, url: string): string => {
  const base = /<base\s[^>]*?href\s*=\s*["']?([^"'\s>]+)/i.exec(html)?.[1];
  return base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url;
};

export function readFacts(html: string, url: string): Facts {
  const base = plain(html, url);
  const body = parseBody(html);
  const codes = prune(body);
  const facts = { headings: [] as string[], items: [] as string[], code: [] as string[], cells: [] as string[] };
  const links: Link[] = [];
  const dataTables = new Set<Element>();
  for (const element of elementsOf(body, (one) => !codes.has(one))) {
    const { tagName } = element;
    const inCell = [...ancestorsOf(element)].some((one) => dataTables.has(one));
    if (codes.has(element)) {
      if (!inCell) facts.code.push(...codeLines(element));
    } else if (tagName === 'table' && !inCell && !isLayout(element)) {
      dataTables.add(element);
      facts.cells.push(...readCells(element).map(({ row, column, text }) => `${row},${column} ${text}`));
    } else if (/^h[1-6]$/.test(tagName) && !inCell) {
      const text = keyOf(readText(element));
      if (text !== '') facts.headings.push(`${tagName} ${text}`);
    } else if (tagName === 'li' && !inCell && !isNoteItem(element)) {
      const text = keyOf(readText(element, isList));
      const above = [...ancestorsOf(element)];
      const depth = above.filter(isNested).length + 1 - above.filter(isNoteItem).length;
      if (text !== '') facts.items.push(`${Math.min(Math.max(depth, 1), MAX_DEPTH)} ${text}`);
    } else if (tagName === 'a') {
      const target = linkUrl(element, base);
      const text = keyOf(readText(element));
      if (target !== undefined && text !== '' && !isSupNote(element, target, base)) links.push({ url: target, text });
    }
  }
  return {
    words:
      readText(body)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
    ...facts,
    links,
  };
}
