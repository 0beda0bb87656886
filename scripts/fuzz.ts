/**
 * Compares the trees of the module with those of parse5 on mutated parts of real pages and of html5lib inputs. A failing input is
 * shrunk and written as a fixture, which test/html/fuzz-fixtures.test.ts replays.
 *
 * Run: npm run fuzz -- --seconds N [--seed S] [--inputs DIR…]
 * DIR and REFRAIN_SITES are folders of more sites; HTML5LIB_TESTS is another copy of html5lib's tests.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Counts, Finding, Work } from './fuzz/worker.ts';

const FIXTURES = new URL('../test/fixtures/fuzz/', import.meta.url);
/** An input that takes longer counts as a hang. */
const WATCH_MS = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    inputs: { type: 'string', multiple: true, default: [] },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'refrain-fuzz-'));
const work: Work = {
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  folders: [...values.inputs, ...positionals],
  currentInput: join(folder, 'input'),
};
let counts: Counts = { inputs: 0, known: 0 };
const findings: Record<Finding['kind'], number> = { difference: 0, trap: 0, hang: 0 };

function writeFixture({ kind, html }: Finding): void {
  findings[kind] += 1;
  const name = `${kind}-${createHash('sha256').update(html).digest('hex').slice(0, 12)}.html`;
  mkdirSync(FIXTURES, { recursive: true });
  writeFileSync(new URL(name, FIXTURES), html);
  process.stdout.write(`${kind}: ${name}\n  ${JSON.stringify(html.slice(0, 400))}\n`);
}

/** The current input of the worker. Its file has the length in the first four bytes and the input from byte 8 on. */
function currentInput(): string {
  const bytes = readFileSync(work.currentInput);
  return bytes.toString('utf8', 8, 8 + bytes.readUInt32BE(0));
}

const start = performance.now();
const worker = fork(fileURLToPath(new URL('./fuzz/worker.ts', import.meta.url)), [JSON.stringify(work)]);
const watch = setTimeout(() => {
  writeFixture({ kind: 'hang', html: currentInput() });
  worker.kill('SIGKILL');
}, WATCH_MS);
worker.on('message', (message: Finding | Counts) => {
  watch.refresh();
  if ('html' in message) writeFixture(message);
  else counts = message;
});
const code = await new Promise<number | null>((resolve) => worker.on('exit', resolve));
clearTimeout(watch);
rmSync(folder, { recursive: true });

const seconds = (performance.now() - start) / 1000;
const { inputs, known } = counts;
process.stdout.write(
  `seed ${work.seed}: ${inputs} inputs in ${seconds.toFixed(0)} s (${Math.round(inputs / seconds)}/s), ` +
    `${findings.difference} differences, ${findings.trap} traps, ${findings.hang} hangs; ` +
    `${known} known differences (test/html/parse5-differences.md)\n`,
);
process.exitCode = code !== 0 || inputs === 0 || Object.values(findings).some((count) => count > 0) ? 1 : 0;
