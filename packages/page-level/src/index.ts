/**
 * @refrain/page-level: the page-level method of Chakrabarti, Kumar and Punera (WWW 2007), trained page by page; and isotonic smoothing of
 * scores over trees.
 *
 * @module @refrain/page-level
 */

import { type CreateOptions, type DetectorOptions, type Page, type ResolvedOptions, resolveOptions } from 'refrain';
import { Core, check, Reader } from 'refrain/engine';
import { nodesOf, type PageNode, setVerdicts } from './nodes.ts';
import { Regression } from './regression.ts';
import { STEPS_MAX, smoothTree } from './smooth.ts';

export { type ScoredTree, type SmoothedTree, smoothTree } from './smooth.ts';

/** Options of {@link PageLevelDetector}. Those of the detector apply to its table. */
export interface PageLevelOptions extends Omit<DetectorOptions, 'evidence'> {
  /** Cost of a section of the smoothed tree, in nodes whose score is wrong by one: 0 to 1e6. Default: 0.25. */
  penalty?: number;
  /** Smoothed probability above which a block is template: 0 to 1. Default: 0.5. */
  threshold?: number;
}

/** How a page-level detector is made. */
export interface PageLevelCreate extends Pick<CreateOptions, 'wasm'> {
  /** A regression that `save` returned. Default: an untrained one. */
  regression?: Uint8Array;
}

/** Number of pages of the site from which repetition is a label, and from which its absence is. */
const PAGES_FOR_TEMPLATE = 5;
const PAGES_FOR_CONTENT = 10;
/** Share of frequent text of a node that makes it an example of template. */
const OFTEN = 0.9;
/** Characters of new text that make a node an example of content. */
const LONG = 60;
/** Maximum number of distinct scores that are smoothed, which takes time by their number. */
const DISTINCT = 1025;

/**
 * Learns from repetition how template looks, and so finds template that does not repeat. Blocks are examples for a logistic
 * regression; the site's table labels those it is sure of. The scores of the regression are smoothed over the tree of the page.
 * Repetition itself decides no verdict.
 *
 * One detector is one site. Its regression can be saved and used for another site.
 */
export class PageLevelDetector {
  readonly options: ResolvedOptions;
  readonly #reader: Reader;
  readonly #table: number;
  readonly #regression: Regression;
  readonly #penalty: number;
  readonly #threshold: number;

  private constructor(reader: Reader, regression: Regression, penalty: number, threshold: number) {
    this.options = reader.options;
    this.#reader = reader;
    this.#table = reader.core.createTable();
    this.#regression = regression;
    this.#penalty = penalty;
    this.#threshold = threshold;
  }

  /**
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(options: PageLevelOptions = {}, create: PageLevelCreate = {}): Promise<PageLevelDetector> {
    const { penalty = 0.25, threshold = 0.5, ...detector } = check.object('a page-level detector', options);
    const { wasm, regression } = check.object('create', create, ['wasm', 'regression']);
    check.number('penalty', penalty, 0, 1e6);
    check.number('threshold', threshold, 0, 1);
    // The module measures blocks only where a model decides. No model is loaded, and its scores are not read.
    const resolved = resolveOptions({ ...detector, evidence: 'page' });
    const reader = new Reader(await Core.withoutModel(resolved, wasm), resolved);
    const learned = regression === undefined ? Regression.create() : Regression.load(regression);
    return new PageLevelDetector(reader, learned, penalty, threshold);
  }

  /**
   * Labels the blocks of a page by what was learned before, then learns from the page and counts it.
   *
   * @throws as `Detector.learn` does
   */
  learn(html: string | Uint8Array, options: { id?: string } = {}): Page<never> {
    const { id = '' } = check.object('learn', options, ['id']);
    const { core } = this.#reader;
    const counting = { learn: true, id: core.pageId(this.#table, check.pageId(id)) };
    const page = this.#reader.html(this.#table, html, counting);
    const nodes = nodesOf(core);
    const scores = nodes.map(({ features, text }) => this.#regression.score(features, text));
    this.#judge(nodes, scores);
    if (page.counted) for (const node of nodes) this.#learnFrom(node, page.number - 1);
    return page;
  }

  /** Makes verdicts of smoothed scores. */
  #judge(nodes: readonly PageNode[], scores: readonly number[]): void {
    if (nodes.length === 0) return;
    const { core } = this.#reader;
    const parents = nodes.map(({ parent }) => parent);
    const steps = Math.min(DISTINCT, Math.floor(STEPS_MAX / nodes.length)) - 1;
    const rounded = scores.map((score) => Math.round(score * steps) / steps);
    const { values } = smoothTree({ parents, scores: rounded }, this.#penalty);
    setVerdicts(
      core,
      nodes.map(({ block }, at) => ({ block, probability: values[at] ?? 0.5 })),
      this.#threshold,
    );
  }

  #learnFrom({ features, text, known, often }: PageNode, pagesBefore: number): void {
    if (pagesBefore >= PAGES_FOR_TEMPLATE && often >= OFTEN * text) this.#regression.learn(features, text, true);
    else if (pagesBefore >= PAGES_FOR_CONTENT && known === 0 && text >= LONG) {
      this.#regression.learn(features, text, false);
    }
  }

  /** The regression, for `create`. */
  save(): Uint8Array<ArrayBuffer> {
    return this.#regression.save();
  }

  /** Pages counted, and entries and bytes of the site's table. */
  get stats(): { readonly pages: number; readonly entries: number; readonly tableBytes: number } {
    const { pages, entries, tableBytes } = this.#reader.core.tableState(this.#table);
    return { pages, entries, tableBytes };
  }
}
