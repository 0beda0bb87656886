/**
 * Tests refrain inside Crawlee, Restate, MCP, an edge runtime, SLURM and Dask, each by the programs
 * integration/NAME/test.ts and WHAT.test.ts. The first run installs their packages, except the Debian packages
 * slurm-wlm and python3-distributed. Ends with a line of totals.
 *
 * Run: npm run check integration [-- FOLDER…]
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(words: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const words = process.argv.slice(2);
const integration = join(root, 'integration');
const programs = readdirSync(integration)
  .filter((name) => existsSync(join(integration, name, 'test.ts')))
  .filter((name) => words.length === 0 || words.includes(name))
  .flatMap((name) => readdirSync(join(integration, name)).map((file) => `${name}/${file}`))
  .filter((path) => /[/.]test\.ts$/.test(path));
installPackages(integration);
let passed = 0;
let failed = 0;

async function test(name: string): Promise<void> {
  const started = performance.now();
  const { code, output } = await run(['--import', 'tsx', join(integration, name)]);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`── ${name} (${seconds} s)\n${output}`);
  const [, good = '0', bad = '0'] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  passed += Number(good);
  // A run without a line of totals counts as a failure.
  failed += Math.max(Number(bad), code === 0 && Number(good) > 0 ? 0 : 1);
}

// Concurrent, because they mostly wait for processes and servers. The longest begins first.
await Promise.all(
  [0, 1, 2].map(async () => {
    for (let name = programs.shift(); name !== undefined; name = programs.shift()) await test(name);
  }),
);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
