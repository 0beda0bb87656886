/**
 * Logistic regression for nodes of each size, one example at a time: steps shrink with what a weight has moved already
 * (Duchi, Hazan and Singer, *Adaptive Subgradient Methods*, JMLR 2011), and both classes pull alike, however many
 * examples either has. Sizes of which too little was seen are judged by what was learned of all.
 */
import { ModelError } from '../errors.ts';
import { NODE_FEATURES } from './nodes.ts';

/** Texts of fewer code points than these are of a band; longer ones of the last. */
const BANDS = [50, 200, 1000, Number.POSITIVE_INFINITY] as const;
const RATE = 0.5;
const DECAY = 1e-4;
const VERSION = 1;
const FORMAT = 'refrain page-level';
/** Examples of either class before which a band has nothing to say by itself, and before which all have nothing to say. */
const LEAST_OF_BAND = 200;
const LEAST_OF_ALL = 20;

interface Band {
  /** One for each feature, and the intercept. */
  readonly weights: number[];
  readonly squares: number[];
  /** Examples of content and of template. */
  readonly seen: [content: number, template: number];
}

const emptyBand = (): Band => ({
  weights: Array<number>(NODE_FEATURES + 1).fill(0),
  squares: Array<number>(NODE_FEATURES + 1).fill(1),
  seen: [0, 0],
});

export class Regression {
  /** One for each size, and behind them one for all. */
  readonly #bands: readonly Band[];

  private constructor(bands: readonly Band[]) {
    this.#bands = bands;
  }

  static create(): Regression {
    return new Regression([...BANDS, 'all'].map(emptyBand));
  }

  /** @throws {ModelError} `MODEL_INVALID` */
  static load(bytes: Uint8Array): Regression {
    return new Regression(readBands(bytes));
  }

  /** The band of texts of this length, and that of all. */
  #bandsOf(text: number): readonly [Band, Band] {
    const band = this.#bands[BANDS.findIndex((most) => text < most)];
    const all = this.#bands.at(-1);
    if (band === undefined || all === undefined) throw new RangeError('a length is no number');
    return [band, all];
  }

  /** How probably a node is template, 0 to 1; a half as long as too little was seen of either class. */
  score(features: Float64Array, text: number): number {
    const [band, all] = this.#bandsOf(text);
    if (Math.min(...band.seen) >= LEAST_OF_BAND) return sigmoid(dot(band.weights, features));
    return Math.min(...all.seen) < LEAST_OF_ALL ? 0.5 : sigmoid(dot(all.weights, features));
  }

  learn(features: Float64Array, text: number, isTemplate: boolean): void {
    for (const band of this.#bandsOf(text)) learnFrom(band, features, isTemplate);
  }

  save(): Uint8Array<ArrayBuffer> {
    return new TextEncoder().encode(JSON.stringify({ format: FORMAT, version: VERSION, bands: this.#bands }));
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

/** The last weight is the intercept. */
function dot(weights: readonly number[], features: Float64Array): number {
  let sum = weights[NODE_FEATURES] ?? 0;
  for (let at = 0; at < NODE_FEATURES; at += 1) sum += (weights[at] ?? 0) * (features[at] ?? 0);
  return sum;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const areNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every(Number.isFinite);

function readBands(bytes: Uint8Array): Band[] {
  let saved: unknown;
  try {
    saved = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ModelError('the regression can not be read', { cause });
  }
  if (!isObject(saved) || saved['format'] !== FORMAT || saved['version'] !== VERSION) {
    throw new ModelError(`this is no regression of format ${VERSION}`);
  }
  const { bands } = saved;
  if (!Array.isArray(bands) || bands.length !== BANDS.length + 1)
    throw new ModelError('the regression has other bands');
  return bands.map((band: unknown): Band => {
    if (!isObject(band)) throw new ModelError('a band of the regression is none');
    const { weights, squares, seen } = band;
    if (
      !areNumbers(weights, NODE_FEATURES + 1) ||
      !areNumbers(squares, NODE_FEATURES + 1) ||
      !areNumbers(seen, 2) ||
      squares.some((square) => square <= 0) ||
      seen.some((count) => count < 0)
    ) {
      throw new ModelError('a band of the regression has other weights');
    }
    return { weights, squares, seen: [seen[0] ?? 0, seen[1] ?? 0] };
  });
}
