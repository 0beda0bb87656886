/**
 * Tests the package as it is published: packs dist/ as it is, installs it into an empty project, and uses it there as README.md
 * describes, in Node, in bundles and in Chromium. Needs the npm registry for dependencies and for Vite. The variable CHROMIUM is
 * the path of the browser. Ends with a line of totals.
 *
 * Run: npm run check packed
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

/** Packages of the project beside refrain. */
const TOOLS = ['vite@8.3.8', '@types/node@20'];

const TESTS: PackedTests = {
  ...packTests,
  'installs the package alone': async ({ folder, packed }) => {
    writeInto(folder, 'package.json', JSON.stringify({ name: 'project', private: true, type: 'module' }));
    await install(folder, [packed.tarball]);
  },
  ...bundleTests,
  'installs Vite beside the package': async ({ folder }) => {
    await install(folder, TOOLS);
  },
  ...nodeTests,
  ...viteTests,
};

/** The text of an error, with the values that an assertion compared. */
function describe(error: unknown): string {
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
      process.stderr.write(`${describe(error)}\n`);
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
