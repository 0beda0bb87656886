/**
 * The reference implementation of `default` in plain TypeScript: the evidence of test/reference on a parse5 tree, and
 * the trees of the model on its features. It takes tens of milliseconds per page, so both contenders read only a part
 * of the pages.
 */
import { Detector, type ResolvedOptions, resolveOptions } from 'refrain';
import { SEPARATORS } from '../../bindings/options.ts';
import { type Features, ReferenceEvidence } from '../../test/reference/evidence.ts';
import { WordLexicon } from '../../test/reference/prose.ts';
import { templateScoreOf } from '../../test/reference/scores.ts';
import { readTree } from '../../test/reference/tree.ts';
import { Problem } from '../command-line.ts';
import type { BenchPage } from '../pages/read.ts';
import type { Contender } from '../throughput/rounds.ts';
import { byModule, byScript, forEachSite } from '../throughput/whole.ts';
import { FEATURE_NAMES } from './feature-names.ts';
import { type Model, readModel, readShippedModel } from './model.ts';

/** Minimum score of a text on most pages, in log odds above the threshold. */
const REPEATED_ODDS = 6;

class DefaultReference {
  readonly #model: Model;
  readonly #evidence: ReferenceEvidence;

  constructor({ baseLifetime, lifetimeGrowth, templateShare, templateDf, separators }: ResolvedOptions, model: Model) {
    this.#model = model;
    this.#evidence = new ReferenceEvidence({
      ...{ baseLifetime, lifetimeGrowth, templateShare, templateDf, separators: SEPARATORS[separators] },
      lexicon: new WordLexicon(model.lexicon, ({ template }) => template),
      mainLexicon: new WordLexicon(model.lexicon, ({ main }) => main),
      scoreOf: (features) => this.#scoreOf(features) - model.threshold,
    });
  }

  /** Counts the page. Returns the scores (log odds) of its blocks with text, by the start of their texts. */
  learn(html: string): number[] {
    const features = this.#evidence.learn(readTree(html, 'auto'));
    const { followed, repeated } = this.#evidence;
    return features.map((block, order) => {
      const score = this.#scoreOf(block) + (followed[order] ?? 0);
      return repeated[order] ? Math.max(score, this.#model.threshold + REPEATED_ODDS) : score;
    });
  }

  #scoreOf(features: Features): number {
    return templateScoreOf(this.#model, FEATURE_NAMES, features);
  }
}

const sorted = (thousandths: readonly number[]): string => thousandths.toSorted((one, other) => one - other).join();

/** @throws {Problem} if module and reference have different scores; then nothing is timed */
export async function defaultPair(pages: readonly BenchPage[]): Promise<{ module: Contender; reference: Contender }> {
  const options = resolveOptions();
  const model = readModel(await readShippedModel());
  const create = () => forEachSite(pages, () => new DefaultReference(options, model));
  const referenceOf = create();
  const detectors = new Map<string, Detector>();
  for (const { site, name, bytes, html } of pages) {
    const detector = detectors.get(site) ?? (await Detector.create(options));
    detectors.set(site, detector);
    // The public API rounds scores to thousandths.
    const blocks = detector.learn(bytes).blocks.filter(({ length }) => length > 0);
    const found = blocks.map(({ score = 0 }) => Math.round(score * 1000));
    const expected = referenceOf(site).learn(html);
    if (sorted(found) !== sorted(expected.map((score) => Math.trunc(score * 1000))))
      throw new Problem(`${name}: the scores of default are not those of its reference; nothing was timed`);
  }
  const meaning = 'the reference implementation of default on parse5 and Map, with the model, on a part of the pages';
  return {
    module: { ...byModule('default, same pages', 'default on the pages of its reference', pages, options), pages },
    reference: { ...byScript('default reference', meaning, pages, create), pages },
  };
}
