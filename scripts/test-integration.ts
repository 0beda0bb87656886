/**
 * Tests refrain inside Crawlee, Restate and an edge runtime. Each has a folder in integration/ with its own package, which is
 * installed on first use. Ends with a line of totals.
 *
 * Run: npm run check integration [-- FOLDER…]
 */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modification time of a file; 0 where it is missing. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Runs a command. Resolves with its exit code and all that it has written. */
function run(command: string, args: readonly string[], folder: string): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The tests use no browser of Playwright.
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
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

/** Installs the packages of a folder where they are missing or older than the lock file. Gives what npm says of a failure. */
async function install(folder: string): Promise<string | undefined> {
  // npm writes this file when an installation is complete.
  const isInstalled =
    writtenAt(join(folder, 'node_modules/.package-lock.json')) >= writtenAt(join(folder, 'package-lock.json'));
  if (isInstalled) return undefined;
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], folder);
  return code === 0 ? undefined : output;
}

const words = process.argv.slice(2);
const folders = readdirSync(join(root, 'integration'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && (words.length === 0 || words.includes(entry.name)))
  .map(({ name }) => name);
let passed = 0;
let failed = 0;

async function test(name: string): Promise<void> {
  const folder = join(root, 'integration', name);
  const problem = await install(folder);
  if (problem !== undefined) {
    process.stdout.write(`── ${name}\nFAIL ${name}: npm ci failed\n${problem}`);
    failed += 1;
    return;
  }
  const { code, output } = await run(process.execPath, ['--import', 'tsx', join(folder, 'test.ts')], root);
  process.stdout.write(`── ${name}\n${output}`);
  const [, good = '0', bad = '0'] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  passed += Number(good);
  // A run without a line of totals counts as a failure.
  failed += Math.max(Number(bad), code === 0 && Number(good) > 0 ? 0 : 1);
}

// They wait for processes and servers most of the time. The longest is the first.
await Promise.all(
  [0, 1].map(async () => {
    for (let name = folders.shift(); name !== undefined; name = folders.shift()) await test(name);
  }),
);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
