/** The installed package as bundlers see it, by the conditions of each platform. */
import { builtinModules } from 'node:module';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { Detector } from 'refrain';
import * as assert from 'uvu/assert';
import { serve } from '../web/support/web.ts';
import { entriesOf } from './pack.ts';
import type { PackedTests } from './project.ts';

/** Entries that are for Node alone. */
const NODE_ONLY = ['index', 'input', 'formats', 'streams/node', 'crawlee', 'restate'].map((name) => `refrain/${name}`);

/** Entries that are for browsers too. */
export const ANYWHERE = [
  ...['refrain', 'refrain/browser', 'refrain/inline', 'refrain/html'],
  ...['refrain/smoothing', 'refrain/page-level', 'refrain/duplicates', 'refrain/streams'],
];

const HTML = '<!doctype html><ul><li><a href=/>Home page</a></ul><p>A story that was told by the river.';

/** Bundles a program of one line, as if it stood in the folder. */
const bundle = (folder: string, contents: string, options: BuildOptions) =>
  build({
    ...options,
    ...{ stdin: { contents, resolveDir: folder }, absWorkingDir: folder, outdir: 'out' },
    ...{ bundle: true, platform: 'browser', logLevel: 'silent', loader: { '.wasm': 'copy', '.bin': 'copy' } },
    write: false,
    metafile: true,
  });

/** Modules that a bundle leaves to its platform. */
const leftOut = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path));

/** Modules of Node that an entry wants, with conditions; files of the package that it is made of. */
async function wants(folder: string, entry: string, conditions: string[]): Promise<string[]> {
  const options: BuildOptions = { conditions, format: 'esm', external: ['node:*'] };
  const { metafile } = await bundle(folder, `export * from '${entry}';`, options);
  assert.ok(Object.keys(metafile.inputs).some((path) => path.includes('node_modules/refrain/dist/')));
  return leftOut(metafile).filter((path) => path.startsWith('node:') || builtinModules.includes(path));
}

export const bundleTests: PackedTests = {
  'of every entry it is known whether it is for browsers'({ packed }) {
    assert.equal(entriesOf(packed).sort(), [...ANYWHERE, ...NODE_ONLY].sort());
  },
  ...Object.fromEntries(
    ANYWHERE.map((entry) => [
      `${entry} for browsers wants nothing of Node`,
      async ({ folder }: { readonly folder: string }) => {
        assert.equal(await wants(folder, entry, ['browser', 'module', 'import']), []);
      },
    ]),
  ),
  async 'refrain for workerd wants nothing of Node'({ folder }) {
    assert.equal(await wants(folder, 'refrain', ['workerd', 'worker', 'browser']), []);
  },
  async 'refrain for Node wants something of Node, which the tests above would have found'({ folder }) {
    assert.ok((await wants(folder, 'refrain', ['node'])).includes('node:fs/promises'));
  },
  async 'refrain/inline as one classic script'({ folder, browser }) {
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
