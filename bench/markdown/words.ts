/** Text of a parsed page as a reader sees it: words apart where a browser shows them apart. */
import { type Element, isElement, isText, type Node } from './dom.ts';

/** Elements whose text a browser shows on lines of its own, and those whose text stands apart on the line. */
const APART = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'br', 'caption', 'center', 'dd', 'details', 'dialog', 'dir'],
  ...[
    'div',
    'dl',
    'dt',
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'frameset',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
  ],
  ...[
    'h6',
    'header',
    'hgroup',
    'hr',
    'legend',
    'li',
    'listing',
    'main',
    'menu',
    'nav',
    'ol',
    'optgroup',
    'option',
    'p',
  ],
  ...['plaintext', 'pre', 'rt', 'search', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'],
  ...['ul', 'xmp', 'img'],
]);

/** The text below a node; elements that pass `without` are left out. */
export function readText(node: Node, without: (element: Element) => boolean = () => false): string {
  const pieces: string[] = [];
  const read = (child: Node): void => {
    if (isText(child)) pieces.push(child.value);
    else if (isElement(child) && without(child)) pieces.push(' ');
    else if (isElement(child)) {
      const isApart = APART.has(child.tagName);
      if (isApart) pieces.push(' ');
      child.childNodes.forEach(read);
      if (isApart) pieces.push(' ');
    }
  };
  if ('childNodes' in node) node.childNodes.forEach(read);
  else read(node);
  return pieces.join('');
}

/** The key of a text: its words, or what it has where there is no word. */
export function keyOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu);
  return words === null ? text.replace(/\s+/g, '') : words.join(' ');
}
