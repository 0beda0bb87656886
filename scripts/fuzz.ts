/**
 * Fuzzes the whole way of a page: pages, their outputs, sequences of pages, trees, layouts, saved templates, rules, snapshots, models, options,
 * headers, archives and indexes. Inputs are mutations of real pages, of html5lib's tests and of the committed corpus. A
 * failing input is shrunk and written as a fixture, which test/fuzz/fixtures.test.ts replays.
 *
 * Run: npm run fuzz -- --seconds N [--subject NAME…] [--seed S] [--json]
 * HTML5LIB_TESTS is another copy of html5lib's tests. Without --seed, inputs depend on the clock.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Finding, Progress, Work } from './fuzz/worker.ts';
import { readCount, seedOfNow } from './program.ts';

const FIXTURES = new URL('../test/fixtures/fuzz/', import.meta.url);
/** Silence of the worker that counts as a hang. A turn and the shrinking of an input are shorter. */
const WATCH_MS = 120_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: seedOfNow() },
    subject: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'refrain-fuzz-'));
const work: Work = {
  seed: readCount('seed', values.seed),
  seconds: readCount('seconds', values.seconds),
  subjects: values.subject,
  current: join(folder, 'input'),
};
const log = (text: string): void => {
  (values.json ? process.stderr : process.stdout).write(`${text}\n`);
};
let progress: Progress = {};
const findings: (Pick<Finding, 'subject' | 'kind' | 'message'> & { readonly file: string })[] = [];

function note({ subject, encoding, kind, message, input }: Finding): void {
  const file = `${subject}-${createHash('sha256').update(input).digest('hex').slice(0, 12)}.txt`;
  writeFileSync(new URL(file, FIXTURES), Buffer.from(input, encoding));
  findings.push({ subject, kind, message, file });
  log(`${kind} in ${subject}: ${message.slice(0, 300)}\n  ${file}: ${JSON.stringify(input.slice(0, 300))}`);
}

/** The worker hangs, or has ended by itself: its current input is the finding. */
function noteCurrent(kind: Finding['kind'], message: string): void {
  if (!existsSync(work.current)) return;
  const [subject = '', ...lines] = readFileSync(work.current, 'utf8').split('\n');
  note({ subject, input: lines.join('\n'), encoding: 'utf8', kind, message });
}

const start = performance.now();
const worker = fork(fileURLToPath(new URL('./fuzz/worker.ts', import.meta.url)), [JSON.stringify(work)]);
let isHanging = false;
const watch = setTimeout(() => {
  isHanging = true;
  worker.kill('SIGKILL');
}, WATCH_MS);
worker.on('message', (message: Finding | Progress) => {
  watch.refresh();
  if ('message' in message) note(message as Finding);
  else progress = message as Progress;
});
const code = await new Promise<number | null>((resolve) => worker.on('exit', resolve));
clearTimeout(watch);
if (isHanging) noteCurrent('hang', 'no answer');
else if (code !== 0) noteCurrent('error', `the process ended with ${code}`);
rmSync(folder, { recursive: true });

const seconds = (performance.now() - start) / 1000;
const inputs = Object.values(progress).reduce((sum, subject) => sum + subject.inputs, 0);
for (const [name, subject] of Object.entries(progress)) {
  const count = findings.filter((finding) => finding.subject === name).length;
  log(`${name.padEnd(10)} ${subject.inputs} inputs, ${subject.known} known differences, ${count} findings`);
  for (const line of subject.summary ?? []) log(`  ${line}`);
}
const speed = `${inputs} inputs in ${seconds.toFixed(0)} s (${Math.round(inputs / seconds)}/s)`;
log(`seed ${work.seed}: ${speed}, ${findings.length} findings`);
if (values.json) {
  const report = { seed: work.seed, seconds: Math.round(seconds), inputs, subjects: progress, findings };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
process.exitCode = code !== 0 || inputs === 0 || findings.length > 0 ? 1 : 0;
