/** The installed packages in bundles: of esbuild by the conditions of each platform, of webpack and of Rollup. */
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { Browser } from 'playwright-core';
import { Detector } from 'refrain';
import * as assert from 'uvu/assert';
import { serve } from '../web/support/web.ts';
import { ANYWHERE } from './packages.ts';
import { type PackageTests, run, writeInto } from './project.ts';

const HTML = '<!doctype html><ul><li><a href=/>Home page</a></ul><p>A story about the river.';

const bundle = (folder: string, contents: string, options: BuildOptions) =>
  build({
    ...options,
    ...{ stdin: { contents, resolveDir: folder }, absWorkingDir: folder, outdir: 'out' },
    ...{ bundle: true, platform: 'browser', logLevel: 'silent', loader: { '.wasm': 'copy', '.bin': 'copy' } },
    write: false,
    metafile: true,
  });

const externalsOf = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path));

async function nodeModulesOf(folder: string, entry: string, conditions: string[]): Promise<string[]> {
  const options: BuildOptions = { conditions, format: 'esm', external: ['node:*'] };
  const { metafile } = await bundle(folder, `export * from '${entry}';`, options);
  assert.ok(Object.keys(metafile.inputs).some((path) => /node_modules\/(@refrain\/\w+|refrain)\/dist\//.test(path)));
  return externalsOf(metafile).filter((path) => path.startsWith('node:') || builtinModules.includes(path));
}

export const bundleTests: PackageTests = {
  ...Object.fromEntries(
    ANYWHERE.map((entry) => [
      `bundles ${entry} for browsers without modules of Node`,
      async ({ folder }: { readonly folder: string }) => {
        assert.equal(await nodeModulesOf(folder, entry, ['browser', 'module', 'import']), []);
      },
    ]),
  ),
  async 'bundles refrain for workerd and edge-light without modules of Node'({ folder }) {
    assert.equal(await nodeModulesOf(folder, 'refrain', ['workerd', 'worker', 'browser']), []);
    assert.equal(await nodeModulesOf(folder, 'refrain', ['edge-light', 'node']), []);
  },
  async 'names refrain/inline where a bundle has no module beside it'({ folder }) {
    const code = `import { Detector } from 'refrain'; await Detector.create().catch(({ code, message }) => console.log(code, message));`;
    const options: BuildOptions = { format: 'esm' };
    const { outputFiles } = await bundle(folder, code, options);
    writeInto(folder, 'bare/bundle/main.mjs', outputFiles?.[0]?.text ?? '');
    const said = await run(folder, process.execPath, ['bare/bundle/main.mjs']);
    assert.match(said, /^CORE_FAILED .*core\.wasm.* import refrain\/inline$/m);
  },
  async 'finds the modules of Node in a bundle of refrain for Node'({ folder }) {
    assert.ok((await nodeModulesOf(folder, 'refrain', ['node'])).includes('node:fs'));
  },
  async 'runs refrain/inline as one classic script'({ folder, browser }) {
    const options: BuildOptions = { format: 'iife', globalName: 'refrain' };
    const { outputFiles, warnings } = await bundle(folder, `export * from 'refrain/inline';`, options);
    assert.equal(warnings, []);
    const [script, ...others] = outputFiles;
    assert.equal(others, []);
    const server = await serve(folder, {
      '/index.html': '<!doctype html><script src=/refrain.js></script>',
      '/refrain.js': script?.text ?? '',
    });
    const page = await browser.newPage();
    try {
      await page.goto(server.url);
      const found = await page.evaluate(async (html) => {
        const { refrain } = globalThis as unknown as { refrain: typeof import('refrain') };
        const detector = await refrain.Detector.create();
        return JSON.stringify(detector.learn(html).toJSON());
      }, HTML);
      assert.is(found, JSON.stringify((await Detector.create()).learn(HTML).toJSON()));
    } finally {
      await page.close();
      server.close();
    }
  },
};

// webpack, without settings and with those of Next's edge runtime, and Rollup.

const MAIN = `import { Detector } from 'refrain';

export const result = Detector.create().then((detector) => detector.learn('<p>Hello').blocks.length);
result.then((count) => { globalThis.document && (document.title = 'blocks: ' + count); });
`;

/** Like Next: the platform makes the module, which is then a global. */
const EDGE_LOADER = `module.exports = function () { return 'module.exports = globalThis.core;'; };\n`;

const WEBPACK = `import webpack from 'webpack';

const build = (name, options) => new Promise((resolve, reject) => {
  const output = { path: import.meta.dirname + '/' + name, filename: 'main.js', ...options.output };
  const done = (error, stats) => (error || stats.hasErrors() || stats.hasWarnings() ? reject(error ?? stats.toString()) : resolve());
  webpack({ mode: 'production', entry: './main.js', context: import.meta.dirname, performance: false, ...options, output }, done);
});

await build('web', { target: 'web' });
const library = { library: { type: 'module' } };
const modules = { experiments: { outputModule: true } };
await build('node', { ...modules, target: 'node20', output: library });
await build('edge', {
  ...modules,
  target: ['webworker', 'es2022'],
  output: library,
  resolve: { conditionNames: ['edge-light', '...'] },
  module: { rules: [{ test: /\\.wasm$/, resourceQuery: /module/i, type: 'javascript/auto', loader: './edge-loader.cjs' }] },
});
`;

const EDGE_RUN = `import { readFileSync } from 'node:fs';

globalThis.self = globalThis;
globalThis.core = new WebAssembly.Module(readFileSync('node_modules/refrain/dist/core.wasm'));
globalThis.fetch = async (url) => new Response(readFileSync(url));
const { result } = await import('./webpack/edge/main.js');
console.log(await result);
`;

const ROLLUP = `import { nodeResolve } from '@rollup/plugin-node-resolve';
import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';

const input = './webpack/main.js';
export default [
  { input, output: { dir: 'rollup/assets' }, plugins: [nodeResolve({ browser: true }), importMetaAssets()] },
  { input: './rollup/inline.js', output: { dir: 'rollup/inline' }, plugins: [nodeResolve({ browser: true })] },
];
`;

async function titleOf(browser: Browser, folder: string, file = 'main.js'): Promise<string> {
  const server = await serve(folder, { '/index.html': `<!doctype html><script type=module src=/${file}></script>` });
  const page = await browser.newPage();
  try {
    await page.goto(server.url);
    await page.waitForFunction(() => document.title !== '');
    return await page.title();
  } finally {
    await page.close();
    server.close();
  }
}

export const bundlerTests: PackageTests = {
  async 'runs in bundles of webpack: in a page, in Node, and with the settings of an edge runtime'({
    folder,
    browser,
  }) {
    writeInto(folder, 'webpack/main.js', MAIN);
    writeInto(folder, 'webpack/edge-loader.cjs', EDGE_LOADER);
    writeInto(folder, 'webpack/build.mjs', WEBPACK);
    writeInto(folder, 'edge.mjs', EDGE_RUN);
    await run(folder, process.execPath, ['webpack/build.mjs']);
    const inNode = `console.log(await (await import('./webpack/node/main.js')).result)`;
    assert.is(await run(folder, process.execPath, ['--input-type=module', '-e', inNode]), '1\n');
    assert.is(await run(folder, process.execPath, ['edge.mjs']), '1\n');
    assert.is(await titleOf(browser, join(folder, 'webpack/web')), 'blocks: 1');
  },
  async 'runs in bundles of Rollup, with assets and inline'({ folder, browser }) {
    writeInto(folder, 'rollup/inline.js', MAIN.replace("'refrain'", "'refrain/inline'"));
    writeInto(folder, 'rollup.config.mjs', ROLLUP);
    await run(folder, 'node_modules/.bin/rollup', ['--config', 'rollup.config.mjs', '--failAfterWarnings']);
    assert.is(await titleOf(browser, join(folder, 'rollup/assets')), 'blocks: 1');
    assert.is(await titleOf(browser, join(folder, 'rollup/inline'), 'inline.js'), 'blocks: 1');
  },
};
