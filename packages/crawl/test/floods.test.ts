import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cpuTime } from '../../../test/support/cpu.ts';
import { sized } from '../../../test/support/effort.ts';
import { inputFloods } from './support/input-floods.ts';

const LARGE = sized(40_000, 160_000);

/** Milliseconds below which growth cannot be measured. */
const SHORT = 1000;

for (const [name, { make, read }] of Object.entries(inputFloods)) {
  test(`time is linear: ${name}`, async () => {
    const timeOf = (bytes: Uint8Array): Promise<number> => cpuTime(() => read(bytes));
    const large = await timeOf(make(LARGE));
    if (large < SHORT) return;
    const middle = await timeOf(make(LARGE / 4));
    assert.ok(large < middle * 8, `${middle} ms, ${large} ms`);
  });
}

test.run();
