/** Every output of every flood: as long as it may be for the page, in steps that grow as the page does, or refused by a typed error. */
import { Detector, type DetectorOptions, LimitError } from 'refrain';
import { contextOf } from 'refrain/internal';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { floods, outputFloods } from '../../bench/floods/pages.ts';
import { sized } from '../support/effort.ts';
import { BYTES_MIN, NO_OUTPUTS, OUTPUTS, type Output } from '../support/outputs.ts';

const SMALL = sized(20_000, 50_000);
/** Growth of the steps for twice the page; small pages have steps that do not depend on them. */
const GROWTH_MAX = 2.3;
const STEPS_MIN = 100_000;

const all = { ...floods, ...outputFloods };
const encoder = new TextEncoder();

interface Measured {
  readonly steps: number;
  readonly pageBytes: number;
}

/** The steps of an output; undefined for a page that is not read, or an output that is refused. */
function measure(detector: Detector, name: string, html: Uint8Array, output: Output): Measured | undefined {
  try {
    const page = detector.label(html);
    const written = output.write(page);
    const bytes = typeof written === 'string' ? Buffer.byteLength(written) : written.length;
    assert.ok(bytes <= output.bytesPerByte * html.length + BYTES_MIN, `${name}: ${bytes} bytes of ${html.length}`);
    return { steps: contextOf(page).core.call((exports) => exports.workDone()), pageBytes: html.length };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return undefined;
  }
}

test('every member of a page is in the list of outputs', async () => {
  const page = (await Detector.create()).label('<p>x');
  const members = [...Object.keys(page), ...Object.getOwnPropertyNames(Object.getPrototypeOf(page))];
  const listed = [...NO_OUTPUTS, ...Object.values(OUTPUTS).flatMap((output) => output.members)];
  assert.equal([...new Set(members)].sort(), listed.sort());
});

for (const [name, output] of Object.entries(OUTPUTS)) {
  test(`${name}: bounded for every flood, by the page's bytes`, async () => {
    // Paths are longer, and work for a tag is more, until the stack of open elements is full: so that it is full early.
    const detector = await Detector.create({ seed: 1, maxDepth: 64 });
    for (const [flood, make] of Object.entries(all)) {
      const [small, large] = [SMALL, 2 * SMALL].map((bytes) =>
        bytes === SMALL && !output.isCounted
          ? undefined
          : measure(detector, `${name}, ${flood}`, encoder.encode(make(bytes)), output),
      );
      if (small === undefined || large === undefined || large.steps < STEPS_MIN) continue;
      const growth = (2 * large.steps * small.pageBytes) / (small.steps * large.pageBytes);
      assert.ok(growth <= GROWTH_MAX, `${name}, ${flood}: ${small.steps} → ${large.steps} steps`);
    }
  });
}

const SETTINGS: readonly DetectorOptions[] = [
  {},
  { maxDepth: 0, evidence: 'repetition' },
  { path: 'classes' },
  { path: 'indexed', evidence: 'repetition' },
];

for (const options of SETTINGS) {
  test(`bounded with ${JSON.stringify(options)}`, async () => {
    const detector = await Detector.create({ seed: 1, ...options });
    for (const [flood, make] of Object.entries(all)) {
      const html = encoder.encode(make(5000));
      for (const [name, output] of Object.entries(OUTPUTS)) measure(detector, `${name}, ${flood}`, html, output);
    }
  });
}

test.run();
