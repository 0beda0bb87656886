/**
 * Writes the exports of the module as TypeScript: bindings/core-exports.ts from assembly/index.ts, assembly/layout.ts
 * and the records of its folders. Functions are read from the compiler's own declarations; layouts are read as
 * programs. Only constants that appear in TypeScript are written. Those that only measurements, training and tests read
 * are in scripts/core-layout.ts, which no package has.
 *
 * The module exports `ABI`, a hash of all this, so that bindings and module of two versions are never mixed.
 *
 * Run: node --import tsx scripts/generate-exports.ts [--check]
 * `--check` writes nothing and fails if a file differs.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from './compile.ts';
import { writeGenerated } from './generated-file.ts';

// Records of AssemblyScript as constants of TypeScript: the fields of `@unmanaged class Block { score: i32; … }` become
// `Block.SCORE`, their offsets, as the compiler arranges them: in order, each at a multiple of its size.

const SIZES: Readonly<Record<string, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  usize: 4,
  u64: 8,
  i64: 8,
  f64: 8,
};

const CLASS = /^@unmanaged\nexport class (\w+)(?: extends (\w+))? \{\n(.*?)^\}\n/gms;
const FIELD = /^ {2}(\w+): (\w+);/gm;
const STATIC = /^ {2}static readonly (\w+): \w+ = ([^;]+);/gm;

const constantName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Offsets of the fields of a class by name, after those of its base class; and its size. */
interface Fields {
  readonly fields: ReadonlyMap<string, number>;
  readonly size: number;
}

function fieldsOf(name: string, body: string, base: Fields | undefined): Fields {
  const fields = new Map(base?.fields);
  let size = base?.size ?? 0;
  for (const [, field = '', type = ''] of body.matchAll(FIELD)) {
    const own = SIZES[type];
    if (own === undefined) throw new Error(`${name}.${field} has the type ${type}, which has no size`);
    size = Math.ceil(size / own) * own;
    fields.set(field, size);
    size += own;
  }
  return { fields, size };
}

/** A program that exports the constants of namespaces, and the offsets and constants of classes, as objects. */
function constantsOf(source: string): string {
  const classes = new Map<string, Fields>();
  for (const [, name = '', base = '', body = ''] of source.matchAll(CLASS))
    classes.set(name, fieldsOf(name, body, classes.get(base)));
  const sized = (expression: string): string =>
    expression.replace(/offsetof<(\w+)>\(\)/g, (_, name: string) => String(classes.get(name)?.size));
  return source
    .replace(/^import .*\n/gm, '')
    .replace(CLASS, (_, name: string, _base: string | undefined, body: string) => {
      const offsets = [...(classes.get(name)?.fields ?? [])].map(
        ([field, offset]) => `${constantName(field)}: ${offset}`,
      );
      const constants = [...body.matchAll(STATIC)].map(([, key, value = '']) => `${key}: ${sized(value)}`);
      return `export const ${name} = { ${[...offsets, ...constants].join(', ')} } as const;\n`;
    })
    .replace(/offsetof<(\w+)>\('(\w+)'\)/g, (_, name: string, field: string) => `${name}.${constantName(field)}`);
}

const ROOT = new URL('../', import.meta.url);
const WIDTH = 120;
const PRODUCT = ['bindings', 'packages'];
const READERS = [...PRODUCT, 'bench', 'research', 'scripts', 'test'];

type Layout = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface Export {
  readonly name: string;
  /** Undefined for a global. */
  readonly parameters: readonly { readonly name: string; readonly type: string }[] | undefined;
  readonly type: string;
}

