/**
 * Mutation testing: small changes of the code, one at a time, which the tests should notice. `core` is assembly/, by a list of
 * operators of our own; `bindings` is bindings/, by Stryker's mutators. All mutants are compiled at once and one is chosen when a
 * test runs. First every test file runs once, to see which mutants it reaches; then each mutant meets the files that reach it, those
 * that detect most in their time first, until one fails.
 *
 * Run: npm run mutants -- core|bindings [--sample N] [--seed S] [--file PATTERN] [--tests PATTERN…] [--minutes N] [--json]
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../test/support/random.ts';
import { assemblyMutants, compileMutants } from './mutants/assembly.ts';
import { bindingMutants } from './mutants/bindings.ts';
import { findReach, type Result, testMutants } from './mutants/campaign.ts';
import { copyRepository } from './mutants/copy.ts';
import { isEquivalent } from './mutants/equivalent.ts';
import type { Mutant } from './mutants/mutant.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
    tests: { type: 'string', multiple: true },
    minutes: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
});
/** Tests without which few mutants of a part survive that are noticed with them; the others take longer. */
const TESTS = {
  core: [
    ...['test/bindings', 'test/html', 'test/differential', 'test/evidence', 'test/smoothing', 'test/page-level'],
    ...['test/fuzz', 'search/test'],
  ],
  bindings: [
    ...['test/bindings', 'test/html/cursor', 'test/html/limits', 'test/html/places', 'test/evidence', 'test/smoothing'],
    ...[
      'test/page-level',
      'test/structured',
      'cli/test/formats/title',
      'test/differential/evidence',
      'test/differential/sites',
      'search/test/arguments',
    ],
    ...['crawl/test/sites/sites', 'crawl/test/sites/store', 'crawl/test/streams', 'crawl/test/policy'],
  ],
};
const [part] = positionals;
if (part !== 'core' && part !== 'bindings') throw new Error('name what is changed: core or bindings');
const named = part;

/** Mutants by chance, in any order: a run that ends early is a smaller sample. */
function sampled(all: readonly Mutant[]): Mutant[] {
  const left = all.filter((mutant) => mutant.file.includes(values.file) && !isEquivalent(mutant));
  const random = seeded(Number(values.seed));
  const chosen: Mutant[] = [];
  while (chosen.length < Number(values.sample) && left.length > 0) {
    chosen.push(...left.splice(random.below(left.length), 1));
  }
  return chosen;
}

/** Files of tests. Those that compile assembly/ themselves test no mutant. */
function testFiles(): string[] {
  return ['test', ...readdirSync('packages').map((name) => `packages/${name}/test`)]
    .flatMap((folder) => {
      try {
        return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
      } catch {
        return [];
      }
    })
    .filter((path) => path.endsWith('.test.ts') && !/debug-build|tokenizer/.test(path))
    .filter((path) => (values.tests ?? TESTS[named]).some((pattern) => path.includes(pattern)))
    .sort();
}

const copy = copyRepository();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const log = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const writeModules = async (chosen: ReadonlySet<number>, isRecorder: boolean): Promise<void> => {
  const { core, indexing } = await compileMutants(chosen, isRecorder);
  writeFileSync(join(copy, 'dist/core.wasm'), core);
  writeFileSync(join(copy, 'packages/search/dist/indexing.wasm'), indexing);
};

let all: readonly Mutant[];
let mutants: readonly Mutant[];
if (part === 'core') {
  all = assemblyMutants();
  mutants = sampled(all);
  await writeModules(new Set(mutants.map(({ id }) => id)), true);
} else {
  const made = await bindingMutants();
  all = made.mutants;
  mutants = sampled(all);
  made.write(copy);
}
log(`${mutants.length} of ${all.length} mutants; which test files reach them?`);
const reach = await findReach(copy, testFiles(), all.length);
log(
  reach
    .map(({ file, milliseconds, mutants: { size } }) => `${file}: ${Math.round(milliseconds)} ms, ${size}`)
    .join('\n'),
);
if (part === 'core') await writeModules(new Set(mutants.map(({ id }) => id)), false);

/** The time is that of the mutants alone. */
const end = performance.now() + Number(values.minutes) * 60_000;
const results: (Mutant & { readonly result: Result })[] = [];
await testMutants(copy, mutants, reach, end, (mutant, result) => {
  results.push({ ...mutant, result });
  if (result === 'survived' || result === 'not reached') {
    log(`${result}: ${mutant.file}:${mutant.line}: ${mutant.from} → ${mutant.to}`);
  }
});
const count = (result: Result): number => results.filter((one) => one.result === result).length;
const detected = count('killed') + count('timeout');
const score = Math.round((1000 * detected) / Math.max(1, results.length)) / 10;
const summary = `${part}: ${detected} of ${results.length} mutants detected (${score} %), ${count('timeout')} of them by time; ${count('survived')} survived, ${count('not reached')} not reached`;
process.stdout.write(
  values.json ? `${JSON.stringify({ part, seed: Number(values.seed), score, results })}\n` : `${summary}\n`,
);
if (values.json) log(summary);
if (results.length === 0) process.exitCode = 1;
