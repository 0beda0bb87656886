/** The evidence for a verdict, in numbers and in words. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { FEATURE_NAMES } from './features.ts';
import { type Facts, reasonOfRatio, reasonOfRepetition, reasonOfScore } from './reason.ts';

/** In the order of their codes, from 1. */
const UNITS = [
  ...(['headline', 'above', 'heading', 'rows', 'caption', 'tail'] as const),
  ...(['repeat', 'card', 'item', 'profile', 'overlay', 'gallery'] as const),
] as const;

/** Why a block has its verdict. */
export interface Explanation extends Facts {
  /** Features by their names: the bytes that the model reads. Empty where no model decides. */
  readonly features: Readonly<Record<string, number>>;
  /** DOM path of the outermost element around the block whose text all has the same verdict. */
  readonly section: string;
  /**
   * The unit that decided on main content, where that is not `mainScore`; left out elsewhere.
   * A unit that is main content as a whole: the `headline` of the page, or the `rows` of a list or table, or a question with its answer.
   * One that is not: what little is `above` the headline, and a `heading` with nothing below it. Or the `caption` of a picture, which
   * Markdown and HTML of main content have. Or the `tail`: what follows the article and is main content by a little only. Or a `repeat`
   * of what the main content has said before. A `card` is main content since most cards have that at its place; an `item` is who wrote a
   * post and when, or what something costs, which Markdown and HTML of main content have. A `profile` is short beside every post. An `overlay`
   * has the article: what is behind it goes. A `gallery` is no part of the article
   * around it.
   */
  readonly unit?: (typeof UNITS)[number];
  /** The reason in one sentence. */
  readonly reason: string;
}

const ROWS = new Map(FEATURE_NAMES.map((name, at) => [name, at]));

const share = (byte: number): number => Math.round((byte / 255) * 1000) / 1000;

/** Features of the blocks of the current page. The module computes them for `TILE_BLOCKS` blocks at a time. */
export class FeatureReader {
  readonly #core: Core;
  #tile: Uint8Array = new Uint8Array();
  #first = -1;

  constructor(core: Core) {
    this.#core = core;
  }

  /** A feature of a block: the byte that the model reads; 0 where no model decides. */
  read(block: number, name: string): number {
    const core = this.#core;
    if (!core.hasScores) return 0;
    const order = core.orderOf(block);
    const first = order - (order % layout.Features.TILE_BLOCKS);
    if (first !== this.#first) {
      this.#tile = core.tile(first);
      this.#first = first;
    }
    return this.#tile[(ROWS.get(name) ?? 0) * layout.Features.TILE_BLOCKS + order - first] ?? 0;
  }

  facts(block: number): Facts {
    const core = this.#core;
    const score = core.hasScores ? core.scoreOf(block) : 0;
    const page = core.hasScores ? core.priorOf(block) : 0;
    const index = block / layout.Block.BYTES;
    // The number of pages from bit 16 on; in the bits below, those that say template.
    const verdicts = core.hasScores ? core.measure(index, layout.Measure.VERDICTS) : 0;
    const placePages = verdicts >>> 16;
    const repeatedOn = core.hasScores ? core.measure(index, layout.Measure.REPEATED_ON) : 0;
    return {
      page,
      site: Math.round((score - page) * 1000) / 1000,
      score,
      known: share(this.read(block, 'known')),
      often: share(this.read(block, 'often')),
      placeKnown: share(this.read(block, 'placeKnown0')),
      placeSeen: share(this.read(block, 'placeSeen0')),
      placeTemplate: Math.round(((verdicts & 0xffff) / Math.max(1, placePages)) * 1000) / 1000,
      placePages,
      repeatedOn,
      repeatedOf: repeatedOn === 0 ? 0 : core.result(layout.Page.PAGES_ALIKE),
    };
  }
}

/** Explains a block of the current page, which is in the section with the path `section`. */
export function explain(core: Core, reader: FeatureReader, block: number, section: string): Explanation {
  const facts = reader.facts(block);
  const features = core.hasScores
    ? Object.fromEntries(FEATURE_NAMES.map((name): [string, number] => [name, reader.read(block, name)]))
    : {};
  const ratio = core.block(block, layout.Block.TEMPLATE_LENGTH) / core.block(block, layout.Block.LENGTH);
  const verdict = core.isContent(block) ? 'content' : 'template';
  const why = !core.hasScores
    ? reasonOfRatio(ratio)
    : facts.repeatedOn > 0
      ? reasonOfRepetition(facts)
      : reasonOfScore(facts, features['pages'] === 0);
  const unit = UNITS[core.unitOf(block) - 1];
  return { ...facts, features, section, ...(unit && { unit }), reason: `${verdict}: ${why}` };
}
