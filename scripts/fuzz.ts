/**
 * Fuzzes the whole way of a page: pages, sequences of pages, trees, layouts, saved templates, rules, snapshots, models, options,
 * headers, archives, indexes and stores. Inputs that do something new, by counters in the module and in the packages, are mutated
 * further. A failing input is shrunk and written as a fixture, which test/fuzz/fixtures.test.ts replays.
 *
 * Run: npm run fuzz -- --seconds N [--subject NAME…] [--seed S] [--inputs DIR…] [--json] [--save]
 * DIR and REFRAIN_SITES are folders of more sites; HTML5LIB_TESTS is another copy of html5lib's tests. --save replaces the
 * committed corpus by the inputs that together have all features found.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCurrentInput } from './fuzz/current-input.ts';
import type { Finding, Progress, Work } from './fuzz/messages.ts';

const FIXTURES = new URL('../test/fixtures/fuzz/', import.meta.url);
/** Silence of the worker that counts as a hang. A turn and the shrinking of an input are shorter. */
const WATCH_MS = 120_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    subject: { type: 'string', multiple: true, default: [] },
    inputs: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'refrain-fuzz-'));
const work: Work = {
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  folders: [...values.inputs, ...positionals],
  subjects: values.subject,
  save: values.save,
  currentInput: join(folder, 'input'),
};
const log = (text: string): void => {
  (values.json ? process.stderr : process.stdout).write(`${text}\n`);
};
let progress: Progress = { subjects: [] };
const findings: (Omit<Finding, 'input' | 'encoding'> & { readonly file: string })[] = [];

function note({ subject, encoding, kind, message, input }: Finding): void {
  const name = `${subject}-${createHash('sha256').update(input).digest('hex').slice(0, 12)}.txt`;
  writeFileSync(new URL(name, FIXTURES), Buffer.from(input, encoding));
  findings.push({ subject, kind, message, file: name });
  log(`${kind} in ${subject}: ${message.slice(0, 300)}\n  ${name}: ${JSON.stringify(input.slice(0, 300))}`);
}

const start = performance.now();
const worker = fork(fileURLToPath(new URL('./fuzz/worker.ts', import.meta.url)), [JSON.stringify(work)]);
const watch = setTimeout(() => {
  const { subject, input } = readCurrentInput(work.currentInput);
  note({ subject, input, encoding: 'utf8', kind: 'hang', message: 'no answer' });
  worker.kill('SIGKILL');
}, WATCH_MS);
worker.on('message', (message: Finding | Progress) => {
  watch.refresh();
  if ('kind' in message) note(message);
  else progress = message;
});
const code = await new Promise<number | null>((resolve) => worker.on('exit', resolve));
clearTimeout(watch);
rmSync(folder, { recursive: true });

const seconds = (performance.now() - start) / 1000;
const { subjects } = progress;
const inputs = subjects.reduce((sum, subject) => sum + subject.inputs, 0);
for (const { name, known, features, kept, ...one } of subjects) {
  const found = findings.filter(({ subject }) => subject === name).length;
  const parts = [`${one.inputs} inputs`, `${features} features`, `${kept} kept`, `${known} known differences`];
  log(`${name.padEnd(10)} ${parts.join(', ')}, ${found} findings`);
}
log(
  `seed ${work.seed}: ${inputs} inputs in ${seconds.toFixed(0)} s (${Math.round(inputs / seconds)}/s), ${findings.length} findings`,
);
if (values.json) {
  process.stdout.write(
    `${JSON.stringify({ seed: work.seed, seconds: Math.round(seconds), inputs, subjects, findings })}\n`,
  );
}
process.exitCode = code !== 0 || inputs === 0 || findings.length > 0 ? 1 : 0;
