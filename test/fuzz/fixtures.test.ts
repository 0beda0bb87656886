/** The corpus of `npm run fuzz`, and inputs with which it once found a defect. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCorpus, readFailures } from '../../scripts/fuzz/sources.ts';
import { judge } from '../../scripts/fuzz/subject.ts';
import { SUBJECTS } from '../../scripts/fuzz/subjects.ts';
import { testSample } from '../support/effort.ts';

const found = readFailures();
const corpus = readCorpus();

for (const [name, [, prepare]] of Object.entries(SUBJECTS)) {
  test(`${name}: every input of the corpus and every earlier failure passes`, async () => {
    const subject = await prepare({ pages: [], inputs: [], corpus: [] });
    for (const input of [...(found[name] ?? []), ...testSample(corpus[name] ?? [], 3)]) {
      const failure = await judge(subject, input);
      assert.is(failure === undefined || failure === 'known', true, JSON.stringify({ failure, input }));
    }
  });
}

test.run();
