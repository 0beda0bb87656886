/**
 * Runs the test files (those whose path contains an argument, or all) in two processes and ends with a line of totals.
 * Fails if a test fails, a file crashes, or nothing ran.
 *
 * Run: node --import tsx scripts/test.ts [--all] [PATTERN…] [-PATTERN…] A pattern that begins with `-` excludes files.
 * `--all` does all work of the largest tests. It also runs files that compile the module, which takes half a minute in
 * a new clone: their comment has a line that begins with `Compiles the module:`. Without `--all`, they run only if a
 * pattern names them.
 */
import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TOTALS, type Totals } from './test-lane.ts';

const ALL = '--all';
const isWhole = process.argv.includes(ALL);
// Both processes inherit this variable.
if (isWhole) process.env['REFRAIN_TESTS'] = 'all';
const words = process.argv.slice(2).filter((word) => word !== ALL);
const patterns = words.filter((word) => !word.startsWith('-'));
const excluded = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1));
const folders = ['test', 'research/test', ...readdirSync('packages').map((name) => `packages/${name}/test`)].filter(
  existsSync,
);
const compiles = (file: string): boolean => /^( \*|\/\*\*) Compiles the module: /m.test(readFileSync(file, 'utf8'));
const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
  .filter((file) => !excluded.some((pattern) => file.includes(pattern)))
  .filter((file) => patterns.length > 0 || isWhole || !compiles(file))
  .sort();

interface Outcome extends Totals {
  readonly output: string;
}

class Lane {
  readonly #child = fork(fileURLToPath(new URL('test-lane.ts', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  /** The message for a process that failed. */
  readonly #failure = new Promise<string>((resolve) => {
    this.#child.on('close', (code, signal) => resolve(code === 0 ? '' : `The process ended with ${code ?? signal}.\n`));
  });
  #output = '';
  #end: ((totals: Totals) => void) | undefined;
  isClosed = false;

  constructor() {
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    this.#child.on('close', () => {
      this.isClosed = true;
      this.#output += 'The process ended before the tests.\n';
      this.#end?.({ passed: 0, failed: 1, skipped: 0 });
    });
  }

  #take(text: string): void {
    this.#output += text;
    const at = this.#output.indexOf(TOTALS);
    if (at < 0 || !text.endsWith('\n')) return;
    const totals: Totals = JSON.parse(this.#output.slice(at + TOTALS.length));
    this.#output = this.#output.slice(0, at);
    this.#end?.(totals);
  }

  /** A file that ends the process has failed, even if it printed totals before. */
  async run(file: string): Promise<Outcome> {
    this.#output = '';
    this.#child.send(file);
    const totals = await new Promise<Totals>((resolve) => {
      this.#end = resolve;
    });
    return { ...totals, output: this.#output };
  }

  /** Waits until the process has ended, and counts its failure. */
  async close(outcome: Outcome): Promise<Outcome> {
    if (this.isClosed) return outcome;
    this.#child.send('');
    const failure = await this.#failure;
    return failure === '' ? outcome : { ...outcome, failed: outcome.failed + 1, output: outcome.output + failure };
  }
}

const totals: Totals = { passed: 0, failed: 0, skipped: 0 };

function report(name: string, { passed, failed, skipped, output }: Outcome, started: number): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = `${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''} (${seconds} s)`;
  process.stdout.write(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${counts}\n`);
  if (failed > 0 || skipped > 0) process.stdout.write(output);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

const queue = [...files];

async function work(): Promise<void> {
  let lane: Lane | undefined;
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const started = performance.now();
    lane ??= new Lane();
    const outcome = await lane.run(file);
    // After the last file, the process must end: otherwise a file has left something running.
    report(file, queue.length === 0 ? await lane.close(outcome) : outcome, started);
    if (lane.isClosed) lane = undefined;
  }
}

const duration = isWhole ? 'half an hour' : 'two minutes';
if (patterns.length === 0)
  process.stdout.write(
    `${files.length} test files: about ${duration} on two idle cores. npm test -- NAME runs those whose path contains NAME.\n`,
  );
await Promise.all([work(), work()]);
if (files.length === 0) totals.failed += 1;
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exitCode = totals.failed > 0 ? 1 : 0;
