/**
 * Writes the exports of the modules as TypeScript: bindings/core-exports.ts from assembly/index.ts, and
 * packages/search/src/module/exports.ts from assembly/indexing.ts, without the exports of the core. The compiler's own
 * declarations of a module are the source, so names, parameters and types are those of the code.
 *
 * Run: node --import tsx scripts/generate-exports.ts [--check]
 * `--check` writes nothing and fails where a file differs from what this script would write.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.ts';

const ROOT = new URL('../', import.meta.url);
const CORE = { entry: 'assembly/index.ts', file: 'bindings/core-exports.ts' };
const INDEXING = { entry: 'assembly/indexing.ts', file: 'packages/search/src/module/exports.ts' };
const WIDTH = 120;

/** A function of the module, each type as AssemblyScript has it. */
interface ExportedFunction {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly result: string;
}

interface Declarations {
  readonly functions: readonly ExportedFunction[];
  readonly constants: readonly { readonly name: string; readonly type: string }[];
}

const FUNCTION = /\/\*\*((?:(?!\*\/).)*)\*\/\s*export function (\w+)\(/gs;
const CONSTANT = /export const (\w+): \{\s*\/\*\* @type `(\w+)` \*\//g;

/** Reads the compiler's declarations; the types of AssemblyScript stand in their comments. */
function readDeclarations(declarations: string): Declarations {
  const functions = [...declarations.matchAll(FUNCTION)].map(([, comment = '', name = '']) => ({
    name,
    parameters: [...comment.matchAll(/@param (\w+) `(\w+)`/g)].map(([, parameter = '', type = '']) => ({
      name: parameter,
      type,
    })),
    result: /@returns `(\w+)`/.exec(comment)?.[1] ?? 'void',
  }));
  const constants = [...declarations.matchAll(CONSTANT)].map(([, name = '', type = '']) => ({ name, type }));
  return { functions, constants };
}

/** Fails unless the declarations name every export of the binary, and no other. */
function compareWithBinary(
  entry: string,
  { functions, constants }: Declarations,
  binary: Uint8Array<ArrayBuffer>,
): void {
  const declared = [...functions.map(({ name }) => name), ...constants.map(({ name }) => name), 'memory'].sort();
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(binary))
    .map(({ name }) => name)
    .sort();
  const different = [
    ...declared.filter((name) => !exported.includes(name)),
    ...exported.filter((name) => !declared.includes(name)),
  ];
  if (different.length > 0) {
    throw new Error(
      `${entry}: the declarations of asc and the exports of the module differ in: ${different.join(', ')}`,
    );
  }
}

/** The declarations of a module, compared with its binary. */
async function declarationsOf(entry: string): Promise<Declarations> {
  const { binary, declarations } = await compile(entry, 'debug', ['--bindings', 'raw']);
  const read = readDeclarations(declarations);
  compareWithBinary(entry, read, binary);
  return read;
}

/** The declarations of `all` whose names `known` does not have. */
function without(all: Declarations, known: Declarations): Declarations {
  const names = new Set([...known.functions, ...known.constants].map(({ name }) => name));
  return {
    functions: all.functions.filter(({ name }) => !names.has(name)),
    constants: all.constants.filter(({ name }) => !names.has(name)),
  };
}

/** The type of JavaScript for a type of AssemblyScript, without glue code that converts values. */
function typeOf(type: string): string {
  if (['bool', 'i32', 'u32', 'usize', 'f64'].includes(type)) return 'number';
  if (type === 'u64' || type === 'i64') return 'bigint';
  if (type === 'void') return 'void';
  throw new Error(`a module exports a value of type ${type}; only numbers may cross the boundary`);
}

/** One declaration, broken as the formatter breaks it. */
function writeFunction({ name, parameters, result }: ExportedFunction): string {
  const written = parameters.map((parameter) => `${parameter.name}: ${typeOf(parameter.type)}`);
  const line = `  ${name}(${written.join(', ')}): ${typeOf(result)};`;
  if (line.length <= WIDTH) return line;
  return `  ${name}(\n${written.map((parameter) => `    ${parameter},\n`).join('')}  ): ${typeOf(result)};`;
}

const head = (entry: string): string =>
  `// Written by scripts/generate-exports.ts from ${entry}; change the exports there and run the script.`;

function writeCore({ functions, constants }: Declarations): string {
  // The bindings compute with words; they need no constant of 64 bits.
  const names = constants.filter(({ type }) => typeOf(type) === 'number').map(({ name }) => name);
  return `${head(CORE.entry)}

/**
 * Functions that the module exports. No glue code converts their values: a flag is 0 or 1, and an address or another
 * unsigned word of 2^31 or more arrives as a negative number, until \`>>> 0\`.
 */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
${functions.map(writeFunction).join('\n')}
}

/** Names of the constants of assembly/layout.ts: exported globals of the module. */
export const LAYOUT_NAMES = [
${names.map((name) => `  '${name}',`).join('\n')}
] as const;

/** Sizes, offsets and codes by name. */
export type Layout = Readonly<Record<(typeof LAYOUT_NAMES)[number], number>>;
`;
}

function writeIndexing({ functions, constants }: Declarations): string {
  return `${head(INDEXING.entry)}

/**
 * Functions and globals that the module of indexing exports in addition to those of the core, under the same rules: a flag is
 * 0 or 1, and an unsigned word of 2^31 or more arrives as a negative number, until \`>>> 0\`.
 */
export interface IndexingExports {
${functions.map(writeFunction).join('\n')}
${constants.map(({ name }) => `  readonly ${name}: WebAssembly.Global;`).join('\n')}
}
`;
}

/** Writes a file; with `--check`, compares it instead. */
function update({ entry, file }: typeof CORE, written: string): void {
  const target = new URL(file, ROOT);
  if (!process.argv.includes('--check')) {
    writeFileSync(target, written);
  } else if (!existsSync(target) || readFileSync(target, 'utf8') !== written) {
    process.stderr.write(
      `${fileURLToPath(target)} differs from the exports of ${entry}: run node --import tsx scripts/generate-exports.ts\n`,
    );
    process.exitCode = 1;
  }
}

const core = await declarationsOf(CORE.entry);
const indexing = await declarationsOf(INDEXING.entry);
update(CORE, writeCore(core));
update(INDEXING, writeIndexing(without(indexing, core)));
