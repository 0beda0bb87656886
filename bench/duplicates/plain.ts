/**
 * The content of a page in plain markup, as another site would copy it: paragraphs, headings, lists, tables, preformatted text
 * and links stay. Other elements, classes and styles are removed.
 */
import { html as markup, parse, serialize, defaultTreeAdapter as tree } from 'parse5';
import { type Label, normalise } from '../evaluation/gold.ts';
import { type Element, isElement, isIgnored, isText, labelOf, type Node } from './labels.ts';

export interface PlainContent {
  readonly html: string;
  /** Normalised. */
  readonly text: string;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Elements whose text is not copied. */
const DROPPED = names('svg math select textarea object iframe video audio canvas');
/** Inline elements that are kept. */
const PHRASES = names('a b strong em i code tt kbd samp var sub sup');
/** Blocks that contain only inline content. */
const PARAGRAPHS = names('p pre h1 h2 h3 h4 h5 h6');
/** Blocks that contain other blocks. */
const GROUPS = names('ul ol dl li dt dd blockquote table');
/** Parts of a table, kept only inside a table. */
const TABLE = names('caption thead tbody tfoot tr th td');
/** Other elements that break a line; they are not kept. */
const BREAKS =
  names(`address article aside body center details dialog dir div fieldset figcaption figure footer form header
  hgroup hr html legend main menu nav section summary`);
/** Elements whose direct text gets no paragraph. */
const CELLS = names('li dt dd th td caption');

/** An inline node, a block, or a line break without a node. */
type Piece = { readonly kind: 'inline' | 'block'; readonly node: Node } | { readonly kind: 'break' };

const BREAK: Piece = { kind: 'break' };

function create(name: string, pieces: readonly Node[], href?: string): Element {
  const element = tree.createElement(name, markup.NS.HTML, href === undefined ? [] : [{ name: 'href', value: href }]);
  for (const node of pieces) tree.appendChild(element, node);
  return element;
}

function isBlank(node: Node): boolean {
  if (isText(node)) return normalise(node.value) === '';
  return !isElement(node) || node.childNodes.every(isBlank);
}

const nodesOf = (pieces: readonly Piece[]): Node[] =>
  pieces.flatMap((piece) => (piece.kind === 'break' ? [] : [piece.node]));

const isInline = (piece: Piece): boolean => piece.kind === 'inline';

/** Pieces as blocks. Inline pieces between blocks become a paragraph. */
function inParagraphs(pieces: readonly Piece[]): Node[] {
  const blocks: Node[] = [];
  let line: Node[] = [];
  const end = (): void => {
    if (!line.every(isBlank)) blocks.push(create('p', line));
    line = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'inline') line.push(piece.node);
    else {
      end();
      if (piece.kind === 'block') blocks.push(piece.node);
    }
  }
  end();
  return blocks;
}

/** The absolute target of a link; undefined where it is not http or https. */
function absolute(element: Element, base: string): string | undefined {
  const href = element.attrs.find(({ name }) => name === 'href')?.value;
  if (href === undefined || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

class Plain {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** Recursive, like the serialiser: labelled pages are not deeply nested. */
  pieces(parent: { readonly childNodes: readonly Node[] }, label: Label, inTable: boolean): Piece[] {
    return parent.childNodes.flatMap((node): Piece[] => {
      if (isText(node)) return label === 'content' ? [{ kind: 'inline', node: tree.createTextNode(node.value) }] : [];
      if (!isElement(node) || isIgnored(node) || DROPPED.has(node.tagName)) return [];
      return this.#element(node, labelOf(node, label), inTable);
    });
  }

  #element(element: Element, label: Label, inTable: boolean): Piece[] {
    const name = element.tagName;
    const isContent = label === 'content';
    const isCell = TABLE.has(name);
    const keepsTable = isContent && (name === 'table' || (isCell && inTable));
    const inner = this.pieces(element, label, keepsTable);
    if (name === 'br') return isContent ? [{ kind: 'inline', node: create('br', []) }] : [];
    if (isContent && PARAGRAPHS.has(name)) return this.#paragraph(name, inner);
    if (isContent && (GROUPS.has(name) || (isCell && inTable))) return this.#group(name, inner);
    if (isContent && PHRASES.has(name) && inner.every(isInline)) return this.#phrase(element, inner);
    const breaks = BREAKS.has(name) || PARAGRAPHS.has(name) || GROUPS.has(name) || isCell;
    return breaks ? [BREAK, ...inner, BREAK] : inner;
  }

  #paragraph(name: string, inner: readonly Piece[]): Piece[] {
    // In quirks mode, a paragraph can contain a table.
    if (inner.some(({ kind }) => kind === 'block')) return [BREAK, ...inner, BREAK];
    const line = inner.map((piece) => (piece.kind === 'break' ? tree.createTextNode(' ') : piece.node));
    return line.every(isBlank) ? [BREAK] : [{ kind: 'block', node: create(name, line) }];
  }

  #group(name: string, inner: readonly Piece[]): Piece[] {
    const isLine = CELLS.has(name) && !inner.includes(BREAK);
    const nodes = isLine ? nodesOf(inner) : inParagraphs(inner);
    // Empty cells are kept, so that the cells behind them stay in their columns.
    if (nodes.every(isBlank) && !TABLE.has(name)) return [BREAK];
    return [{ kind: 'block', node: create(name, nodes) }];
  }

  #phrase(element: Element, inner: readonly Piece[]): Piece[] {
    const nodes = nodesOf(inner);
    if (nodes.every(isBlank)) return [...inner];
    if (element.tagName !== 'a') return [{ kind: 'inline', node: create(element.tagName, nodes) }];
    const href = absolute(element, this.#base);
    return href === undefined ? [...inner] : [{ kind: 'inline', node: create('a', nodes, href) }];
  }
}

function textOf(nodes: readonly Node[]): string {
  const texts: string[] = [];
  const collect = (node: Node): void => {
    if (isText(node)) texts.push(node.value);
    else if (isElement(node)) {
      for (const child of node.childNodes) collect(child);
      // Separates the words of adjacent blocks.
      if (!PHRASES.has(node.tagName)) texts.push('\n');
    }
  };
  for (const node of nodes) collect(node);
  return normalise(texts.join(''));
}

/** The labelled content of a page in plain markup, with absolute links. */
export function plainContent(html: string, url: string): PlainContent {
  const nodes = inParagraphs(new Plain(url).pieces(parse(html), 'template', false));
  const fragment = tree.createDocumentFragment();
  for (const node of nodes) tree.appendChild(fragment, node);
  return { html: serialize(fragment), text: textOf(nodes) };
}
