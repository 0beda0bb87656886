/**
 * Pages with labels in them: `data-gold="content"` or `data-gold="template"` on elements. The label of a text node is
 * that of its nearest ancestor that has one, `template` where none has. Text nodes are taken as the method takes them:
 * not below ignored elements, white space collapsed, none that are empty then.
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { Problem } from '../problem.ts';

export type Label = 'template' | 'content';

/** An open element, as far as labels and blocks go. */
interface Place {
  readonly name: string;
  /** Number of the element in document order. */
  readonly order: number;
  readonly label: Label;
  readonly parent: Place | undefined;
}

export interface GoldSegment {
  /** Normalised text. */
  readonly text: string;
  /** Unicode code points. */
  readonly length: number;
  readonly label: Label;
  readonly place: Place;
}

export interface GoldPage {
  readonly name: string;
  /** Whether any element has a label. */
  readonly labelled: boolean;
  /** In document order. */
  readonly segments: readonly GoldSegment[];
}

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

const ATTRIBUTE = 'data-gold';

/** Elements whose texts are none of the page's. */
export const IGNORED: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template']);

/** The page as its site served it: no method may see the labels. */
export const withoutGold = (html: string): string => html.replace(/ data-gold="[^"]*"/g, '');

export const normalise = (text: string): string => text.toWellFormed().replace(/\s+/g, ' ').trim();

export const codePoints = (text: string): number => [...text].length;

const isElement = (node: Node): node is Element => 'tagName' in node;

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

function labelOf(element: Element, page: string): Label | undefined {
  const value = element.attrs.find(({ name }) => name === ATTRIBUTE)?.value;
  if (value === undefined || value === 'template' || value === 'content') return value;
  throw new Problem(`${page}: ${ATTRIBUTE}="${value}" is neither content nor template`);
}

/** Reads the labels of a page from its source, in which the attribute stands. */
export function readGold(html: string, name: string): GoldPage {
  const segments: GoldSegment[] = [];
  let labelled = false;
  let order = 0;
  const above: Place = { name: '', order, label: 'template', parent: undefined };
  // A stack in place of recursion, for pages may be nested deeply; what is pushed last is visited first.
  const visits: { node: Node; parent: Place }[] = [];
  const visitLater = (children: readonly Node[], parent: Place): void => {
    for (const node of children.toReversed()) visits.push({ node, parent });
  };
  visitLater(parse(html).childNodes, above);
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, parent } = visit;
    if (isText(node)) {
      const text = normalise(node.value);
      if (text !== '') segments.push({ text, length: codePoints(text), label: parent.label, place: parent });
    } else if (isElement(node)) {
      const label = labelOf(node, name);
      labelled ||= label !== undefined;
      const elementName = node.tagName.toLowerCase();
      if (IGNORED.has(elementName)) continue;
      order += 1;
      visitLater(node.childNodes, { name: elementName, order, label: label ?? parent.label, parent });
    }
  }
  return { name, labelled, segments };
}

/** Order of the element that opens the segment's block: its nearest ancestor among the separators, else the root. */
function blockOf({ place }: GoldSegment, separators: ReadonlySet<string>): number {
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (separators.has(at.name)) return at.order;
  }
  return 0;
}

/** A site of which no page has a label can not be measured. */
export function checkLabelled(site: string, labelled: boolean): void {
  if (!labelled) throw new Problem(`${site}: no element of its pages has a data-gold label`);
}

/** The segments by block: blocks in document order, the root block first, and those without text left out. */
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
