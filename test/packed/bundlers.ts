/** The installed packages in bundles of webpack, without settings and with those of Next's edge runtime, and of Rollup. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as assert from 'uvu/assert';
import { serve } from '../web/support/web.ts';
import { type PackedTests, run, writeInto } from './project.ts';

const MAIN = `import { Detector } from 'refrain';

export const result = Detector.create().then((detector) => detector.learn('<p>Hello').blocks.length);
result.then((count) => { globalThis.document && (document.title = 'blocks: ' + count); });
`;

/** As Next has it: the platform makes the module, which is then a global. */
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

/** The title that a bundle gives its page. */
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

export const bundlerTests: PackedTests = {
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
