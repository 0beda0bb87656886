/**
 * Bundles what is used without a bundler: `refrain/browser`, `refrain/inline`, and the page of the report. Each takes the
 * place of what the TypeScript compiler has made of its entry, whose types stay.
 *
 * Run: by npm run build
 */
import { copyFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** The platform whose files are in the code, in place of the one that fetches them. */
const inlined: Plugin = {
  name: 'inline',
  setup({ onResolve }) {
    onResolve({ filter: /^#platform$/ }, () => ({ path: resolve('dist/platform/inline.js') }));
    onResolve({ filter: /\?inline$/ }, ({ path, importer }) => ({
      path: resolve(dirname(importer), path.replace('?inline', '')),
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
} as const;

await build({ ...common, entryPoints: ['dist/browser/index.js'], outfile: 'dist/browser/index.js' });
await build({
  ...common,
  ...{ entryPoints: ['dist/inline/index.js'], outfile: 'dist/inline/index.js' },
  loader: { '.wasm': 'binary', '.bin': 'binary' },
  plugins: [inlined],
});

// Scripts of modules are not for pages that are opened from disk.
for (const name of ['viewer', 'rows']) {
  const [entry, outfile] = [`bindings/report/client/${name}.ts`, `dist/report/assets/${name}.js`];
  await build({ ...common, format: 'iife', entryPoints: [entry], outfile });
}
copyFileSync('bindings/report/client/report.css', 'dist/report/assets/report.css');

// They are of what the compiler made.
for (const entry of ['browser', 'inline']) rmSync(`dist/${entry}/index.js.map`, { force: true });
