/**
 * Builds the folder for "Load unpacked": the files of the extension, its scripts as JavaScript, and refrain as it is published.
 *
 * Run: npm run build && node --import tsx examples/extension/build.ts [FOLDER]
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { SHARED_STYLE } from '@refrain/viewer';
import { build, type Plugin } from 'esbuild';

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

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

/** In sixteenths of the icon; the colours are visible on light and dark toolbars. */
const TEMPLATE: readonly Rectangle[] = [
  [1, 1, 15, 4],
  [1, 5, 5, 15],
];
const CONTENT: readonly Rectangle[] = [[6, 5, 15, 15]];

const GREY = [150, 158, 168, 200];
const BLUE = [52, 110, 240, 255];
const NOTHING = [0, 0, 0, 0];

function colourAt(x: number, y: number): readonly number[] {
  const isIn = ([left, top, right, bottom]: Rectangle): boolean => x >= left && x < right && y >= top && y < bottom;
  return CONTENT.some(isIn) ? BLUE : TEMPLATE.some(isIn) ? GREY : NOTHING;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The icon as a PNG, a page whose content stands out from its template: a square with sides of `size` pixels. */
function drawIcon(size: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8); // eight bits a channel, red, green, blue and alpha
  const unit = 16 / size;
  const rows = Array.from({ length: size }, (_, y) => [
    0, // no filter
    ...Array.from({ length: size }, (_, x) => colourAt((x + 0.5) * unit, (y + 0.5) * unit)).flat(),
  ]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())]);
}

const common = { bundle: true, outdir: out, target: 'es2023', logLevel: 'warning', absWorkingDir: here } as const;

await mkdir(out, { recursive: true });
await build({ ...common, entryPoints: ['worker.ts', 'popup.ts'], format: 'esm', plugins: [beside] });
// Content scripts cannot be modules.
await build({ ...common, entryPoints: ['content.ts'], format: 'iife' });
await writeFile(join(out, 'popup.css'), `${SHARED_STYLE}\n${await readFile(join(here, 'popup.css'), 'utf8')}`);
for (const name of ['content.css', 'popup.html']) await copyFile(join(here, name), join(out, name));
await copyFile(join(root, 'packages/crawl/dist/inline.js'), join(out, 'refrain.js'));
for (const size of [16, 32, 48, 128]) await writeFile(join(out, `icon-${size}.png`), drawIcon(size));

const manifest = JSON.parse(await readFile(join(here, 'manifest.json'), 'utf8')) as object;
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
await writeFile(join(out, 'manifest.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
console.log(`Load ${out} as an unpacked extension: chrome://extensions, "Developer mode", "Load unpacked".`);
