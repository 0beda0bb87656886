/**
 * Tree → blocks and text segments (Wang et al., WWW 2008, page segmentation).
 *
 * A block is a separator element with the text segments whose nearest separator ancestor it is, so the blocks partition
 * the page. Other segments belong to the root block: `body`, or the root element of a page without body.
 */

import { withoutJoiners } from './text.ts';
import { ignoredIn, type ReferenceElement, type ReferenceNode } from './tree.ts';

interface TextSegment {
  readonly text: string;
  readonly path: string;
  readonly length: number;
  /** DOM path and text, which identify a segment. */
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
  readonly parentKey: string;
  readonly block: OpenBlock;
}

// Trees that `parseTree` did not make may contain lone surrogates.
const normalise = (text: string): string => text.toWellFormed().replace(/\s+/g, ' ').trim();

const codePoints = (text: string): number => [...text].length;

/**
 * Steps are joined by line feeds, which tag names and texts with collapsed white space do not contain. So different
 * pairs of path and text have different keys.
 */
const join = (above: string, below: string): string => (above === '' ? below : `${above}\n${below}`);

const shown = (key: string): string => key.replaceAll('\n', '/');

const bodyOf = (root: ReferenceElement): ReferenceElement | undefined =>
  root.children.find((child): child is ReferenceElement => child.kind === 'element' && child.name === 'body');

export const segmentPage = (root: ReferenceElement, separators: ReadonlySet<string>): SegmentedBlock[] => {
  const ignored = ignoredIn(root);
  const rootBlockElement = bodyOf(root) ?? root;
  const rootBlock: OpenBlock = { pathKey: '', segments: [] };
  const blocks = [rootBlock];

  const visits: Visit[] = [{ node: root, parentKey: '', block: rootBlock }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, parentKey } = visit;
    let { block } = visit;

    if (node.kind === 'text') {
      const text = normalise(node.data);
      if (text === '') continue;
      const key = `${parentKey}\n${text}`;
      block.segments.push({
        text: normalise(withoutJoiners(node.data)),
        path: shown(parentKey),
        length: codePoints(text),
        key,
      });
      continue;
    }

    if (ignored.has(node.name)) continue;
    const pathKey = join(parentKey, node.name);
    if (node === rootBlockElement) {
      rootBlock.pathKey = pathKey;
    } else if (separators.has(node.name)) {
      block = { pathKey, segments: [] };
      blocks.push(block);
    }

    // Pushed in reverse, because the last visit pushed is popped first.
    for (const child of [...node.children].reverse()) visits.push({ node: child, parentKey: pathKey, block });
  }

  return blocks
    .filter(({ segments }) => segments.length > 0)
    .map(({ pathKey, segments }) => ({ path: shown(pathKey), segments }));
};
