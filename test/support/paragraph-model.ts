/** A model whose main content is the paragraphs, to show what rules add to scores. */
import { resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { FEATURE_NAMES } from '../../bench/reference/feature-names.ts';
import { KINDS, withKinds, writeKinds } from '../../research/training/kinds.ts';
import { writeModel } from '../../research/training/model.ts';

const core = await Core.open(resolveOptions());
const nothing = { base: 0, trees: [] };

/** A tree that adds `yes` if the feature is above 0, else `no`. */
const tree = (feature: string, yes: number, no: number) => ({
  features: Array<number>(6).fill(FEATURE_NAMES.indexOf(feature)),
  limits: Array<number>(6).fill(0),
  leaves: Array.from({ length: 64 }, (_, leaf) => (leaf === 63 ? yes : no)),
});

/** `paragraphs`, `others`: log odds of main content. `kind`: kind of every page. Default: none. */
export function paragraphModel(paragraphs = 2, others = -2, kind?: string): Uint8Array {
  const model = writeModel(core, {
    lexicon: new Map(),
    ...{ prior: nothing, joint: { base: 0, trees: [tree('known', 0.25, -0.25)] } },
    main: { base: 0, trees: Array.from({ length: 8 }, () => tree('isParagraph', paragraphs / 8, others / 8)) },
    ...{ whole: nothing, threshold: 0, mainThreshold: 0 },
  });
  if (kind === undefined) return model;
  const bases = KINDS.map((name) => (name === kind ? 1 : -1));
  const sure = Array.from({ length: 32 }, () => 999);
  // A model without features knows no kinds.
  const kinds = { bases, features: [256], weights: new Float64Array(KINDS.length) };
  return withKinds(core, model, writeKinds(kinds, sure));
}
