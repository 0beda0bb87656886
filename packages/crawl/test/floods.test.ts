import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inputFloods } from './support/input-floods.ts';

const SMALL = 10_000;
const STEPS = [SMALL, SMALL * 4, SMALL * 16];

/** Time below which growth cannot be measured, and seconds that a megabyte may take on a busy machine. */
const SHORT = 1000;
const SECONDS = 20;

for (const [name, { make, read }] of Object.entries(inputFloods)) {
  test(`time is linear: ${name}`, async () => {
    const times: number[] = [];
    for (const size of STEPS) {
      const bytes = make(size);
      const start = performance.now();
      await read(bytes);
      times.push(performance.now() - start);
    }
    const [, middle = 0, last = 0] = times;
    assert.ok(last < SECONDS * 1000, times.join());
    // Twice four times the time: a machine is busy with other tests.
    assert.ok(last < SHORT || last < middle * 8, times.join());
  });
}

test.run();
