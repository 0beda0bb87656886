/**
 * The packages as they would be published: packed with dist/ as it is, installed into an empty project in a temporary folder, and
 * used there in Node, in bundles and in Chromium. Ends with a line of totals. It needs the npm registry for dependencies and for
 * Vite; CHROMIUM names the browser, /usr/bin/chromium if unset.
 *
 * Run: npm run check packed
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleTests } from '../test/packed/bundles.ts';
import { nodeTests } from '../test/packed/node.ts';
import { pack, packTests } from '../test/packed/pack.ts';
import { createProject, install, type PackedTests, type Project } from '../test/packed/project.ts';
import { viteTests } from '../test/packed/vite.ts';
import { launch } from '../test/web/support/web.ts';

/** Packages that the project has beside those under test. TypeScript is the oldest version that docs/api.md promises. */
const TOOLS = ['vite@8.3.8', '@types/node@20', 'typescript@5.7.3'];

const TESTS: PackedTests = {
  ...packTests,
  'installs all packages together': async ({ folder, packages }) => {
    await install(
      folder,
      packages.map(({ tarball }) => tarball),
    );
  },
  ...bundleTests,
  'installs Vite and the oldest TypeScript beside them': async ({ folder }) => {
    await install(folder, TOOLS);
  },
  ...nodeTests,
  ...viteTests,
};

/** An error with the values that an assertion compared. */
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
    const startedAt = Date.now();
    try {
      await test(project);
      passed += 1;
      process.stdout.write(`ok   ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`);
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
  const folder = createProject(scratch, 'project');
  const packages = await pack(join(scratch, 'packed'));
  const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
  for (const { name, files, size, unpackedSize } of packages) {
    process.stdout.write(
      `${name}: ${files.length} files, tarball ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}\n`,
    );
  }
  await runAll({ folder, packages, browser });
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
