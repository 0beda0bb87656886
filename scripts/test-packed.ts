/**
 * Packs the packages with dist/ as it is, installs them into an empty project, and uses them in Node, in bundles, in
 * Chromium, and in the programs of the documents. Ends with a line of totals. Needs the npm registry for dependencies
 * and bundlers. CHROMIUM is the path of the browser; default: /usr/bin/chromium.
 *
 * Run: npm run check packed
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from '../integration/checks.ts';
import { bundlerTests, bundleTests } from '../test/packed/bundles.ts';
import { containerTests } from '../test/packed/container.ts';
import { documentTests } from '../test/packed/documents.ts';
import { nodeTests } from '../test/packed/node.ts';
import { packAll, packTests } from '../test/packed/pack.ts';
import { createProject, install, type PackageTests } from '../test/packed/project.ts';
import { viteTests } from '../test/packed/vite.ts';
import { launch } from '../test/web/support/web.ts';

/** Other packages in the project. TypeScript has the oldest version that docs/api.md promises. */
const TOOLS = [
  ...['vite@8.3.8', 'webpack@5.113.0', '@types/node@20', 'typescript@5.7.3'],
  ...['rollup@4.68.8', '@rollup/plugin-node-resolve@16.0.3', '@web/rollup-plugin-import-meta-assets@2.3.3'],
];

const TESTS: PackageTests = {
  ...packTests,
  'installs all packages together': async ({ folder, packages }) => {
    await install(
      folder,
      packages.map(({ tarball }) => tarball),
    );
  },
  ...documentTests,
  ...bundleTests,
  'installs bundlers and the oldest TypeScript beside them': async ({ folder }) => {
    await install(folder, TOOLS);
  },
  ...nodeTests,
  ...viteTests,
  ...bundlerTests,
  ...containerTests,
};

const scratch = mkdtempSync(join(tmpdir(), 'refrain-packed-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const browser = await launch();
const folder = createProject(scratch, 'project');
const packages = await packAll(join(scratch, 'packed'));
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
for (const { name, files, size, unpackedSize } of packages) {
  process.stdout.write(
    `${name}: ${files.length} files, tarball ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}\n`,
  );
}
const project = { folder, packages, browser };
const checks = Object.entries(TESTS).map(([name, test]) => [name, () => test(project)]);
await runChecks(Object.fromEntries(checks), {
  ...{ words: [], seconds: 900 },
  end: () => browser.close(),
});
