/**
 * The content of a page in plain markup, as another site would have it that took it over: paragraphs, headings, lists,
 * tables, preformatted text and links stay; what the elements around them were called, and where they were drawn, does
 * not.
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

/** Their text is none that a reader would take along. */
const DROPPED = names('svg math select textarea object iframe video audio canvas');
/** In a line; links beside these. */
const PHRASES = names('a b strong em i code tt kbd samp var sub sup');
/** Of text alone. */
const PARAGRAPHS = names('p pre h1 h2 h3 h4 h5 h6');
/** Of other blocks. */
const GROUPS = names('ul ol dl li dt dd blockquote table');
/** They are nothing without their table. */
const TABLE = names('caption thead tbody tfoot tr th td');
/** What breaks a line beside those, and is not kept itself. */
const BREAKS =
  names(`address article aside body center details dialog dir div fieldset figcaption figure footer form header
  hgroup hr html legend main menu nav section summary`);
/** Loose text in these is no paragraph of the page's. */
const CELLS = names('li dt dd th td caption');

/** In a line, on lines of its own, or what ends a line and is nothing else. */
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

/** Pieces as blocks: what stands in lines between them becomes a paragraph. */
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

/** Where a link leads to from anywhere; undefined where that is not a page. */
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

  /** Trees of pages that people labelled are not deep: this may recurse, as the serialiser does. */
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
    // A table may stand in a paragraph, where old pages are read as browsers of their time did.
    if (inner.some(({ kind }) => kind === 'block')) return [BREAK, ...inner, BREAK];
    const line = inner.map((piece) => (piece.kind === 'break' ? tree.createTextNode(' ') : piece.node));
    return line.every(isBlank) ? [BREAK] : [{ kind: 'block', node: create(name, line) }];
  }

  #group(name: string, inner: readonly Piece[]): Piece[] {
    const isLine = CELLS.has(name) && !inner.includes(BREAK);
    const nodes = isLine ? nodesOf(inner) : inParagraphs(inner);
    // Cells without text keep their neighbours in their columns.
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
      // Blocks may touch, but their words do not.
      if (!PHRASES.has(node.tagName)) texts.push('\n');
    }
  };
  for (const node of nodes) collect(node);
  return normalise(texts.join(''));
}

/** What is labelled content on a page; links lead where they led from there. */
export function plainContent(html: string, url: string): PlainContent {
  const nodes = inParagraphs(new Plain(url).pieces(parse(html), 'template', false));
  const fragment = tree.createDocumentFragment();
  for (const node of nodes) tree.appendChild(fragment, node);
  return { html: serialize(fragment), text: textOf(nodes) };
}
