/**
 * Training of the kind of a page: multinomial logistic regression with feature selection. Each round removes the least
 * informative features. The weight of a kind is the square root of its number of pages, which favours rare kinds.
 */
import type { Core } from '../../bindings/core.ts';
import { layout } from '../../bindings/core-exports.ts';

/** Kinds in the order of their codes. The front page is identified by its URL. */
export const KINDS = ['article', 'documentation', 'forum', 'product', 'listing', 'collection', 'service'] as const;

export interface KindPage {
  /** Pages of one host are together in training or in test. */
  readonly host: string;
  /** Index in KINDS. */
  readonly kind: number;
  readonly features: ReadonlySet<number>;
}

/** A linear model: log odds are a base for each kind, plus a weight for each feature and kind. */
export interface LinearKinds {
  readonly bases: readonly number[];
  readonly features: readonly number[];
  /** KINDS.length weights for each feature. */
  readonly weights: Float64Array;
}

/** Bases and weights are multiples of 1 / KIND_SCALE; a weight is a signed byte. */
const KIND_SCALE = 16;

/** Minimum training pages with a feature, and without it. */
const MIN_PAGES = 8;
/** Number of features that are kept after each round. */
const ROUNDS = [6000, 3000] as const;
const STEPS = 100;
/** Small, because a page has a thousand features, and the first steps change all weights. */
const RATE = 0.01;
/** Penalty of a squared weight. Small, because small weights vanish when rounded. */
const PENALTY = 1;
// Adam, which scales the step of each weight by the size of its gradients.
const MOMENTUM = 0.9;
const MEMORY = 0.99;
const TINY = 1e-8;

interface Sparse {
  readonly ends: Uint32Array;
  readonly columns: Uint32Array;
}

function sparse(pages: readonly KindPage[], columns: ReadonlyMap<number, number>): Sparse {
  const all: number[] = [];
  const ends = pages.map(({ features }) => {
    for (const feature of features) {
      const column = columns.get(feature);
      if (column !== undefined) all.push(column);
    }
    return all.length;
  });
  return { ends: Uint32Array.from(ends), columns: Uint32Array.from(all) };
}

export function trainKinds(pages: readonly KindPage[], maximum: number): LinearKinds {
  const counts = new Map<number, number>();
  for (const { features } of pages) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const isUseful = (count: number): boolean => count >= MIN_PAGES && count <= pages.length - MIN_PAGES;
  let features = [...counts]
    .flatMap(([feature, count]) => (isUseful(count) ? [feature] : []))
    .sort((one, other) => one - other);
  let model = fit(pages, features);
  for (const size of [...ROUNDS.filter((round) => round > maximum), maximum]) {
    if (size >= features.length) continue;
    features = mostTelling(model, counts, pages.length, size);
    model = fit(pages, features);
  }
  return rounded(model);
}

function mostTelling(model: LinearKinds, counts: ReadonlyMap<number, number>, pages: number, size: number): number[] {
  const telling = model.features.map((feature, column) => {
    const share = (counts.get(feature) ?? 0) / pages;
    const row = model.weights.subarray(column * KINDS.length, (column + 1) * KINDS.length);
    return { feature, spread: row.reduce((sum, weight) => sum + weight * weight, 0) * share * (1 - share) };
  });
  telling.sort((one, other) => other.spread - one.spread || one.feature - other.feature);
  return telling
    .slice(0, size)
    .map(({ feature }) => feature)
    .sort((one, other) => one - other);
}

function fit(pages: readonly KindPage[], features: readonly number[]): LinearKinds {
  const width = KINDS.length;
  const { ends, columns } = sparse(pages, new Map(features.map((feature, column) => [feature, column])));
  const ofKind = KINDS.map((_, kind) => pages.filter((page) => page.kind === kind).length);
  const present = ofKind.filter((count) => count > 0).length;
  // The bases are a row after the features.
  const bases = features.length * width;
  const weights = new Float64Array(bases + width);
  const slopes = new Float64Array(weights.length);
  const first = new Float64Array(weights.length);
  const second = new Float64Array(weights.length);
  const scores = new Float64Array(width);
  for (let step = 0; step < STEPS; step += 1) {
    slopes.fill(0);
    for (const [index, page] of pages.entries()) {
      const from = index === 0 ? 0 : (ends[index - 1] ?? 0);
      const to = ends[index] ?? 0;
      scores.set(weights.subarray(bases));
      for (let at = from; at < to; at += 1) addRow(scores, 0, weights, (columns[at] as number) * width);
      softmax(scores);
      scores[page.kind] = (scores[page.kind] as number) - 1;
      const weight = Math.sqrt(pages.length / present / (ofKind[page.kind] as number));
      for (let kind = 0; kind < width; kind += 1) scores[kind] = (scores[kind] as number) * weight;
      for (let at = from; at < to; at += 1) addRow(slopes, (columns[at] as number) * width, scores, 0);
      addRow(slopes, bases, scores, 0);
    }
    const rate = RATE * (1 - step / STEPS);
    for (let at = 0; at < weights.length; at += 1) {
      const slope = (slopes[at] as number) + (at < bases ? 2 * PENALTY * (weights[at] as number) : 0);
      first[at] = MOMENTUM * (first[at] as number) + (1 - MOMENTUM) * slope;
      second[at] = MEMORY * (second[at] as number) + (1 - MEMORY) * slope * slope;
      const mean = (first[at] as number) / (1 - MOMENTUM ** (step + 1));
      const scale = Math.sqrt((second[at] as number) / (1 - MEMORY ** (step + 1))) + TINY;
      weights[at] = (weights[at] as number) - (rate * mean) / scale;
    }
  }
  return { bases: [...weights.subarray(bases)], features, weights: weights.slice(0, bases) };
}

