/** The installed package in Node: its types, README.md's programs, and the command. */
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ANYWHERE } from './bundles.ts';
import { readPrograms, writeInputs } from './examples.ts';
import { entriesOf } from './pack.ts';
import { type PackedTests, ROOT, run, writeInto } from './project.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** As in a project that trusts nobody's declarations. */
const STRICT = {
  ...{ strict: true, skipLibCheck: false, noEmit: true, target: 'ES2022' },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
};

/** Checks some files of the project with options of its own. */
async function checkTypes(folder: string, name: string, include: readonly string[], options: object): Promise<void> {
  writeInto(folder, name, JSON.stringify({ compilerOptions: { ...STRICT, ...options }, include }));
  await run(folder, process.execPath, [TSC, '-p', name, '--noEmit']);
}

const NODENEXT = { module: 'NodeNext', moduleResolution: 'NodeNext', types: ['node'] };
const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler' };

/** Loads all entries at once, for their types. */
const allOf = (entries: readonly string[]): string =>
  entries.map((entry, at) => `export * as e${at} from '${entry}';\n`).join('');

/** These show types of packages that do not bear `exactOptionalPropertyTypes`. */
const FOREIGN = ['refrain/restate'];

export const nodeTests: PackedTests = {
  'README.md has no program that is not known here'({ folder }) {
    for (const { name, node, web, nodeOnly } of readPrograms()) {
      writeInto(folder, `node/${name}.ts`, node);
      if (nodeOnly === undefined) writeInto(folder, `web/${name}.ts`, web);
    }
  },
  async 'types, moduleResolution nodenext'({ folder, packed }) {
    const own = entriesOf(packed).filter((entry) => !FOREIGN.includes(entry));
    writeInto(folder, 'node/all.ts', allOf(own));
    await checkTypes(folder, 'tsconfig.nodenext.json', ['node'], { ...NODENEXT, lib: ['ES2023', 'DOM'] });
  },
  async 'types, moduleResolution bundler'({ folder }) {
    await checkTypes(folder, 'tsconfig.bundler.json', ['node'], { ...BUNDLER, types: ['node'] });
  },
  async 'types of entries for other packages'({ folder }) {
    writeInto(folder, 'foreign/all.ts', allOf(FOREIGN));
    const options = { ...NODENEXT, lib: ['ES2023', 'DOM'], skipLibCheck: true };
    await checkTypes(folder, 'tsconfig.foreign.json', ['foreign'], options);
  },
  async 'types for browsers, without those of Node'({ folder }) {
    writeInto(folder, 'web/all.ts', allOf(ANYWHERE));
    await checkTypes(folder, 'tsconfig.web.json', ['web'], { ...BUNDLER, types: [], lib: ['ES2023', 'DOM'] });
  },
  async "README.md's programs in Node"({ folder }) {
    writeInputs(folder);
    const options = { compilerOptions: { ...STRICT, ...NODENEXT, noEmit: false, noCheck: true }, include: ['node'] };
    writeInto(folder, 'tsconfig.emit.json', JSON.stringify(options));
    await run(folder, process.execPath, [TSC, '-p', 'tsconfig.emit.json']);
    for (const { name, expected } of readPrograms()) {
      const code = `const { outcome } = await import('./node/${name}.js'); console.log('\\n' + JSON.stringify(outcome));`;
      const lines = (await run(folder, process.execPath, ['--input-type=module', '-e', code])).trimEnd().split('\n');
      assert.equal(JSON.parse(lines.at(-1) ?? ''), expected, name);
    }
  },
  async 'CommonJS can require every entry'({ folder, packed }) {
    const code = `for (const entry of ${JSON.stringify(entriesOf(packed))}) {
  if (Object.keys(require(entry)).length === 0) throw new Error(entry + ' is empty');
}`;
    await run(folder, process.execPath, ['--input-type=commonjs', '-e', code]);
  },
  async 'the command'({ folder }) {
    writeInputs(folder);
    const lines = (await run(folder, 'node_modules/.bin/refrain', ['pages/', 'more.ndjson', '-q']))
      .trimEnd()
      .split('\n');
    const pages = lines.map((line) => JSON.parse(line));
    assert.equal(
      pages.map(({ id, blocks }) => [id, blocks.length]),
      [
        ['2.html', 3],
        ['https://b.example/1', 3],
      ],
    );
  },
};