const FUNCTION = /\/\*\*((?:(?!\*\/).)*)\*\/\s*export function (\w+)\(/gs;
const GLOBAL = /export const (\w+): \{\s*\/\*\* @type `(\w+)` \*\//g;

/** Reads the compiler's declarations of a module, whose comments contain the types of AssemblyScript. */
async function exportsOf(entry: string): Promise<Export[]> {
  const { declarations } = await compile(entry, 'bench', ['--bindings', 'raw']);
  const functions = [...declarations.matchAll(FUNCTION)].map(([, comment = '', name = '']) => ({
    name,
    parameters: [...comment.matchAll(/@param (\w+) `(\w+)`/g)].map(([, parameter = '', type = '']) => ({
      name: parameter,
      type,
    })),
    type: /@returns `(\w+)`/.exec(comment)?.[1] ?? 'void',
  }));
  const globals = [...declarations.matchAll(GLOBAL)].map(([, name = '', type = '']) => ({
    name,
    parameters: undefined,
    type,
  }));
  return [...functions, ...globals];
}

/** The JavaScript type of an AssemblyScript type, without glue code that converts values. */
function typeOf(type: string): string {
  if (['bool', 'i32', 'u32', 'usize', 'f64'].includes(type)) return 'number';
  if (type === 'u64' || type === 'i64') return 'bigint';
  if (type === 'void') return 'void';
  throw new Error(`a module exports a value of type ${type}; only numbers may cross the boundary`);
}

function writeExport({ name, parameters, type }: Export): string {
  if (parameters === undefined) return `  readonly ${name}: WebAssembly.Global;`;
  const written = parameters.map((parameter) => `${parameter.name}: ${typeOf(parameter.type)}`);
  const line = `  ${name}(${written.join(', ')}): ${typeOf(type)};`;
  if (line.length <= WIDTH) return line;
  return `  ${name}(\n${written.map((parameter) => `    ${parameter},\n`).join('')}  ): ${typeOf(type)};`;
}

/** The constants that TypeScript in some folders reads: `Name.CONSTANT`, or `Name[` for computed names. */
function constantsReadIn(folders: readonly string[]): ReadonlySet<string> {
  const texts = folders
    .filter((folder) => existsSync(new URL(folder, ROOT)))
    .flatMap((folder) => {
      const names = readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' });
      const sources = names.filter(
        (name) => name.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\/|exports\.ts$/.test(name),
      );
      return sources.map((name) => readFileSync(new URL(join(folder, name), ROOT), 'utf8'));
    });
  return new Set(texts.join('\n').match(/\b[A-Z]\w+\.[A-Z][A-Z\d_]*\b|(?<=\blayout\.)\w+\[/g));
}

/** The constants of a layout for which `isRead` is true. */
function constantsOfLayout(layout: Layout, isRead: (name: string, constant: string) => boolean): Layout {
  const namespaces = Object.entries(layout).map(
    ([name, all]) => [name, Object.fromEntries(Object.entries(all).filter(([each]) => isRead(name, each)))] as const,
  );
  return Object.fromEntries(namespaces.filter(([, constants]) => Object.keys(constants).length > 0));
}

/** Namespaces, with lines as the formatter breaks them. `base`: a layout with other constants of some of them. */
function writeLayout(layout: Layout, base?: Layout): string {
  return Object.entries(layout)
    .map(([name, constants]) => {
      const written = Object.entries(constants).map(([constant, value]) => `${constant}: ${value}`);
      if (base?.[name] !== undefined) written.unshift(`...core.${name}`);
      const line = `  ${name}: { ${written.join(', ')} },\n`;
      return line.length <= WIDTH + 1
        ? line
        : `  ${name}: {\n${written.map((each) => `    ${each},\n`).join('')}  },\n`;
    })
    .join('');
}

async function layoutIn(...files: readonly string[]): Promise<Layout> {
  const source = files.map((file) => readFileSync(new URL(file, ROOT), 'utf8')).join('\n');
  const folder = mkdtempSync(join(tmpdir(), 'layout-'));
  try {
    const path = join(folder, 'layout.ts');
    writeFileSync(path, constantsOf(source));
    const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(module).filter(([, value]) => typeof value === 'object')) as Layout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const head = (entry: string, layout: string): string =>
  `// Written by scripts/generate-exports.ts from ${entry} and ${layout}; change these and run the script.`;

const core = { entry: 'assembly/index.ts', layout: 'assembly/layout.ts' };
/** Records of the folders of the core. */
const records = [
  'html/records',
  'page/records',
  'output/metadata-format',
  'places/records',
  'site/records',
  'site/layout-records',
  'evidence/block/measure-records',
  'evidence/model/context-records',
  'evidence/site/occurrence-records',
  'detect/unit-records',
  'detect/post-records',
];
const [coreExports, coreLayout] = [
  await exportsOf(core.entry),
  await layoutIn(...records.map((name) => `assembly/${name}.ts`), core.layout),
];

const inProduct = constantsReadIn(PRODUCT);
const inReaders = constantsReadIn(READERS);
const isInProduct = (name: string, constant: string): boolean =>
  inProduct.has(`${name}[`) || inProduct.has(`${name}.${constant}`);
const productLayout = constantsOfLayout(coreLayout, isInProduct);
const otherLayout = constantsOfLayout(
  coreLayout,
  (name, constant) => !isInProduct(name, constant) && inReaders.has(`${name}.${constant}`),
);

const abi = createHash('sha256')
  .update(JSON.stringify([coreExports, coreLayout]))
  .digest()
  .readUInt32LE();

writeGenerated(
  new URL('assembly/abi.ts', ROOT),
  `${head(core.entry, core.layout)}

/** A hash of all exports and layouts, by which the bindings know their module. */
export const ABI: u32 = ${abi};
`,
);

writeGenerated(
  new URL('bindings/core-exports.ts', ROOT),
  `${head(core.entry, core.layout)}

/**
 * Functions that the module exports. No glue code converts their values: a flag is 0 or 1, and an address or another
 * unsigned word of 2^31 or more arrives as a negative number, until \`>>> 0\`.
 */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
${coreExports.map(writeExport).join('\n')}
}

/** A hash of all exports and layouts: the module exports the same. */
export const ABI = ${abi};

/** Sizes, offsets and codes of the records and constants of assembly/. */
export const layout = {
${writeLayout(productLayout)}} as const;
`,
);

writeGenerated(
  new URL('scripts/core-layout.ts', ROOT),
  `${head(core.entry, core.layout)}
import { layout as core } from '../bindings/core-exports.ts';

/** The layout of the bindings, and constants that only measurements, training and tests read. */
export const layout = {
  ...core,
${writeLayout(otherLayout, productLayout)}} as const;
`,
);
