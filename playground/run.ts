/**
 * The playground as a static site that works at any address, in build/playground, with a sample site. Then it is served, except with
 * `--build`.
 *
 * Run: npm run playground [-- --build]
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STYLE } from '@refrain/viewer/style';
import { build } from 'esbuild';
import { SITES_FOLDER, siteByName } from '../test/support/real-sites.ts';
import { serve } from '../test/web/support/web.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'build/playground');

/** The sample site: the documentation of bRPC. */
const SAMPLE = 'brpc';

/** Writes the pages with their licence, and a list of their names, which the playground reads first. */
function writeSample(folder: string): void {
  const pages = siteByName(SAMPLE).pages.map(({ name, html }) => ({ path: name.slice(SAMPLE.length + 1), html }));
  for (const { path, html } of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), html);
  }
  copyFileSync(join(SITES_FOLDER, 'LICENSE-Apache-2.0'), join(folder, 'LICENSE.txt'));
  writeFileSync(join(folder, 'pages.txt'), `${pages.map(({ path }) => path).join('\n')}\n`);
}

rmSync(OUT, { recursive: true, force: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: ['playground/src/main.ts', 'playground/src/worker.ts'],
  // The module and the model are expected above the scripts.
  outdir: join(OUT, 'js'),
  ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022', logLevel: 'warning' },
});
for (const name of ['core.wasm', 'model.bin']) copyFileSync(join(ROOT, 'dist', name), join(OUT, name));
copyFileSync(join(ROOT, 'playground/index.html'), join(OUT, 'index.html'));
writeFileSync(join(OUT, 'style.css'), STYLE + readFileSync(join(ROOT, 'playground/src/style.css'), 'utf8'));
writeSample(join(OUT, 'sample'));
if (!process.argv.includes('--build')) process.stdout.write(`${(await serve(OUT)).url}\n`);
