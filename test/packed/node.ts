/** The installed packages in Node: types, programs, and the command. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ANYWHERE, NODE_ONLY } from './packages.ts';
import { FOR_ANYWHERE, FOR_NODE, type PackageTests, ROOT, run, writeInputs, writeInto } from './project.ts';

const TSC = 'node_modules/typescript/bin/tsc';

/** The strictest options, which include declarations of packages. */
const STRICT = {
  ...{ strict: true, skipLibCheck: false, noEmit: true, target: 'ES2022' },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
};

/** Checks files of the project with these compiler options, by default with the compiler of this repository. */
async function checkTypes(
  folder: string,
  name: string,
  include: readonly string[],
  options: object,
  compilers: readonly string[] = [join(ROOT, TSC)],
): Promise<void> {
  writeInto(folder, name, JSON.stringify({ compilerOptions: { ...STRICT, ...options }, include }));
  for (const compiler of compilers) await run(folder, process.execPath, [compiler, '-p', name, '--noEmit']);
}

const NODENEXT = { module: 'NodeNext', moduleResolution: 'NodeNext', types: ['node'] };
const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler' };
const LIB = ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'];

const allOf = (entries: readonly string[]): string =>
  entries.map((entry, at) => `export * as e${at} from '${entry}';\n`).join('');

/** These use types that do not compile with `exactOptionalPropertyTypes`. */
const FOREIGN = ['@refrain/restate'];

/** These use top-level await for an optional peer, which `require` does not support. */
const IMPORT_ONLY = ['@refrain/restate'];

const PROGRAMS = [FOR_ANYWHERE, FOR_NODE];

export const nodeTests: PackageTests = {
  async 'type-checks every entry, moduleResolution nodenext, also with the oldest TypeScript'({ folder }) {
    writeInto(folder, 'node/all.ts', allOf([...ANYWHERE, ...NODE_ONLY].filter((entry) => !FOREIGN.includes(entry))));
    const compilers = [ROOT, folder].map((at) => join(at, TSC));
    await checkTypes(folder, 'tsconfig.nodenext.json', ['node'], { ...NODENEXT, lib: LIB }, compilers);
  },
  async 'type-checks every entry, moduleResolution bundler'({ folder }) {
    await checkTypes(folder, 'tsconfig.bundler.json', ['node'], { ...BUNDLER, types: ['node'], lib: LIB });
  },
  async 'type-checks entries with types of other packages'({ folder }) {
    writeInto(folder, 'foreign/all.ts', allOf(FOREIGN));
    await checkTypes(folder, 'tsconfig.foreign.json', ['foreign'], { ...NODENEXT, lib: LIB, skipLibCheck: true });
  },
  async 'type-checks entries and programs for browsers without the types of Node'({ folder }) {
    writeInto(folder, 'browser/all.ts', allOf(ANYWHERE));
    writeInto(folder, 'browser/anywhere.ts', FOR_ANYWHERE.code);
    await checkTypes(folder, 'tsconfig.browser.json', ['browser'], { ...BUNDLER, types: [], lib: LIB });
  },
  async 'compiles and runs the programs'({ folder }) {
    writeInputs(folder);
    for (const { name, code } of PROGRAMS) writeInto(folder, `programs/${name}.ts`, code);
    // The entries above need skipLibCheck.
    const options = { ...STRICT, ...NODENEXT, lib: LIB, noEmit: false, skipLibCheck: true };
    writeInto(folder, 'tsconfig.programs.json', JSON.stringify({ compilerOptions: options, include: ['programs'] }));
    await run(folder, process.execPath, [join(folder, TSC), '-p', 'tsconfig.programs.json']);
    for (const { name } of PROGRAMS) {
      const code = `const { outcome, expected } = await import('./programs/${name}.js');
console.log('\\n' + JSON.stringify([outcome, expected]));`;
      const lines = (await run(folder, process.execPath, ['--input-type=module', '-e', code])).trimEnd().split('\n');
      const [outcome, expected] = JSON.parse(lines.at(-1) ?? '');
      assert.equal(outcome, expected, name);
    }
  },
  async 'requires entries from CommonJS'({ folder }) {
    const entries = [...ANYWHERE, ...NODE_ONLY].filter((entry) => !IMPORT_ONLY.includes(entry));
    const code = `for (const entry of ${JSON.stringify(entries)}) {
  if (Object.keys(require(entry)).length === 0) throw new Error(entry + ' is empty');
}`;
    await run(folder, process.execPath, ['--input-type=commonjs', '-e', code]);
  },
  async 'runs the command'({ folder }) {
    writeInputs(folder);
    const words = ['--no-install', 'refrain', 'pages/', 'more.ndjson', '--fields', 'id,blocks', '-q'];
    const lines = (await run(folder, 'npx', words)).trimEnd().split('\n');
    const pages = lines.map((line) => JSON.parse(line));
    assert.equal(
      pages.map(({ id, blocks }) => [id, blocks.length]),
      [
        ['2.html', 3],
        ['https://b.example/1', 3],
      ],
    );
  },
  async 'makes a report with the command'({ folder }) {
    await run(folder, 'npx', ['--no-install', 'refrain', 'report', 'pages/', '--out', 'report', '-q']);
    rmSync(join(folder, 'report/index.html'));
  },
};
