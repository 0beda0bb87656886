/** Inputs on which `npm run fuzz` once found a defect, and its corpus. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCorpus } from '../../scripts/fuzz/corpus.ts';
import { judge } from '../../scripts/fuzz/judge.ts';
import { subjectsOf } from '../../scripts/fuzz/subjects.ts';

const FOLDER = new URL('../fixtures/fuzz/', import.meta.url);
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'));

for (const { name, prepare } of subjectsOf({ pages: [], inputs: [] })) {
  test(`${name}: no input of the corpus, and none that failed before, fails`, async () => {
    const subject = await prepare();
    const failed = files
      .filter((file) => file.startsWith(`${name}-`))
      .map((file) => readFileSync(new URL(file, FOLDER)).toString(subject.encoding));
    for (const input of [...failed, ...readCorpus(name)]) {
      const failure = await judge(subject, input);
      assert.is(failure === undefined || failure === 'known', true, JSON.stringify({ failure, input }));
    }
  });
}

test.run();
