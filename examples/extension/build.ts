/**
 * Builds the folder for "Load unpacked": the files of the extension, its scripts as JavaScript, and refrain as it is published.
 *
 * Run: npm run build && node --import tsx examples/extension/build.ts [FOLDER]
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { drawIcon } from './icon.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');
const out = resolve(process.argv[2] ?? join(root, 'build/extension'));

/** Keeps refrain in a file of its own, so that the scripts stay short enough to read. */
const beside: Plugin = {
  name: 'beside',
  setup({ onResolve }) {
    onResolve({ filter: /^@refrain\/crawl\/inline$/ }, () => ({ path: './refrain.js', external: true }));
  },
};

const common = { bundle: true, outdir: out, target: 'es2023', logLevel: 'warning', absWorkingDir: here } as const;

await mkdir(out, { recursive: true });
await build({ ...common, entryPoints: ['worker.ts', 'popup.ts'], format: 'esm', plugins: [beside] });
// Content scripts cannot be modules.
await build({ ...common, entryPoints: ['content.ts'], format: 'iife' });
for (const name of ['content.css', 'popup.html', 'popup.css']) await copyFile(join(here, name), join(out, name));
await copyFile(join(root, 'packages/crawl/dist/inline.js'), join(out, 'refrain.js'));
for (const size of [16, 32, 48, 128]) await writeFile(join(out, `icon-${size}.png`), drawIcon(size));

const manifest = JSON.parse(await readFile(join(here, 'manifest.json'), 'utf8')) as object;
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
await writeFile(join(out, 'manifest.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
console.log(`Load ${out} as an unpacked extension: chrome://extensions, "Developer mode", "Load unpacked".`);
