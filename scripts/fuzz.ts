/**
 * Fuzzes pages, their outputs, sequences of pages, trees, layouts, saved templates, rules, snapshots, models, headers
 * and archives. fast-check makes inputs from real pages, html5lib's tests and the committed corpus. A failing input is
 * shortened and added to test/fixtures/fuzz/found.json; test/fuzz/fixtures.test.ts repeats it.
 *
 * Run: npm run fuzz -- [--seconds N] [--subject NAME…] [--seed S] HTML5LIB_TESTS is another copy of html5lib's tests.
 * Without --seed, inputs depend on the clock.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepFailure } from './fuzz/sources.ts';
import { readCount, seedOfNow } from './program.ts';

/** Milliseconds after the requested time before the process is killed. Shortening of findings ends before. */
const REST_MS = 180_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: seedOfNow() },
    subject: { type: 'string', multiple: true, default: [] },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'refrain-fuzz-'));
const current = join(folder, 'input');
const run = fileURLToPath(new URL('fuzz/run.ts', import.meta.url));
const subjects = values.subject.map((name) => `--subject=${name}`);
const flags = [`--seconds=${readCount('seconds', values.seconds)}`, `--seed=${values.seed}`, `--current=${current}`];
const { status, signal } = spawnSync(process.execPath, [...process.execArgv, run, ...flags, ...subjects], {
  stdio: 'inherit',
  timeout: Number(values.seconds) * 1000 + REST_MS,
  killSignal: 'SIGKILL',
});
// If the process hung or ended, the current input is the finding.
const [running = ''] = existsSync(current) ? readFileSync(current, 'utf8').split('\n', 1) : [];
if (running !== '') {
  const [name, input] = JSON.parse(running) as [string, string];
  keepFailure(name, input);
  process.stdout.write(`the process ended with ${signal ?? status} in ${name}\n`);
}
rmSync(folder, { recursive: true });
process.exitCode = status === 0 ? 0 : 1;
