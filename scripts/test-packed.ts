/**
 * The package as it would be published: packed, installed into an empty project somewhere else, and used there as
 * README.md says, in Node, in bundles and in Chromium. Nothing is built: dist/ is taken as it is. Ends with a line of
 * totals. It needs npm's registry for the package's dependencies and for Vite; CHROMIUM names the browser.
 *
 * Run: npm run test:packed
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleTests } from '../test/packed/bundles.ts';
import { nodeTests } from '../test/packed/node.ts';
import { pack, packTests } from '../test/packed/pack.ts';
import { install, type PackedTests, type Project, writeInto } from '../test/packed/project.ts';
import { viteTests } from '../test/packed/vite.ts';
import { launch } from '../test/web/support/web.ts';

/** What of other people's the project has beside the package. */
const TOOLS = ['vite@8.3.8', '@types/node@20'];

const TESTS: PackedTests = {
  ...packTests,
  'it is installed, alone': async ({ folder, packed }) => {
    writeInto(folder, 'package.json', JSON.stringify({ name: 'project', private: true, type: 'module' }));
    await install(folder, [packed.tarball]);
  },
  ...bundleTests,
  'it is installed beside Vite': async ({ folder }) => {
    await install(folder, TOOLS);
  },
  ...nodeTests,
  ...viteTests,
};

/** An error with what an assertion compared. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'details' in error && typeof error.details === 'string'
    ? `${error.stack}\n${error.details}`
    : `${error.stack}`;
}

let passed = 0;
let failed = 0;

async function runAll(project: Project): Promise<void> {
  for (const [name, test] of Object.entries(TESTS)) {
    try {
      await test(project);
      passed += 1;
      process.stdout.write(`ok   ${name}\n`);
    } catch (error) {
      failed += 1;
      process.stdout.write(`FAIL ${name}\n`);
      process.stderr.write(`${told(error)}\n`);
    }
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'refrain-packed-'));
const browser = await launch();
try {
  const folder = join(scratch, 'project');
  mkdirSync(folder);
  const packed = await pack(scratch);
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
  process.stdout.write(
    `${packed.files.length} files, ${kilobytes(packed.size)} to download, ${kilobytes(packed.unpackedSize)} unpacked\n`,
  );
  await runAll({ folder, packed, browser });
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
