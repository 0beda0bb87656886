/** The blocks of a page as the nodes of Chakrabarti et al.: what is measured of each, by the whole of its element. */
import type { Core } from '../memory.ts';

export interface PageNode {
  /** Reference of the block. */
  readonly block: number;
  /** Place of the parent in the list; that of the root is itself. */
  readonly parent: number;
  readonly features: Float64Array;
  /** Code points of all text in the element, and how much of it was seen before, and often. */
  readonly text: number;
  readonly known: number;
  readonly often: number;
}

export const NODE_FEATURES = 9;

/** Numbers of characters and words, so that a feature is about between 0 and 1. */
const LOG_TEXT = 16;
const SENTENCE_WORDS = 40;

/** Nodes that have text, in document order, the root first. */
export function nodesOf(core: Core): PageNode[] {
  const { layout } = core;
  const nodes: PageNode[] = [];
  const places = new Map<number, number>();
  const pageText = core.measure(0, layout.MEASURE_ALL_TEXT);
  let before = 0;
  for (let index = 0; index < core.result(layout.PAGE_BLOCK_COUNT); index += 1) {
    const text = core.measure(index, layout.MEASURE_ALL_TEXT);
    if (text === 0) continue;
    const block = index * layout.BLOCK_BYTES;
    places.set(index, nodes.length);
    nodes.push({
      block,
      parent: places.get(core.measure(index, layout.MEASURE_PARENT)) ?? 0,
      features: featuresOf(core, index, { before, pageText, source: core.sourceLength(block) }),
      text,
      known: core.measure(index, layout.MEASURE_ALL_KNOWN),
      often: core.measure(index, layout.MEASURE_ALL_OFTEN),
    });
    before += core.measure(index, layout.MEASURE_TEXT);
  }
  return nodes;
}

interface Around {
  /** Text before the node. */
  readonly before: number;
  readonly pageText: number;
  /** Bytes of the element's source, 0 where it has none. */
  readonly source: number;
}

/**
 * Section 5.1 of the paper as far as a page that is not laid out shows it: nearness to the margins, links by words, text in
 * links, length of links, visible text by source, words by sentences, and size.
 */
function featuresOf(core: Core, index: number, { before, pageText, source }: Around): Float64Array {
  const { layout } = core;
  const text = core.measure(index, layout.MEASURE_ALL_TEXT);
  const linked = core.measure(index, layout.MEASURE_ALL_LINKED);
  const links = core.measure(index, layout.MEASURE_ALL_LINKS);
  const words = core.measure(index, layout.MEASURE_ALL_WORDS);
  const stops = core.measure(index, layout.MEASURE_ALL_STOPS);
  const start = before / pageText;
  const end = Math.max(0, 1 - (before + text) / pageText);
  return Float64Array.of(
    start,
    end,
    Math.min(start, end),
    links / (words + 1),
    linked / (text + 1),
    Math.log1p(linked / Math.max(1, links)) / LOG_TEXT,
    source === 0 ? 0.5 : Math.min(1, text / source),
    Math.min(1, words / (stops + 1) / SENTENCE_WORDS),
    Math.log1p(text) / LOG_TEXT,
  );
}
