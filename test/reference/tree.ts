/**
 * The page as a tree of elements and texts, without comments, doctypes and processing instructions, which only divide
 * texts.
 *
 * No function is recursive, because pages may have 100,000 nested elements.
 */
import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';

declare global {
  /** Node 20 has the method, but TypeScript declares it only in its ES2024 library. */
  interface String {
    toWellFormed(): string;
  }
}

interface ReferenceText {
  readonly kind: 'text';
  readonly data: string;
}

export interface ReferenceElement {
  readonly kind: 'element';
  /** In lower case, as in the tokenizer: `foreignobject`, not `foreignObject`. */
  readonly name: string;
  readonly className: string | null;
  readonly id?: string;
  readonly lang?: string;
  readonly hasIdFirst?: true;
  readonly isForeign?: true;
  /** Of a root: texts in `noscript` are texts of the page. */
  readonly readsNoscript?: true;
  readonly children: readonly ReferenceNode[];
}

export type ReferenceNode = ReferenceElement | ReferenceText;

type Parse5Child = DefaultTreeAdapterTypes.ChildNode;
type Parse5Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Parse5Child): node is Parse5Element => 'tagName' in node;

const isText = (node: Parse5Child): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

// The tokenizer changes only A to Z.
const lowerCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const attributeOf = (element: Parse5Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** True if a browser shows the contents of a template instead of the children of its parent. */
const isShadow = (node: Parse5Child): node is DefaultTreeAdapterTypes.Template =>
  isElement(node) &&
  'content' in node &&
  ['shadowrootmode', 'shadowroot'].some((name) => /^\s*(?:open|closed)\s*$/i.test(attributeOf(node, name) ?? ''));

/** Possible hosts of a shadow root, including custom elements. */
const HOSTS = /-|^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/**
 * Replaces the children of a host with the contents of its template, and the contents of each slot with the children
 * that name it.
 */
function attach(host: Parse5Element, template: DefaultTreeAdapterTypes.Template): void {
  let rest = host.childNodes.filter((node) => node !== template);
  host.childNodes = template.content.childNodes;
  const pending = [...host.childNodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isElement(node) || node.tagName === 'template') continue;
    if (node.tagName !== 'slot') {
      pending.push(...[...node.childNodes].reverse());
      continue;
    }
    const name = attributeOf(node, 'name') ?? '';
    const isOf = (child: Parse5Child): boolean =>
      isElement(child) ? (attributeOf(child, 'slot') ?? '') === name : isText(child) && name === '';
    const own = rest.filter(isOf);
    if (own.length > 0) node.childNodes = own;
    rest = rest.filter((child) => !isOf(child));
  }
}

/** The root element of a parse5 document. Contents of templates are not children, except those of shadow roots. */
const fromParse5 = (document: DefaultTreeAdapterTypes.Document): ReferenceElement => {
  const source = document.childNodes.find(isElement);
  if (source === undefined) throw new TypeError('a document without a root element');

  const pending: { source: Parse5Element; children: ReferenceNode[] }[] = [];
  const open = (element: Parse5Element): ReferenceElement => {
    const children: ReferenceNode[] = [];
    const id = element.attrs.find(({ name }) => name === 'id')?.value;
    const lang = element.attrs.find(({ name }) => name === 'lang')?.value;
    const hasIdFirst = element.attrs.find(({ name }) => name === 'id' || name === 'class')?.name === 'id';
    pending.push({ source: element, children });
    return {
      kind: 'element',
      name: lowerCase(element.tagName),
      className: element.attrs.find(({ name }) => name === 'class')?.value ?? null,
      ...(id !== undefined && { id }),
      ...(hasIdFirst && { hasIdFirst }),
      ...(lang !== undefined && element === source && { lang }),
      ...(element.namespaceURI !== html.NS.HTML && { isForeign: true }),
      children,
    };
  };

  const root = open(source);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { tagName, namespaceURI, childNodes } = next.source;
    const mayHost = HOSTS.test(tagName) && namespaceURI === html.NS.HTML;
    const shadow = mayHost ? childNodes.find(isShadow) : undefined;
    if (shadow !== undefined) attach(next.source, shadow);
    for (const child of next.source.childNodes) {
      if (isElement(child)) next.children.push(open(child));
      else if (isText(child)) next.children.push({ kind: 'text', data: child.value });
    }
  }
  return root;
};

const IGNORED: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template']);
const IGNORED_BUT_NOSCRIPT: ReadonlySet<string> = new Set([...IGNORED].filter((name) => name !== 'noscript'));

export const ignoredIn = ({ readsNoscript }: ReferenceElement): ReadonlySet<string> =>
  readsNoscript ? IGNORED_BUT_NOSCRIPT : IGNORED;

/** Text of the first `title` element of HTML, wherever it is. Default: ''. */
export function titleOf(root: ReferenceElement): string {
  const pending: ReferenceNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'text') continue;
    if (node.name === 'title' && !node.isForeign)
      return node.children.map((child) => (child.kind === 'text' ? child.data : '')).join('');
    for (const child of node.children.toReversed()) pending.push(child);
  }
  return '';
}

/** The tree of a source without byte order mark, as in a browser with scripting. Lone surrogates become U+FFFD. */
export const parseTree = (source: string, scriptingEnabled = true): ReferenceElement =>
  fromParse5(parse(source.toWellFormed().replace(/^\uFEFF/, ''), { scriptingEnabled }));

// Some pages have their text in one `noscript`; otherwise a script writes it. Their only other text is navigation. They
// are read as by a browser without scripting.

export type NoscriptMode = 'auto' | 'ignore';

/** A page with this much text outside `noscript` is read without it. */
const ENOUGH = 2048;
/** Less source in `noscript` is ignored. */
const NOTHING = 512;
/** The source in `noscript` must be longer than the other text by this factor. */
const FACTOR = 5;

/** The tree of a page, and the decision on texts in its `noscript` elements. */
export function readTree(source: string, mode: NoscriptMode): ReferenceElement {
  const tree = parseTree(source);
  if (mode === 'ignore') return tree;
  let outside = 0;
  let inside = 0;
  const ignored = ignoredIn(tree);
  const pending: ReferenceNode[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'text') outside += [...node.data.replace(/\s+/g, ' ').trim()].length;
    else if (node.name === 'noscript') inside = Math.max(inside, sourceIn(node));
    else if (!ignored.has(node.name)) for (const child of node.children) pending.push(child);
  }
  if (outside >= ENOUGH || inside <= NOTHING + FACTOR * outside) return tree;
  return { ...parseTree(source, false), readsNoscript: true };
}

/** Bytes of a `noscript`, which has a single text with scripting. */
function sourceIn({ children: [text] }: ReferenceElement): number {
  return text?.kind === 'text' ? new TextEncoder().encode(text.data).length : 0;
}
