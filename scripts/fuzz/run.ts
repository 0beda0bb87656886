/** Fuzzes the subjects one after another. The parent kills this process when it hangs. */
import { openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc, { type Arbitrary, type Parameters } from 'fast-check';
import { moduleOf } from '../compile.ts';
import { readCount } from '../program.ts';
import { keepFailure, readCorpus, readSources } from './sources.ts';
import { type Failure, judge, modules, type Subject } from './subject.ts';
import { SUBJECTS } from './subjects.ts';

/** Milliseconds to shorten a failing input. */
const SHORTEN_MS = 5000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '' },
    subject: { type: 'string', multiple: true, default: [] },
    current: { type: 'string', default: '' },
  },
});
const seed = readCount('seed', values.seed);
const names = Object.keys(SUBJECTS).filter((name) => values.subject.length === 0 || values.subject.includes(name));
const shares = names.reduce((sum, name) => sum + (SUBJECTS[name]?.[0] ?? 0), 0);
const sources = readSources();
const corpus = readCorpus();
const current = openSync(values.current, 'w');
/** Tells the parent which input runs. Overwriting the first line of one file is faster than a file for each input. */
const tell = (running: string): number => writeSync(current, `${running}\n`, 0);
let inputs = 0;
let findings = 0;

async function fuzz(name: string, ms: number, prepare: () => Promise<Subject>): Promise<void> {
  let subject = await prepare();
  const counts = { inputs: 0, known: 0 };
  let failure: Failure | undefined;

  async function search(arbitrary: Arbitrary<string>, parameters: Parameters<[string]>): Promise<string | undefined> {
    const property = fc.asyncProperty(arbitrary, async (input) => {
      tell(JSON.stringify([name, input]));
      const verdict = await judge(subject, input);
      counts.inputs += 1;
      if (verdict === 'known') counts.known += 1;
      if (verdict === undefined || verdict === 'known') return true;
      // A failed module is not used again.
      if (verdict.kind === 'trap') subject = await prepare();
      failure ??= verdict;
      return verdict.kind !== failure.kind;
    });
    const { counterexample } = await fc.check(property, { numRuns: 2 ** 31, ...parameters });
    return counterexample?.[0];
  }

  const found = await search(subject.inputs, { seed, interruptAfterTimeLimit: ms });
  tell('');
  process.stdout.write(`${name.padEnd(10)} ${counts.inputs} inputs, ${counts.known} known differences\n`);
  for (const line of subject.summary?.() ?? []) process.stdout.write(`  ${line}\n`);
  inputs += counts.inputs;
  if (found === undefined || failure === undefined) return;
  const characters = fc.string({ unit: 'binary', maxLength: found.length, size: 'max' });
  const limits = { examples: [[found] as [string]], numRuns: 1, interruptAfterTimeLimit: SHORTEN_MS };
  const shortest = (await search(characters, limits)) ?? found;
  tell('');
  keepFailure(name, shortest);
  findings += 1;
  process.stdout.write(
    `${failure.kind}: ${failure.message.slice(0, 300)}\n  ${JSON.stringify(shortest.slice(0, 300))}\n`,
  );
}

// An unhandled rejection is caused by the current input or a recent one.
process.on('unhandledRejection', (error) => {
  throw error;
});
modules.wasm = await moduleOf('debug');
for (const name of names) {
  const [share, prepare] = SUBJECTS[name] as (typeof SUBJECTS)[string];
  const ms = (Number(values.seconds) * 1000 * share) / shares;
  await fuzz(name, ms, () => prepare({ ...sources, corpus: corpus[name] ?? [] }));
}
process.stdout.write(`seed ${seed}: ${inputs} inputs, ${findings} findings\n`);
process.exit(inputs === 0 || findings > 0 ? 1 : 0);
