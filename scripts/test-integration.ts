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

/** Runs a command and shows its output. Resolves with exit code and output. */
function run(command: string, args: readonly string[], folder: string): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The tests use no browser of Playwright.
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Installs the packages of a folder where they are missing or older than the lock file. Returns false on failure. */
async function install(folder: string): Promise<boolean> {
  // npm writes this file when an installation is complete.
  if (writtenAt(join(folder, 'node_modules/.package-lock.json')) >= writtenAt(join(folder, 'package-lock.json'))) {
    return true;
  }
  return (await run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], folder)).code === 0;
}

const words = process.argv.slice(2);
const folders = readdirSync(join(root, 'integration'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && (words.length === 0 || words.includes(entry.name)))
  .map(({ name }) => name);
let passed = 0;
let failed = 0;
for (const name of folders) {
  process.stdout.write(`── ${name}\n`);
  const folder = join(root, 'integration', name);
  if (!(await install(folder))) {
    process.stdout.write(`FAIL ${name}: npm ci failed\n`);
    failed += 1;
    continue;
  }
  const { code, output } = await run(process.execPath, ['--import', 'tsx', join(folder, 'test.ts')], root);
  const [, good = '0', bad = '0'] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  passed += Number(good);
  // A run without a line of totals counts as a failure.
  failed += Math.max(Number(bad), code === 0 && Number(good) > 0 ? 0 : 1);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
