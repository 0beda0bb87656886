/** The blocks of a page as nodes of the method of Chakrabarti et al. (WWW 2007). Measures include all descendants. */

import type { Core } from 'refrain/engine';
import { layout } from '../../../bindings/core-exports.ts';

export interface PageNode {
  readonly block: number;
  /** Index in the list. The root is its own parent. */
  readonly parent: number;
  readonly features: Float64Array;
  /** Code points of all text, of known text, and of frequent text in the element. */
  readonly text: number;
  readonly known: number;
  readonly often: number;
}

export const NODE_FEATURES = 9;

/** Divisors that scale features to about 0 to 1: of logarithms of lengths; of words per sentence. */
const LOG_TEXT = 16;
const SENTENCE_WORDS = 40;

export function nodesOf(core: Core): PageNode[] {
  const nodes: PageNode[] = [];
  const indexes = new Map<number, number>();
  const pageText = core.measure(0, layout.Measure.ALL_TEXT);
  let before = 0;
  for (let index = 0; index < core.result(layout.Page.BLOCK_COUNT); index += 1) {
    const text = core.measure(index, layout.Measure.ALL_TEXT);
    if (text === 0) continue;
    const block = index * layout.Block.BYTES;
    indexes.set(index, nodes.length);
    nodes.push({
      block,
      parent: indexes.get(core.measure(index, layout.Measure.PARENT)) ?? 0,
      features: featuresOf(core, index, { before, pageText, source: sourceLength(core, block) }),
      text,
      known: core.measure(index, layout.Measure.ALL_KNOWN),
      often: core.measure(index, layout.Measure.ALL_OFTEN),
    });
    before += core.measure(index, layout.Measure.TEXT);
  }
  return nodes;
}

function sourceLength(core: Core, block: number): number {
  const { Block, Node } = layout;
  const node = core.block(block, Block.NODE);
  const start = core.node(node, Node.START);
  return start === Node.NO_OFFSET ? 0 : core.node(node, Node.END) - start;
}

interface PageContext {
  readonly before: number;
  readonly pageText: number;
  readonly source: number;
}

/**
 * The features of section 5.1 of the paper, except those of the layout: distance to the margins, links per word, share
 * of text in links, length of links, text per source byte, words per sentence, and size.
 */
function featuresOf(core: Core, index: number, { before, pageText, source }: PageContext): Float64Array {
  const { Measure } = layout;
  const text = core.measure(index, Measure.ALL_TEXT);
  const linked = core.measure(index, Measure.ALL_LINKED);
  const links = core.measure(index, Measure.ALL_LINKS);
  const words = core.measure(index, Measure.ALL_WORDS);
  const stops = core.measure(index, Measure.ALL_STOPS);
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
