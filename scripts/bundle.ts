/**
 * Bundles code for users without a bundler: the entries of the core, `@refrain/crawl/inline`,
 * `@refrain/rules/apply.min.js`, the scripts of the report, and the command. A bundle replaces the output of the
 * compiler for its entry; declarations of types are kept.
 *
 * Run: by npm run build
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { STYLE } from '@refrain/viewer/style';
import { type BuildOptions, build as esbuild, type Metafile, type Plugin } from 'esbuild';
import { layout } from '../bindings/core-exports.ts';
import { writeNotices } from './notices.ts';

/** Replaces the platform that fetches files by the platform that contains them. */
const inlined: Plugin = {
  name: 'inline',
  setup({ onResolve }) {
    onResolve({ filter: /^#platform$/ }, () => ({ path: resolve('dist/platform/inline.js') }));
    onResolve({ filter: /\?inline$/ }, ({ path, importer }) => ({
      path: resolve(dirname(importer), path.replace('?inline', '')),
    }));
  },
};

/** Inlines offsets and codes such as `layout.Block.SCORE`, so that no bundle needs their table. */
const constants: Plugin = {
  name: 'constants',
  setup({ onLoad }) {
    const table: Readonly<Record<string, Readonly<Record<string, number>>>> = layout;
    onLoad({ filter: /[/\\]dist[/\\].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /\blayout\.([A-Z]\w*)\.([A-Z\d_]+)\b/g,
        (whole, record: string, name: string) => String(table[record]?.[name] ?? whole),
      ),
    }));
  },
};

const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  allowOverwrite: true,
  logLevel: 'warning',
  // An entry may import a shared file that it does not use.
  logOverride: { 'ignored-bare-import': 'silent' },
} as const;

const metafiles = new Map<string, Metafile>();

async function build(options: BuildOptions & { readonly outfile: string }): Promise<void> {
  const { metafile } = await esbuild({ ...options, metafile: true });
  metafiles.set(options.outfile, metafile);
}

const BROWSER = 'dist/browser/index.js';
const INLINE = ['dist/inline/index.js', 'packages/crawl/dist/inline.js'];

await build({
  ...common,
  ...{ entryPoints: [BROWSER], outfile: BROWSER, plugins: [constants] },
  alias: { '@exodus/bytes/encoding-lite.js': resolve('dist/platform/browser-labels.js') },
});
for (const entry of INLINE) {
  await build({
    ...common,
    ...{ entryPoints: [entry], outfile: entry },
    loader: { '.wasm': 'binary', '.bin': 'binary' },
    plugins: [inlined, constants],
  });
}

/**
 * Joins files that the same entries import, because loading a file takes Node milliseconds. Each entry then imports the
 * whole core.
 */
const whole: Plugin = {
  name: 'whole',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](?:engine|(?:html|structured)[/\\]index)\.js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(resolve('dist/index.js'))};`,
    }));
  },
};

// The entries of the core are a few files, which load fast and share their classes.
const CORE = [...['index', 'engine', ...['html', 'structured'].map((name) => `${name}/index`)]];
const PLATFORMS = ['node', 'web', 'workerd', 'edge-light'].map((name) => `platform/${name}`);
const neutral = {
  ...common,
  ...{ minify: false, platform: 'neutral', sourcemap: true, mainFields: ['module', 'main'], outdir: 'dist' },
  external: ['#platform', 'node:*', '*.wasm', '*.wasm?module', '*.bin'],
} satisfies BuildOptions;
const pathsOf = (names: readonly string[]): string[] => names.map((name) => `dist/${name}.js`);
const { metafile: core } = await esbuild({
  ...neutral,
  ...{
    entryPoints: pathsOf(CORE),
    plugins: [whole, constants],
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    metafile: true,
  },
});
metafiles.set('dist/index.js', core);
await esbuild({ ...neutral, entryPoints: pathsOf(PLATFORMS), outbase: 'dist' });
const ENCODINGS = 'dist/platform/encodings.cjs';
await build({ ...common, format: 'cjs', entryPoints: ['dist/platform/encodings.js'], outfile: ENCODINGS });
const KEPT = /^dist\/(?:shared|browser|inline)\//;
const entries = new Set(pathsOf([...CORE, ...PLATFORMS]).flatMap((path) => [path, `${path}.map`]));
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  const path = `dist/${name.replaceAll('\\', '/')}`;
  if (/\.js(?:\.map)?$/.test(path) && !KEPT.test(path) && !entries.has(path)) rmSync(path);
}

// In the folder of the entry's modules, whose classes the rest of the package uses.
const APPLY = 'packages/rules/dist/apply';
await build({ ...common, entryPoints: [`${APPLY}/index.js`], outfile: `${APPLY}.min.js` });

// Bundles replace the scripts of the command, except formats.
for (const name of readdirSync('packages/cli/dist')) {
  if (name !== 'formats') rmSync(join('packages/cli/dist', name), { recursive: true });
}

// A page that is opened from disk cannot load module scripts.
const REPORT = { from: 'packages/cli/src/write/report/client', to: 'packages/cli/dist/report' };
await build({
  ...common,
  logOverride: { ...common.logOverride, 'empty-import-meta': 'silent' },
  ...{ format: 'iife', entryPoints: [`${REPORT.from}/report.ts`], outfile: `${REPORT.to}/report.js` },
});
writeFileSync(`${REPORT.to}/report.css`, STYLE);
cpSync(`${REPORT.from}/index.html`, `${REPORT.to}/index.html`);

// The command is a few files, which load fast.
const COMMAND = { from: 'packages/cli/src', to: 'packages/cli/dist/bin' };
const { metafile } = await esbuild({
  ...common,
  ...{
    platform: 'node',
    target: 'node20',
    splitting: true,
    metafile: true,
    sourcemap: 'external',
    external: ['undici', 'yauzl'],
    mainFields: ['module', 'main'],
  },
  entryPoints: ['main', 'run-command', 'commands/pages/worker'].map((name) => `${COMMAND.from}/${name}.ts`),
  entryNames: '[name]',
  outdir: COMMAND.to,
  alias: { '#platform': resolve(COMMAND.from, 'platform.ts') },
});
metafiles.set(`${COMMAND.to}/main.js`, metafile);

// Source maps of the compiler do not match bundles.
for (const entry of [BROWSER, ...INLINE]) rmSync(`${entry}.map`, { force: true });

writeNotices(metafiles);
