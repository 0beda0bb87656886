/** Labels on trees of parse5, for code that changes the tree: the label of a node, and the amount of content below it. */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { codePoints, IGNORED, type Label, normalise } from '../evaluation/gold.ts';

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Text = DefaultTreeAdapterTypes.TextNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;

export const isElement = (node: Node): node is Element => 'tagName' in node;

export const isText = (node: Node): node is Text => node.nodeName === '#text';

export const isIgnored = (element: Element): boolean => IGNORED.has(element.tagName.toLowerCase());

/** The own label of an element, else the inherited one. */
export function labelOf(element: Element, inherited: Label): Label {
  const value = element.attrs.find(({ name }) => name === 'data-gold')?.value;
  return value === 'content' || value === 'template' ? value : inherited;
}

/** Code points of normalised content in each node with content, its descendants included. */
export function contentLengths(top: Parent): Map<Node | Parent, number> {
  const lengths = new Map<Node | Parent, number>();
  const measure = (parent: Parent, label: Label): number => {
    let sum = 0;
    for (const node of parent.childNodes) {
      let length = 0;
      if (isText(node)) length = label === 'content' ? codePoints(normalise(node.value)) : 0;
      else if (isElement(node) && !isIgnored(node)) length = measure(node, labelOf(node, label));
      if (length > 0) lengths.set(node, length);
      sum += length;
    }
    if (sum > 0) lengths.set(parent, sum);
    return sum;
  };
  measure(top, 'template');
  return lengths;
}
