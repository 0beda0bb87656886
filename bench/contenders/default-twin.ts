/**
 * The twin of `default`: the evidence of test/reference on a tree of parse5, and the trees of the model on its features, all
 * in plain TypeScript.
 */
import type { ResolvedOptions } from 'refrain';
import { FEATURE_NAMES } from '../../bindings/evidence/features.ts';
import { ReferenceEvidence } from '../../test/reference/evidence.ts';
import { parseTree } from '../../test/reference/tree.ts';
import { leafOf } from '../training/boost.ts';
import type { Model } from '../training/model.ts';

/** The hash of a word as assembly/evidence/words.ts computes it. Words of names begin with a full stop. */
function hashWord(word: string): number {
  const isName = word.startsWith('.');
  let state = isName ? 0x811c9dc5 : 0x2f0b4a37;
  for (const letter of isName ? word.slice(1) : word) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return Math.imul(state ^ (state >>> 15), 0x9e3779b1) >>> 0;
}

/** The lexicon of a model by words, which the model has by their hashes. */
class WordLexicon extends Map<string, number> {
  readonly #byHash: ReadonlyMap<number, number>;

  constructor(byHash: ReadonlyMap<number, number>) {
    super();
    this.#byHash = byHash;
  }

  override get(word: string): number | undefined {
    return this.#byHash.get(hashWord(word) & 0xffffff00);
  }
}

export class DefaultTwin {
  readonly #model: Model;
  readonly #evidence: ReferenceEvidence;

  constructor({ baseLifetime, lifetimeGrowth, separators }: ResolvedOptions, model: Model) {
    this.#model = model;
    this.#evidence = new ReferenceEvidence({
      ...{ baseLifetime, lifetimeGrowth, separators: new Set(separators) },
      lexicon: new WordLexicon(model.lexicon),
    });
  }

  /** Counts the page. Returns the scores (log odds) of its blocks with text, in the order in which their texts begin. */
  learn(html: string): number[] {
    const { joint } = this.#model;
    return this.#evidence.learn(parseTree(html)).map((features) => {
      const row = Uint8Array.from(FEATURE_NAMES, (name) => features[name] ?? 0);
      return joint.trees.reduce((sum, tree) => sum + (tree.leaves[leafOf(tree, row, 0)] ?? 0), joint.base);
    });
  }
}
