/**
 * A page as HTML that can do nothing: written anew from its tree, of elements of our own choice, with the text that the
 * detector counts and no attribute of the page but the spans of cells. Only this text and the numbers in it are the page's.
 */
import type { Cursor, HtmlParser } from 'refrain/html';

/** A block, as far as it must be known to find its element: its path, and where its texts start in the page. */
export interface BlockPlace {
  readonly path: string;
  readonly starts: readonly number[];
}

/** Writes a page; the element of each block has its number in `data-b`, and every text of a block stands in a `data-s`. */
export type Render = (html: string, blocks: readonly BlockPlace[]) => string;

/** Elements that hold none of the page's text; the others are walked through whatever their name. */
const EMPTY = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'meta',
  'link',
  'base',
  'param',
  'source',
  'track',
]);

/** Elements that break a line. */
const BLOCKS = new Set([
  ...['html', 'body', 'div', 'section', 'article', 'nav', 'aside', 'header', 'footer', 'main', 'form', 'fieldset'],
  ...[
    'ul',
    'ol',
    'menu',
    'dl',
    'dt',
    'dd',
    'li',
    'p',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hgroup',
    'pre',
    'blockquote',
  ],
  ...[
    'address',
    'figure',
    'figcaption',
    'details',
    'summary',
    'dialog',
    'center',
    'legend',
    'hr',
    'search',
    'textarea',
  ],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'option', 'optgroup', 'listing', 'xmp', 'dir'],
]);

/** Elements whose look tells something: they keep their name, which the style sheet knows. */
const STYLED = new Set([
  ...[
    'body',
    'ul',
    'ol',
    'menu',
    'dir',
    'li',
    'dt',
    'dd',
    'p',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'pre',
    'blockquote',
  ],
  ...[
    'figcaption',
    'hr',
    'a',
    'b',
    'strong',
    'i',
    'em',
    'cite',
    'code',
    'kbd',
    'samp',
    'tt',
    'small',
    'sub',
    'sup',
    'button',
  ],
  ...['del', 's', 'mark', 'select', 'textarea', 'option', 'legend', 'center', 'th', 'listing', 'xmp', 'summary'],
]);

/** What is not text is shown as a box with a word in it. */
const BOXES = new Set(['iframe', 'video', 'audio', 'object', 'embed', 'canvas']);

const ROLES: Readonly<Record<string, string>> = {
  ...{
    h1: ' role="heading" aria-level="1"',
    h2: ' role="heading" aria-level="2"',
    h3: ' role="heading" aria-level="3"',
  },
  ...{
    h4: ' role="heading" aria-level="4"',
    h5: ' role="heading" aria-level="5"',
    h6: ' role="heading" aria-level="6"',
  },
  ...{ ul: ' role="list"', ol: ' role="list"', menu: ' role="list"', li: ' role="listitem"', hr: ' role="separator"' },
};

/** What may stand directly in the parts of a table. All other elements become `div` and `span`, which no parser moves. */
const TABLE_PARTS: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'thead', 'tbody', 'tfoot'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['td', 'th'],
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Goes through a tree; `enter` says whether to go on below an element. */
function walk(cursor: Cursor, visit: { enter(): boolean; leave(): void; text(): void }): void {
  let depth = 0;
  if (!cursor.firstChild()) return;
  for (;;) {
    const isElement = cursor.kind === 'element';
    if (cursor.kind === 'text') visit.text();
    if (isElement && visit.enter()) {
      if (cursor.firstChild()) {
        depth += 1;
        continue;
      }
      visit.leave();
    }
    while (!cursor.nextSibling()) {
      if (depth === 0) return;
      cursor.parent();
      depth -= 1;
      visit.leave();
    }
  }
}

/** For elements by their number in the order of the walk, the block that is theirs: the one around its texts, as deep as its path. */
function blocksByElement(
  cursor: Cursor,
  blocks: readonly BlockPlace[],
  blockAt: ReadonlyMap<number, number>,
): Map<number, number> {
  const depths = blocks.map(({ path }) => path.split('/').length);
  const open: number[] = [];
  const found = new Map<number, number>();
  let count = 0;
  walk(cursor, {
    enter: () => {
      open.push(count++);
      return true;
    },
    leave: () => open.pop(),
    text: () => {
      const block = blockAt.get(cursor.start ?? -1);
      const element = block === undefined ? undefined : open[(depths[block] ?? 0) - 1];
      if (block !== undefined && element !== undefined) found.set(element, block);
    },
  });
  return found;
}

/** A whole number of cells, as far as it can be believed. */
const span = (cursor: Cursor, name: 'colspan' | 'rowspan'): string => {
  const value = Number.parseInt(cursor.attribute(name) ?? '', 10);
  return value > 1 && value <= 1000 ? ` ${name}="${value}"` : '';
};

/** The tag that is written for an element; none where nothing is, nor what is below it. */
function tagOf(name: string, parent: string): string | undefined {
  const parts = TABLE_PARTS[parent];
  if (parts !== undefined) return parts.includes(name) ? name : undefined;
  if (name === 'table') return 'table';
  return BLOCKS.has(name) ? 'div' : 'span';
}

function write(cursor: Cursor, numbers: ReadonlyMap<number, number>, blockAt: ReadonlyMap<number, number>): string {
  const written: string[] = [];
  const open: string[] = [];
  let count = 0;
  /** Numbers go on below what is not written. */
  let left = 0;
  walk(cursor, {
    enter: () => {
      const block = numbers.get(count++);
      const { name } = cursor;
      const tag = left > 0 || EMPTY.has(name) ? undefined : tagOf(name, open.at(-1) ?? '');
      if (tag === undefined) {
        left += 1;
        return true;
      }
      if (name === 'br') written.push('<br>');
      if (name === 'img') written.push(`<span data-t="img">${escaped(cursor.attribute('alt') ?? '')}</span>`);
      if (name === 'input' && cursor.attribute('type') !== 'hidden') written.push('<span data-t="field"></span>');
      if (BOXES.has(name)) written.push(`<span data-t="box">${name}</span>`);
      const number = block === undefined ? '' : ` data-b="${block}"`;
      const look = STYLED.has(name) ? ` data-t="${name}"` : '';
      const spans = name === 'td' || name === 'th' ? `${span(cursor, 'colspan')}${span(cursor, 'rowspan')}` : '';
      written.push(`<${tag}${number}${look}${ROLES[name] ?? ''}${spans}>`);
      open.push(tag);
      return true;
    },
    leave: () => {
      if (left > 0) left -= 1;
      else written.push(`</${open.pop()}>`);
    },
    text: () => {
      if (left > 0 || TABLE_PARTS[open.at(-1) ?? ''] !== undefined) return;
      const { text } = cursor;
      if (blockAt.has(cursor.start ?? -1)) written.push(`<span data-s>${escaped(text)}</span>`);
      else if (text.trim() === '') written.push(' ');
    },
  });
  return written.join('');
}

/**
 * What writes pages, with a parser that reads them as the detector does, which is as a browser that runs scripts:
 * `HtmlParser.create({ scripting: true })`.
 */
export function createRender(parser: HtmlParser): Render {
  return (html, blocks) => {
    const tree = parser.parse(html);
    const blockAt = new Map(blocks.flatMap(({ starts }, block) => starts.map((start) => [start, block] as const)));
    return write(tree.cursor(), blocksByElement(tree.cursor(), blocks, blockAt), blockAt);
  };
}
