/**
 * Pages with labels on elements. `data-gold="content"` or `data-gold="template"` labels the site's template;
 * `data-main="main"`, `"comments"` or `"rest"` labels main content. A text node has the label of its nearest labelled
 * ancestor; default: `template` and `rest`. White space of text nodes is collapsed, as in the detector. Empty text
 * nodes, and those in ignored elements, are omitted.
 */
import { Problem } from '../../bench/command-line.ts';
import { type ElementNode, elementsOf, readTree } from '../baselines/document.ts';

/** `unknown` is not used in training. */
export type Label = 'template' | 'content' | 'unknown';

type Part = 'main' | 'comments' | 'rest';

export interface GoldSegment {
  readonly text: string;
  readonly length: number;
  readonly label: Label;
  /** Undefined if the page has no `data-main`. */
  readonly part: Part | undefined;
  readonly element: ElementNode;
}

export interface GoldPage {
  readonly name: string;
  /** True if the page has a `data-gold` label. */
  readonly labelled: boolean;
  /** True if the page has a `data-main` label. */
  readonly hasMain: boolean;
  readonly segments: readonly GoldSegment[];
}

const LABEL = 'data-gold';
const PART = 'data-main';

function labelOf({ attributes }: ElementNode, page: string): Label | undefined {
  const value = attributes.get(LABEL);
  if (value === undefined || value === 'template' || value === 'content' || value === 'unknown') return value;
  throw new Problem(`${page}: ${LABEL}="${value}" is neither content, template nor unknown`);
}

function partOf({ attributes }: ElementNode, page: string): Part | undefined {
  const value = attributes.get(PART);
  if (value === undefined || value === 'main' || value === 'comments' || value === 'rest') return value;
  throw new Problem(`${page}: ${PART}="${value}" is neither main, comments nor rest`);
}

export function readGold(html: string, name: string): GoldPage {
  const { root, texts } = readTree(html);
  const labels = new Map<ElementNode | undefined, { readonly label: Label; readonly part: Part }>();
  let labelled = false;
  let hasMain = false;
  for (const element of elementsOf(root)) {
    const above = labels.get(element.parent) ?? { label: 'template', part: 'rest' };
    const [label, part] = [labelOf(element, name), partOf(element, name)];
    labelled ||= label !== undefined;
    hasMain ||= part !== undefined;
    labels.set(element, { label: label ?? above.label, part: part ?? above.part });
  }
  const segments = texts.map(({ text, parent: element }): GoldSegment => {
    const { label, part } = labels.get(element) ?? { label: 'template', part: 'rest' };
    return { text, length: [...text].length, label, part: hasMain ? part : undefined, element };
  });
  return { name, labelled, hasMain, segments };
}

/** `order` of the nearest separator that contains the segment, else of the root. */
function blockOf({ element }: GoldSegment, separators: ReadonlySet<string>): number {
  for (let at: ElementNode | undefined = element; at !== undefined; at = at.parent) {
    if (separators.has(at.name)) return at.order;
  }
  return 0;
}

/** @throws {Problem} if no page of the site has a label */
export function checkLabelled(site: string, labelled: boolean): void {
  if (!labelled) throw new Problem(`${site}: no element of its pages has a data-gold label`);
}

/** Segments by block: in document order, the root block first. Blocks without text are omitted. */
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
