/**
 * The twin of `default`: the evidence of test/reference on a tree of parse5, and the trees of the model on its features, all
 * in plain TypeScript.
 */
import type { ResolvedOptions } from 'refrain';
import { FEATURE_NAMES } from '../../bindings/evidence/features.ts';
import { ReferenceEvidence } from '../../test/reference/evidence.ts';
import { readTree } from '../../test/reference/noscript.ts';
import { WordLexicon } from '../../test/reference/word-hash.ts';
import { leafOf } from '../training/boost.ts';
import type { Model } from '../training/model.ts';

export class DefaultTwin {
  readonly #model: Model;
  readonly #evidence: ReferenceEvidence;

  constructor({ baseLifetime, lifetimeGrowth, separators }: ResolvedOptions, model: Model) {
    this.#model = model;
    this.#evidence = new ReferenceEvidence({
      ...{ baseLifetime, lifetimeGrowth, separators: new Set(separators) },
      lexicon: new WordLexicon(model.lexicon, ({ template }) => template),
      mainLexicon: new WordLexicon(model.lexicon, ({ main }) => main),
    });
  }

  /** Counts the page. Returns the scores (log odds) of its blocks with text, in the order in which their texts begin. */
  learn(html: string): number[] {
    const { joint } = this.#model;
    return this.#evidence.learn(readTree(html, 'auto')).map((features) => {
      const row = Uint8Array.from(FEATURE_NAMES, (name) => features[name] ?? 0);
      return joint.trees.reduce((sum, tree) => sum + (tree.leaves[leafOf(tree, row, 0)] ?? 0), joint.base);
    });
  }
}
