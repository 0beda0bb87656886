/**
 * Tree → blocks and text segments (Wang et al., WWW 2008, page segmentation).
 *
 * A block is a separator element together with the text segments that have it
 * as their nearest separator ancestor, so the blocks divide the page. What has
 * no separator ancestor belongs to the root block: `body`, or the root element
 * of a page without one.
 */
import type { PathMode, ReferenceOptions } from './options.ts';
import type { ReferenceElement, ReferenceNode } from './tree.ts';

/** One text node whose normalised text is not empty. */
export interface TextSegment {
  readonly text: string;
  /** The path as shown: `html/body/div`, `html[1]/body[2]/div[1]` or `html/body/div.nav.main`. */
  readonly path: string;
  /** Unicode code points of the text. */
  readonly length: number;
  /** Path and text: two segments are the same when their keys are. */
  readonly key: string;
}

export interface SegmentedBlock {
  readonly path: string;
  readonly segments: readonly TextSegment[];
}

interface OpenBlock {
  pathKey: string;
  readonly segments: TextSegment[];
}

interface Visit {
  readonly node: ReferenceNode;
  /** 1-based, among the element siblings; a text has the number of the element before it. */
  readonly position: number;
  readonly parentKey: string;
  readonly block: OpenBlock;
}

const ignored: ReadonlySet<string> = new Set(['head', 'script', 'style', 'noscript', 'template']);

// A tree from elsewhere than `parseTree` may still hold lone surrogates.
const normalise = (text: string): string => text.toWellFormed().replace(/\s+/g, ' ').trim();

const codePoints = (text: string): number => [...text].length;

const stepOf = (element: ReferenceElement, position: number, mode: PathMode): string => {
  if (mode === 'indexed') return `${element.name}[${position}]`;
  const className = mode === 'classes' ? normalise(element.className ?? '') : '';
  return className === '' ? element.name : `${element.name} ${className}`;
};

/**
 * Steps are joined by line feeds: neither a tag name nor a class or text with
 * its whitespace collapsed can hold one, so no two paths, and no path and text,
 * run together into the same key.
 */
const join = (above: string, below: string): string => (above === '' ? below : `${above}\n${below}`);

const shown = (key: string): string => key.replaceAll(' ', '.').replaceAll('\n', '/');

const bodyOf = (root: ReferenceElement): ReferenceElement | undefined =>
  root.children.find((child): child is ReferenceElement => child.kind === 'element' && child.name === 'body');

/** The blocks that own at least one segment, in document order, the root block first. */
export const segmentPage = (
  root: ReferenceElement,
  { separators, path: mode }: Pick<ReferenceOptions, 'separators' | 'path'>,
): SegmentedBlock[] => {
  const rootBlockElement = bodyOf(root) ?? root;
  const rootBlock: OpenBlock = { pathKey: '', segments: [] };
  const blocks = [rootBlock];

  const visits: Visit[] = [{ node: root, position: 1, parentKey: '', block: rootBlock }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, position, parentKey } = visit;
    let { block } = visit;

    if (node.kind === 'text') {
      const text = normalise(node.data);
      if (text === '') continue;
      const key = `${parentKey}\n${text}`;
      block.segments.push({ text, path: shown(parentKey), length: codePoints(text), key });
      continue;
    }

    if (ignored.has(node.name)) continue;
    const pathKey = mode === 'none' ? '' : join(parentKey, stepOf(node, position, mode));
    if (node === rootBlockElement) {
      rootBlock.pathKey = pathKey;
    } else if (separators.has(node.name)) {
      block = { pathKey, segments: [] };
      blocks.push(block);
    }

    const children: Visit[] = [];
    let elements = 0;
    for (const child of node.children) {
      if (child.kind === 'element') elements += 1;
      children.push({ node: child, position: elements, parentKey: pathKey, block });
    }
    // The last one pushed is visited first: document order.
    for (const child of children.reverse()) visits.push(child);
  }

  return blocks
    .filter(({ segments }) => segments.length > 0)
    .map(({ pathKey, segments }) => ({ path: shown(pathKey), segments }));
};
