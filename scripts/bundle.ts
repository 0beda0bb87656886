/**
 * Bundles what is used without a bundler: `refrain/browser`, `refrain/inline`, and the page of the report. Each takes the
 * place of what the TypeScript compiler has made of its entry, whose types stay.
 *
 * Run: by npm run build
 */
import { rmSync } from 'node:fs';
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

// They are of what the compiler made.
for (const entry of ['browser', 'inline']) rmSync(`dist/${entry}/index.js.map`, { force: true });
