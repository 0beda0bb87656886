/** Pages for which calls of the platform are slow, in every output: the module counts its own steps only. */
import { Detector, type Page, RefrainError } from 'refrain';
import { StructuredReader } from 'refrain/structured';
import { test } from 'uvu';
import { platformFloods } from '../../bench/floods/pages.ts';
import { assertLinear, sizesOf } from '../support/cpu.ts';
import { OUTPUTS } from '../support/outputs.ts';

const BYTES = 400_000;

const unlessRefused = (make: () => unknown): void => {
  try {
    make();
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
  }
};

for (const [flood, make] of Object.entries(platformFloods))
  test(`time of every output is linear: ${flood}`, async () => {
    const detector = await Detector.create({ seed: 1 });
    const structured = await StructuredReader.create();
    const outputs = Object.entries(OUTPUTS).map(([name, { write }]): [string, (page: Page<never>) => unknown] => [
      name,
      write,
    ]);
    for (const [name, write] of [...outputs, ['structured', (page: Page<never>) => structured.text(page)] as const]) {
      const page = new Map(sizesOf(BYTES).map((bytes) => [bytes, Buffer.from(make(bytes))]));
      await assertLinear(`${name}, ${flood}`, BYTES, (bytes) =>
        unlessRefused(() => write(detector.label(page.get(bytes) ?? ''))),
      );
    }
  });

test.run();
