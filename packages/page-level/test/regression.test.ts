/** The regression against the same method written once more from Duchi, Hazan and Singer (JMLR 2011), with plain numbers. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { thrownCode } from '../../../test/support/errors.ts';
import { type Random, seeded } from '../../../test/support/random.ts';
import { NODE_FEATURES } from '../src/nodes.ts';
import { Regression } from '../src/regression.ts';

class Plain {
  weights = Array.from({ length: NODE_FEATURES + 1 }, () => 0);
  squares = this.weights.map(() => 1);
  content = 0;
  template = 0;

  score(features: readonly number[]): number {
    const odds = [...features, 1].map((value, at) => value * (this.weights[at] ?? Number.NaN)).reduce((a, b) => a + b);
    return 1 / (1 + Math.exp(-odds));
  }

  learn(features: readonly number[], isTemplate: boolean): void {
    if (isTemplate) this.template += 1;
    else this.content += 1;
    const ofClass = isTemplate ? this.template : this.content;
    const balance = (this.content + this.template + 2) / (2 * (ofClass + 1));
    const error = (this.score(features) - (isTemplate ? 1 : 0)) * balance;
    const slopes = [...features, 1].map((value, at) => error * value + 1e-4 * (this.weights[at] ?? 0));
    this.squares = this.squares.map((square, at) => square + (slopes[at] ?? 0) ** 2);
    this.weights = this.weights.map(
      (weight, at) => weight - (0.5 * (slopes[at] ?? 0)) / Math.sqrt(this.squares[at] ?? 0),
    );
  }
}

const drawn = (random: Random): number[] => Array.from({ length: NODE_FEATURES }, () => random.below(1000) / 1000);

const isClose = (found: number, expected: number, name: string): void =>
  assert.ok(Math.abs(found - expected) < 1e-9, `${name}: ${found}, not ${expected}`);

test('scores and weights are those of the plain method, for each size of text', () => {
  const random = seeded(11);
  const regression = Regression.create();
  const [all, ...bands] = Array.from({ length: 5 }, () => new Plain());
  const lengths = [49, 50, 199, 200, 999, 1000];
  const bandOf = [0, 1, 1, 2, 2, 3];
  let isBanded = 0;
  for (let step = 0; step < 4000; step += 1) {
    const features = drawn(random);
    const which = random.below(lengths.length);
    const length = lengths[which] ?? 0;
    const band = bands[bandOf[which] ?? 0];
    if (all === undefined || band === undefined) throw new Error('no band');
    const usesBand = Math.min(band.content, band.template) >= 200;
    if (usesBand) isBanded += 1;
    const known = Math.min(all.content, all.template) < 20 ? 0.5 : all.score(features);
    isClose(regression.score(Float64Array.from(features), length), usesBand ? band.score(features) : known, `${step}`);
    const isTemplate = (features[3] ?? 0) + random.below(100) / 200 > 0.9;
    regression.learn(Float64Array.from(features), length, isTemplate);
    for (const plain of [all, band]) plain.learn(features, isTemplate);
  }
  assert.ok(isBanded > 500, `${isBanded} scores by a band`);

  const saved = JSON.parse(new TextDecoder().decode(regression.save())) as {
    bands: { weights: number[]; squares: number[]; seen: number[] }[];
  };
  for (const [at, plain] of [...bands, all].entries()) {
    const band = saved.bands[at];
    assert.equal(band?.seen, [plain?.content, plain?.template]);
    for (const [index, weight] of (plain?.weights ?? []).entries()) {
      isClose(band?.weights[index] ?? Number.NaN, weight, `weight ${index} of band ${at}`);
      isClose(band?.squares[index] ?? Number.NaN, plain?.squares[index] ?? 0, `square ${index} of band ${at}`);
    }
  }
  const again = Regression.load(regression.save());
  assert.equal(again.save(), regression.save());
});

test('refuses bands with impossible numbers', () => {
  const good = JSON.parse(new TextDecoder().decode(Regression.create().save())) as { bands: Record<string, unknown>[] };
  const refused = (change: (band: Record<string, unknown>) => unknown, at = 0): void => {
    const bad = structuredClone(good);
    bad.bands[at] = change(bad.bands[at] ?? {}) as Record<string, unknown>;
    const bytes = new TextEncoder().encode(JSON.stringify(bad));
    assert.is(
      thrownCode(() => Regression.load(bytes)),
      'MODEL_INVALID',
    );
  };
  refused(() => null);
  refused(() => 7, 4);
  refused((band) => ({ ...band, seen: [-1, 0] }));
  refused((band) => ({ ...band, seen: [0] }), 2);
  refused((band) => ({ ...band, squares: [...(band['squares'] as number[]).slice(1), 0] }));
  refused((band) => ({ ...band, weights: (band['weights'] as number[]).slice(1) }), 3);
  refused((band) => ({ ...band, weights: (band['weights'] as number[]).map(() => null) }));
});

test.run();
