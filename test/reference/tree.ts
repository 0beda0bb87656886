/**
 * The page as a tree of elements and texts. Comments, doctypes and processing
 * instructions are left out; their only effect is that they divide a text.
 *
 * No function is recursive, because pages may have 100,000 nested elements.
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

declare global {
  /** Node 20 has it, but TypeScript types it from the ES2024 library on. */
  interface String {
    toWellFormed(): string;
  }
}

export interface ReferenceText {
  readonly kind: 'text';
  readonly data: string;
}

export interface ReferenceElement {
  readonly kind: 'element';
  /** The tag name in lower case, as the tokenizer reads it: `foreignobject`, not `foreignObject`. */
  readonly name: string;
  /** The unchanged class attribute, or null. */
  readonly className: string | null;
  /** The unchanged id attribute, if there is one. */
  readonly id?: string;
  readonly children: readonly ReferenceNode[];
}

export type ReferenceNode = ReferenceElement | ReferenceText;

type Parse5Child = DefaultTreeAdapterTypes.ChildNode;
type Parse5Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Parse5Child): node is Parse5Element => 'tagName' in node;

const isText = (node: Parse5Child): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

// The tokenizer changes only A to Z.
const lowerCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The root element of a parse5 document. Contents of templates are not children in parse5 either. */
export const fromParse5 = (document: DefaultTreeAdapterTypes.Document): ReferenceElement => {
  const source = document.childNodes.find(isElement);
  if (source === undefined) throw new TypeError('a document without a root element');

  const pending: { source: Parse5Element; children: ReferenceNode[] }[] = [];
  const open = (element: Parse5Element): ReferenceElement => {
    const children: ReferenceNode[] = [];
    const id = element.attrs.find(({ name }) => name === 'id')?.value;
    pending.push({ source: element, children });
    return {
      kind: 'element',
      name: lowerCase(element.tagName),
      className: element.attrs.find(({ name }) => name === 'class')?.value ?? null,
      ...(id !== undefined && { id }),
      children,
    };
  };

  const root = open(source);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const child of next.source.childNodes) {
      if (isElement(child)) next.children.push(open(child));
      else if (isText(child)) next.children.push({ kind: 'text', data: child.value });
    }
  }
  return root;
};

/** The tree of a source without its byte order mark. Lone surrogates become U+FFFD. */
export const parseTree = (html: string): ReferenceElement =>
  fromParse5(parse(html.toWellFormed().replace(/^\uFEFF/, '')));
