import { test } from 'uvu';
import { assertLinear } from '../../../test/support/cpu.ts';
import { inputFloods } from './support/input-floods.ts';

const LARGE = 160_000;

for (const [name, { make, read }] of Object.entries(inputFloods))
  test(`time is linear: ${name}`, async () => {
    await assertLinear(name, LARGE, (size) => read(make(size)));
  });

test.run();
