/**
 * Logistic regressions with online training, one for each range of node sizes. The steps of a weight become smaller the
 * more it has moved (Duchi, Hazan and Singer, *Adaptive Subgradient Methods*, JMLR 2011). Both classes have the same
 * weight. Ranges with too few examples use the regression of all sizes.
 */
import { NODE_FEATURES } from './nodes.ts';

/** Exclusive upper bounds of the bands, in code points. */
const BANDS = [50, 200, 1000, Number.POSITIVE_INFINITY] as const;
const RATE = 0.5;
const DECAY = 1e-4;
/** Minimum examples of each class for a band; below, for all sizes together. */
const BAND_MIN = 200;
const ALL_MIN = 20;

interface Band {
  /** A weight for each feature, and the intercept. */
  readonly weights: number[];
  readonly squares: number[];
  /** Numbers of examples of content and of template. */
  readonly seen: [content: number, template: number];
}

const emptyBand = (): Band => ({
  weights: Array<number>(NODE_FEATURES + 1).fill(0),
  squares: Array<number>(NODE_FEATURES + 1).fill(1),
  seen: [0, 0],
});

export class Regression {
  /** A band for each size, then one for all sizes. */
  readonly #bands: readonly Band[] = [...BANDS, 'all'].map(emptyBand);

  /** The band of this text length, and the band of all sizes. */
  #bandsOf(text: number): readonly [Band, Band] {
    const band = this.#bands[BANDS.findIndex((bound) => text < bound)];
    const all = this.#bands.at(-1);
    if (band === undefined || all === undefined) throw new RangeError('the length of a text is not a number');
    return [band, all];
  }

  score(features: Float64Array, text: number): number {
    const [band, all] = this.#bandsOf(text);
    if (Math.min(...band.seen) >= BAND_MIN) return sigmoid(dot(band.weights, features));
    return Math.min(...all.seen) < ALL_MIN ? 0.5 : sigmoid(dot(all.weights, features));
  }

  learn(features: Float64Array, text: number, isTemplate: boolean): void {
    for (const band of this.#bandsOf(text)) learnFrom(band, features, isTemplate);
  }
}

function learnFrom({ weights, squares, seen }: Band, features: Float64Array, isTemplate: boolean): void {
  seen[isTemplate ? 1 : 0] += 1;
  const [content, template] = seen;
  const balance = (content + template + 2) / (2 * ((isTemplate ? template : content) + 1));
  const error = balance * (sigmoid(dot(weights, features)) - (isTemplate ? 1 : 0));
  for (let at = 0; at <= NODE_FEATURES; at += 1) {
    const slope = error * (features[at] ?? 1) + DECAY * (weights[at] ?? 0);
    squares[at] = (squares[at] ?? 1) + slope * slope;
    weights[at] = (weights[at] ?? 0) - (RATE * slope) / Math.sqrt(squares[at] ?? 1);
  }
}

const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

function dot(weights: readonly number[], features: Float64Array): number {
  let sum = weights[NODE_FEATURES] ?? 0;
  for (let at = 0; at < NODE_FEATURES; at += 1) sum += (weights[at] ?? 0) * (features[at] ?? 0);
  return sum;
}
