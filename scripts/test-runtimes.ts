/**
 * Runs tests on the newest version of Node. On other versions, Deno and Bun, runs test/runtimes/smoke.mjs and the
 * command; the results must equal those on this Node. The npm packages node, deno and bun contain the runtimes. Ends
 * with a line of totals.
 *
 * Run: npm run check runtimes [-- --smoke] [RUNTIME…] --smoke omits the tests. RUNTIME is a name below, such as
 * `node@22`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { extract } from 'tar';
import { runChecks } from '../integration/checks.ts';

interface Runtime {
  readonly name: string;
  readonly command: readonly string[];
  /** True if the tests run on this runtime. */
  readonly hasSuite: boolean;
}

const fromNpm = (name: string, command: readonly string[], hasSuite: boolean): Runtime => ({
  ...{ name, hasSuite },
  command: ['npm', 'exec', '--yes', `--package=${name}`, '--', ...command],
});

/**
 * Tests of the runtime's part: files, streams, threads, signals, compression, character sets. The smoke test compares
 * the module and the command.
 */
const SUITE = [
  ...['test/bindings/', '-bindings/outputs', '-bindings/hostile', '-bindings/work', '-debug-build'],
  ...['crawl/test/sites/s', 'crawl/test/step/', 'crawl/test/archive/', 'warc/write'],
  ...['search/test/builder', 'cli/test/failures', 'cli/test/mcp', 'cli/test/state', 'packages/restate/'],
];

const RUNTIMES: readonly Runtime[] = [
  // One version between the oldest and the newest.
  fromNpm('node@22', ['node'], false),
  fromNpm('node@24', ['node'], true),
  fromNpm('deno@2.9', ['deno', 'run', '--allow-all', '--quiet'], false),
  fromNpm('bun@1.4', ['bun'], false),
];
const THIS: Runtime = { name: `node ${process.version}`, command: [process.execPath], hasSuite: false };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SITE = join(ROOT, 'test/fixtures/sites/admin-lte.tar.gz');
const COMMAND = 'packages/cli/dist/bin/main.js';
const VERSION = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

function run({ command }: Runtime, words: readonly string[], isShown = false): Promise<string> {
  const [program = '', ...rest] = [...command, ...words];
  const child = spawn(program, rest, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (isShown) process.stdout.write(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${words.join(' ')} ended with ${code}\n${isShown ? '' : output}${errors}`));
    });
  });
}

/** Results of the smoke test, and digests of the output of the command. */
async function resultsOf(runtime: Runtime, folder: string): Promise<Readonly<Record<string, unknown>>> {
  const results = JSON.parse(await run(runtime, ['test/runtimes/smoke.mjs', folder]));
  const version = (await run(runtime, [COMMAND, '--version'])).trim();
  const help = await run(runtime, [COMMAND, '--help']);
  const lines = await run(runtime, [COMMAND, folder, '--quiet']);
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { ...results, version, help: digest(help), command: digest(lines) };
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { smoke: { type: 'boolean' } } });
const scratch = mkdtempSync(join(tmpdir(), 'refrain-runtimes-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const folder = join(scratch, 'admin-lte');
mkdirSync(folder);
await extract({ file: SITE, cwd: folder });
const expected = await resultsOf(THIS, folder);
process.stdout.write(`${THIS.name}: ${JSON.stringify(expected)}\n`);
if (expected['version'] !== VERSION) throw new Error(`the command has version ${expected['version']}`);
const checks: Record<string, () => Promise<void>> = {};
for (const runtime of RUNTIMES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  checks[`${runtime.name}: equal results`] = async () => {
    const results = await resultsOf(runtime, folder);
    if (JSON.stringify(results) !== JSON.stringify(expected)) throw new Error(JSON.stringify(results));
  };
  if (!runtime.hasSuite || values.smoke === true) continue;
  checks[`${runtime.name}: tests`] = async () => {
    await run(runtime, ['--import', 'tsx', 'scripts/test.ts', ...SUITE], true);
  };
}
await runChecks(checks, { words: [], seconds: 3600 });
