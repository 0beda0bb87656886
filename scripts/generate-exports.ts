/**
 * Writes bindings/core-exports.ts: the functions and constants that the module of assembly/index.ts exports, as TypeScript.
 * The compiler's own declarations of the module are the source, so names, parameters and types are those of the code.
 *
 * Run: node --import tsx scripts/generate-exports.ts [--check]
 * `--check` writes nothing and fails where the file is not what this script would write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.ts';

const ROOT = new URL('../', import.meta.url);
const ENTRY = 'assembly/index.ts';
const FILE = 'bindings/core-exports.ts';
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
function compareWithBinary({ functions, constants }: Declarations, binary: Uint8Array<ArrayBuffer>): void {
  const declared = [...functions.map(({ name }) => name), ...constants.map(({ name }) => name), 'memory'].sort();
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(binary))
    .map(({ name }) => name)
    .sort();
  const different = [
    ...declared.filter((name) => !exported.includes(name)),
    ...exported.filter((name) => !declared.includes(name)),
  ];
  if (different.length > 0) {
    throw new Error(`the declarations of asc and the exports of the module differ in: ${different.join(', ')}`);
  }
}

/** What JavaScript passes and receives for a value of AssemblyScript, where no glue code converts it. */
function typeOf(type: string): string {
  if (['bool', 'i32', 'u32', 'usize', 'f64'].includes(type)) return 'number';
  if (type === 'u64' || type === 'i64') return 'bigint';
  if (type === 'void') return 'void';
  throw new Error(`${ENTRY} exports a value of type ${type}; only numbers may cross the boundary`);
}

/** One declaration, broken as the formatter breaks it. */
function writeFunction({ name, parameters, result }: ExportedFunction): string {
  const written = parameters.map((parameter) => `${parameter.name}: ${typeOf(parameter.type)}`);
  const line = `  ${name}(${written.join(', ')}): ${typeOf(result)};`;
  if (line.length <= WIDTH) return line;
  return `  ${name}(\n${written.map((parameter) => `    ${parameter},\n`).join('')}  ): ${typeOf(result)};`;
}

function write({ functions, constants }: Declarations): string {
  // Words only: a constant of 64 bits is nothing that the bindings compute with.
  const names = constants.filter(({ type }) => typeOf(type) === 'number').map(({ name }) => name);
  return `// Written by scripts/generate-exports.ts from ${ENTRY}; change the exports there and run the script.

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

const { binary, declarations } = await compile(ENTRY, 'debug', ['--bindings', 'raw']);
const read = readDeclarations(declarations);
compareWithBinary(read, binary);
const written = write(read);
const target = new URL(FILE, ROOT);
if (!process.argv.includes('--check')) {
  writeFileSync(target, written);
} else if (readFileSync(target, 'utf8') !== written) {
  process.stderr.write(
    `${fileURLToPath(target)} is not what ${ENTRY} exports: run node --import tsx scripts/generate-exports.ts\n`,
  );
  process.exitCode = 1;
}
