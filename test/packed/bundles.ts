/** The installed packages in bundles, by the conditions of each platform. */
import { builtinModules } from 'node:module';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { Detector } from 'refrain';
import * as assert from 'uvu/assert';
import { serve } from '../web/support/web.ts';
import { ANYWHERE } from './packages.ts';
import { type PackedTests, run, writeInto } from './project.ts';

const HTML = '<!doctype html><ul><li><a href=/>Home page</a></ul><p>A story about the river.';

/** Bundles a program of one line, as if it were a file of the folder. */
const bundle = (folder: string, contents: string, options: BuildOptions) =>
  build({
    ...options,
    ...{ stdin: { contents, resolveDir: folder }, absWorkingDir: folder, outdir: 'out' },
    ...{ bundle: true, platform: 'browser', logLevel: 'silent', loader: { '.wasm': 'copy', '.bin': 'copy' } },
    write: false,
    metafile: true,
  });

/** Modules that a bundle expects from its platform. */
const externalsOf = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path));

/** Modules of Node that an entry imports under some conditions. */
async function nodeModulesOf(folder: string, entry: string, conditions: string[]): Promise<string[]> {
  const options: BuildOptions = { conditions, format: 'esm', external: ['node:*'] };
  const { metafile } = await bundle(folder, `export * from '${entry}';`, options);
  assert.ok(Object.keys(metafile.inputs).some((path) => /node_modules\/(@refrain\/\w+|refrain)\/dist\//.test(path)));
  return externalsOf(metafile).filter((path) => path.startsWith('node:') || builtinModules.includes(path));
}

export const bundleTests: PackedTests = {
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