function addRow(to: Float64Array, at: number, from: Float64Array, row: number): void {
  for (let kind = 0; kind < KINDS.length; kind += 1)
    to[at + kind] = (to[at + kind] as number) + (from[row + kind] as number);
}

function softmax(scores: Float64Array): void {
  const most = Math.max(...scores);
  let sum = 0;
  for (let kind = 0; kind < scores.length; kind += 1) {
    scores[kind] = Math.exp((scores[kind] as number) - most);
    sum += scores[kind] as number;
  }
  for (let kind = 0; kind < scores.length; kind += 1) scores[kind] = (scores[kind] as number) / sum;
}

function rounded({ bases, features, weights }: LinearKinds): LinearKinds {
  const round = (odds: number): number => Math.round(odds * KIND_SCALE) / KIND_SCALE;
  const limit = 127 / KIND_SCALE;
  return {
    bases: bases.map(round),
    features,
    weights: weights.map((odds) => round(Math.max(-limit, Math.min(limit, odds)))),
  };
}

/** The kind of a page by a model, and its margin over the next kind. */
export function judgeKind(
  model: LinearKinds,
  features: ReadonlySet<number>,
): { readonly kind: number; readonly margin: number } {
  const scores = Float64Array.from(model.bases);
  for (const [column, feature] of model.features.entries()) {
    if (features.has(feature)) addRow(scores, 0, model.weights, column * KINDS.length);
  }
  const best = scores.indexOf(Math.max(...scores));
  const next = Math.max(...scores.filter((_, kind) => kind !== best));
  return { kind: best, margin: (scores[best] ?? 0) - next };
}

// See assembly/layout.ts.

export function writeKinds({ bases, features, weights }: LinearKinds, confidences: readonly number[]): Uint8Array {
  const weightsAt = layout.Kinds.HEADER_BYTES + features.length * 4;
  const bytes = new Uint8Array((weightsAt + features.length * KINDS.length + 3) & ~3);
  const view = new DataView(bytes.buffer);
  view.setUint32(layout.Kinds.FEATURES_AT, features.length, true);
  for (const [kind, base] of bases.entries()) {
    view.setInt32(layout.Kinds.BASES_AT + kind * 4, Math.round(base * KIND_SCALE), true);
  }
  for (const [step, confidence] of confidences.entries()) {
    view.setUint16(layout.Kinds.CONFIDENCES_AT + step * 2, confidence, true);
  }
  for (const [column, feature] of features.entries()) {
    view.setUint32(layout.Kinds.HEADER_BYTES + column * 4, feature, true);
    for (let kind = 0; kind < KINDS.length; kind += 1) {
      const weight = weights[column * KINDS.length + kind] ?? 0;
      view.setInt8(weightsAt + kind * features.length + column, Math.round(weight * KIND_SCALE));
    }
  }
  return bytes;
}

export function kindsOf(model: Uint8Array): Uint8Array {
  const size = new DataView(model.buffer, model.byteOffset).getUint32(layout.Model.KIND_BYTES, true);
  const end = model.length - layout.Model.HASH_BYTES;
  return model.subarray(end - size, end);
}

/** Replaces a model's data about kinds by `part`, which may be empty. */
export function withKinds(core: Pick<Core, 'checksum'>, model: Uint8Array, part: Uint8Array): Uint8Array<ArrayBuffer> {
  const before = model.length - layout.Model.HASH_BYTES - kindsOf(model).length;
  const bytes = new Uint8Array(before + part.length + layout.Model.HASH_BYTES);
  bytes.set(model.subarray(0, before));
  bytes.set(part, before);
  const view = new DataView(bytes.buffer);
  view.setUint32(layout.Model.KIND_BYTES, part.length, true);
  view.setBigUint64(before + part.length, core.checksum(bytes.subarray(0, before + part.length)), true);
  return bytes;
}
