/**
 * Pages with labels on elements. `data-gold="content"` or `data-gold="template"` answers whether a text is the site's template,
 * `data-main="main"`, `"comments"` or `"rest"` whether it is main content. The label of a text node is that of its nearest
 * labelled ancestor; without one it is `template` and `rest`. Text nodes are normalised as in the method: those below ignored
 * elements are left out, white space is collapsed, empty ones are left out.
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { Problem } from '../../bench/command.ts';

export type Label = 'template' | 'content';

export type Part = 'main' | 'comments' | 'rest';

/** An open element, with what labels and blocks need. */
interface GoldElement {
  readonly name: string;
  /** Number of the element in document order. */
  readonly order: number;
  readonly label: Label;
  readonly part: Part;
  readonly parent: GoldElement | undefined;
}

export interface GoldSegment {
  /** Normalised text. */
  readonly text: string;
  /** Unicode code points. */
  readonly length: number;
  readonly label: Label;
  /** Undefined on a page where no element has `data-main`. */
  readonly part: Part | undefined;
  readonly element: GoldElement;
}

export interface GoldPage {
  readonly name: string;
  /** Whether any element has a `data-gold` label. */
  readonly labelled: boolean;
  /** Whether any element has a `data-main` label. */
  readonly hasMain: boolean;
  /** In document order. */
  readonly segments: readonly GoldSegment[];
}

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

const LABEL = 'data-gold';
const PART = 'data-main';

/** Elements whose text is not text of the page. */
export const IGNORED: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template']);

export const normalise = (text: string): string => text.toWellFormed().replace(/\s+/g, ' ').trim();

export const codePoints = (text: string): number => [...text].length;

const isElement = (node: Node): node is Element => 'tagName' in node;

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

const attributeOf = (element: Element, attribute: string): string | undefined =>
  element.attrs.find(({ name }) => name === attribute)?.value;

function labelOf(element: Element, page: string): Label | undefined {
  const value = attributeOf(element, LABEL);
  if (value === undefined || value === 'template' || value === 'content') return value;
  throw new Problem(`${page}: ${LABEL}="${value}" is neither content nor template`);
}

function partOf(element: Element, page: string): Part | undefined {
  const value = attributeOf(element, PART);
  if (value === undefined || value === 'main' || value === 'comments' || value === 'rest') return value;
  throw new Problem(`${page}: ${PART}="${value}" is neither main, comments nor rest`);
}

/** Reads the labels of a page from the attributes in its source. */
export function readGold(html: string, name: string): GoldPage {
  const segments: Omit<GoldSegment, 'part'>[] = [];
  let labelled = false;
  let hasMain = false;
  let order = 0;
  const above: GoldElement = { name: '', order, label: 'template', part: 'rest', parent: undefined };
  // A stack instead of recursion, since pages may be deeply nested. The node pushed last is visited first.
  const visits: { node: Node; parent: GoldElement }[] = [];
  const visitLater = (children: readonly Node[], parent: GoldElement): void => {
    for (const node of children.toReversed()) visits.push({ node, parent });
  };
  visitLater(parse(html).childNodes, above);
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, parent } = visit;
    if (isText(node)) {
      const text = normalise(node.value);
      if (text !== '') segments.push({ text, length: codePoints(text), label: parent.label, element: parent });
    } else if (isElement(node)) {
      const label = labelOf(node, name);
      labelled ||= label !== undefined;
      const elementName = node.tagName.toLowerCase();
      if (IGNORED.has(elementName)) continue;
      const part = partOf(node, name);
      hasMain ||= part !== undefined;
      order += 1;
      visitLater(node.childNodes, {
        ...{ name: elementName, order, parent },
        ...{ label: label ?? parent.label, part: part ?? parent.part },
      });
    }
  }
  return {
    ...{ name, labelled, hasMain },
    segments: segments.map((segment) => ({ ...segment, part: hasMain ? segment.element.part : undefined })),
  };
}

/** Order of the element that opens the block of the segment: its nearest ancestor among the separators, else the root. */
function blockOf({ element }: GoldSegment, separators: ReadonlySet<string>): number {
  for (let at: GoldElement | undefined = element; at !== undefined; at = at.parent) {
    if (separators.has(at.name)) return at.order;
  }
  return 0;
}

/** @throws {Problem} where no page of the site has a label */
export function checkLabelled(site: string, labelled: boolean): void {
  if (!labelled) throw new Problem(`${site}: no element of its pages has a data-gold label`);
}

/** The segments by block: blocks in document order, the root block first. Blocks without text are left out. */
export function goldBlocks(page: GoldPage, separators: ReadonlySet<string>): GoldSegment[][] {
  const blocks = new Map<number, GoldSegment[]>();
  for (const segment of page.segments) {
    const order = blockOf(segment, separators);
    const block = blocks.get(order);
    if (block === undefined) blocks.set(order, [segment]);
    else block.push(segment);
  }
  return [...blocks].sort(([one], [other]) => one - other).map(([, block]) => block);
}
