/**
 * refrain/page-level: the page-level method of Chakrabarti, Kumar and Punera, WWW 2007, learning as pages come.
 *
 * @module refrain/page-level
 */

import { InputError, OptionError } from '../errors.ts';
import { loadCore } from '../load.ts';
import { Core } from '../memory.ts';
import type { CreateOptions } from '../open.ts';
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from '../options.ts';
import type { Page } from '../page.ts';
import { Reader } from '../reader.ts';
import { nodesOf, type PageNode } from './nodes.ts';
import { Regression } from './regression.ts';

export { InputError, LimitError, ModelError, OptionError } from '../errors.ts';
export type { CreateOptions } from '../open.ts';
export type { DetectorOptions } from '../options.ts';
export type { Page } from '../page.ts';

/** Options of {@link PageLevelDetector}; those of the detector are for its table. */
export interface PageLevelOptions extends Omit<DetectorOptions, 'evidence'> {
  /** What a section of the smoothed tree costs, in nodes that are wrong by one; 0 or more, 0.25 unless given. */
  penalty?: number;
  /** Templateness above which a block is template, 0 to 1, 0.5 unless given. */
  threshold?: number;
}

/** How a page-level detector comes about. */
export interface PageLevelCreate extends Pick<CreateOptions, 'wasm'> {
  /** What `save` gave, to go on from. */
  regression?: Uint8Array;
}

/** Pages of the site before repetition is taken for a label, and before its absence is. */
const PAGES_FOR_TEMPLATE = 5;
const PAGES_FOR_CONTENT = 10;
/** Share of a node's text that has to be seen often, for a label. */
const OFTEN = 0.9;
/** Characters of new text, for a label. */
const LONG = 60;

/**
 * Learns what template looks like from what repeats, and finds by it also what does not: every block is an example for a
 * logistic regression, labelled by the site's table where that is sure of it, and the regression's scores are smoothed
 * over the page's tree. No verdict rests on repetition itself.
 *
 * One detector is one site, as far as its table goes; what its regression has learned can be saved and taken to another.
 */
export class PageLevelDetector {
  readonly options: ResolvedOptions;
  readonly #reader: Reader;
  readonly #table: number;
  readonly #smoother: Core;
  readonly #regression: Regression;
  readonly #penalty: number;
  readonly #threshold: number;

  private constructor(reader: Reader, smoother: Core, regression: Regression, penalty: number, threshold: number) {
    this.options = reader.options;
    this.#reader = reader;
    this.#table = reader.core.createTable();
    this.#smoother = smoother;
    this.#regression = regression;
    this.#penalty = penalty;
    this.#threshold = threshold;
  }

  /**
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(
    { penalty = 0.25, threshold = 0.5, ...detector }: PageLevelOptions = {},
    { wasm, regression }: PageLevelCreate = {},
  ): Promise<PageLevelDetector> {
    if (!(penalty >= 0 && penalty <= 1e6)) throw new OptionError(`penalty must be a number from 0, not ${penalty}`);
    if (!(threshold >= 0 && threshold <= 1)) throw new OptionError(`threshold must be from 0 to 1, not ${threshold}`);
    // The module measures blocks where a model is to decide; there is none, and its scores are not looked at.
    const options = resolveOptions({ ...detector, evidence: 'page' });
    const reader = new Reader(new Core(await loadCore(wasm), options), options);
    const smoother = new Core(await loadCore(wasm), options);
    const learned = regression === undefined ? Regression.create() : Regression.load(regression);
    return new PageLevelDetector(reader, smoother, learned, penalty, threshold);
  }

  /**
   * Labels the page's blocks by what was learned before, then learns from it and counts it.
   *
   * @throws as `Detector.learn` does
   */
  learn(html: string | Uint8Array, { id }: { id?: string } = {}): Page<never> {
    if (id !== undefined && typeof id !== 'string') throw new InputError('a page id is a string');
    const { core } = this.#reader;
    const page = this.#reader.html(this.#table, html, { learn: true, id: core.pageId(id ?? '') });
    const nodes = nodesOf(core);
    const scores = nodes.map(({ features, text }) => this.#regression.score(features, text));
    this.#judge(nodes, scores);
    if (page.counted) for (const node of nodes) this.#learnFrom(node, page.number - 1);
    return page;
  }

  /** Smoothed scores become verdicts. */
  #judge(nodes: readonly PageNode[], scores: readonly number[]): void {
    if (nodes.length === 0) return;
    const { core } = this.#reader;
    const weights = new Float64Array(nodes.length).fill(1);
    const parents = nodes.map(({ parent }) => parent);
    const { values } = this.#smoother.smooth(parents, scores, weights, this.#penalty);
    core.setVerdicts(
      nodes.map(({ block }, at) => ({ block, templateness: values[at] ?? 0.5 })),
      this.#threshold,
    );
  }

  #learnFrom({ features, text, known, often }: PageNode, pagesBefore: number): void {
    if (pagesBefore >= PAGES_FOR_TEMPLATE && often >= OFTEN * text) this.#regression.learn(features, text, true);
    else if (pagesBefore >= PAGES_FOR_CONTENT && known === 0 && text >= LONG) {
      this.#regression.learn(features, text, false);
    }
  }

  /** What the regression has learned, for `create`. */
  save(): Uint8Array<ArrayBuffer> {
    return this.#regression.save();
  }

  /** Pages counted, and entries and bytes of the site's table. */
  get stats(): { readonly pages: number; readonly entries: number; readonly tableBytes: number } {
    const { pages, entries, tableBytes } = this.#reader.core.tableState(this.#table);
    return { pages, entries, tableBytes };
  }
}
