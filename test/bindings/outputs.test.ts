/** Every output of every stress page is bounded and its steps are linear, or a typed error refuses it. */
import { Detector, type DetectorOptions, LimitError, type Page } from 'refrain';
import { contextOf } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outputStressPages, stressPages } from '../../bench/stress-pages/pages.ts';
import { testSample, testSize } from '../support/effort.ts';
import { BYTES_MIN, NO_OUTPUTS, OUTPUTS, type Output } from '../support/outputs.ts';

const SMALL = testSize(20_000, 50_000);
/** Maximum growth of the steps for twice the page; minimum number of steps that is compared. */
const GROWTH_MAX = 2.3;
const STEPS_MIN = 100_000;

const all = { ...stressPages, ...outputStressPages };
const encoder = new TextEncoder();

interface Measurement {
  readonly steps: number;
  readonly pageBytes: number;
}

function unlessRefused<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return undefined;
  }
}

function measure(page: Page<never>, name: string, pageBytes: number, output: Output): Measurement {
  const written = output.write(page);
  const bytes = typeof written === 'string' ? Buffer.byteLength(written) : written.length;
  assert.ok(bytes <= output.bytesPerByte * pageBytes + BYTES_MIN, `${name}: ${bytes} bytes of ${pageBytes}`);
  return { steps: contextOf(page).core.call((exports) => exports.workDone()), pageBytes };
}

test('every member of a page is in the list of outputs', async () => {
  const page = (await Detector.create()).label('<p>x');
  const members = [...Object.keys(page), ...Object.getOwnPropertyNames(Object.getPrototypeOf(page))];
  const listed = [...NO_OUTPUTS, ...Object.values(OUTPUTS).flatMap((output) => output.members)];
  assert.equal([...new Set(members)].sort(), listed.sort());
});

/** Costs of each output. A refused page or output has none. */
function measureAll(detector: Detector, name: string, html: Uint8Array): Map<Output, Measurement> {
  const found = new Map<Output, Measurement>();
  const page = unlessRefused(() => detector.label(html));
  if (page === undefined) return found;
  for (const [called, output] of Object.entries(OUTPUTS)) {
    const measured = unlessRefused(() => measure(page, `${called}, ${name}`, html.length, output));
    if (measured !== undefined) found.set(output, measured);
  }
  return found;
}

for (const [kind, make] of Object.entries(all)) {
  test(`${kind}: every output is bounded by the page's bytes`, async () => {
    // Paths and the work for a tag grow until the stack of open elements is full, which a small maximum depth causes
    // early.
    const detector = await Detector.create({ seed: 1, maxDepth: 64 });
    const before = measureAll(detector, kind, encoder.encode(make(SMALL)));
    const after = measureAll(detector, kind, encoder.encode(make(2 * SMALL)));
    for (const [name, output] of Object.entries(OUTPUTS)) {
      const [small, large] = [before.get(output), after.get(output)];
      if (!output.isCounted || small === undefined || large === undefined || large.steps < STEPS_MIN) continue;
      const growth = (2 * large.steps * small.pageBytes) / (small.steps * large.pageBytes);
      assert.ok(growth <= GROWTH_MAX, `${name}, ${kind}: ${small.steps} → ${large.steps} steps`);
    }
  });
}

const SETTINGS: readonly DetectorOptions[] = [{}, { maxDepth: 0, evidence: 'repetition' }];

for (const options of SETTINGS) {
  test(`bounded with ${JSON.stringify(options)}`, async () => {
    const detector = await Detector.create({ seed: 1, ...options });
    for (const [kind, make] of testSample(Object.entries(all), 3))
      measureAll(detector, kind, encoder.encode(make(5000)));
  });
}

test.run();
