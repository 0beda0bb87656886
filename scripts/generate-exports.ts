/**
 * Writes the exports of the module as TypeScript, bindings/core-exports.ts, from assembly/index.ts, and the constants of
 * assembly/layout.ts and of the records. Functions are read as text; layouts are read as programs. Bundles contain only
 * the constants that they use (bundle.ts).
 *
 * The module exports `ABI`, a hash of all this, so that bindings and module of different versions are never combined.
 *
 * Run: by npm run build
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeGenerated } from './generated-file.ts';

// Converts records of AssemblyScript to constants of TypeScript: a field of `@unmanaged class Block { score: i32; … }`
// becomes `Block.SCORE`, its offset. The compiler arranges fields in order, each at a multiple of its size.

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

type Layout = Readonly<Record<string, Readonly<Record<string, number>>>>;

const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

interface Export {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly type: string;
}

const FUNCTION = /^export function (\w+)\(([^)]*)\): (\w+) \{$/gm;
const REEXPORT = /^export (?:\*|\{([^}]*)\}) from '\.\/((?!abi').*)';$/gm;

/** Functions that a file of assembly/ exports, its own and those of other files. */
function exportsOf(path: string): Export[] {
  const source = read(path);
  const own = [...source.matchAll(FUNCTION)].map(([, name = '', parameters = '', type = '']) => ({
    ...{ name, type },
    parameters: [...parameters.matchAll(/(\w+): (\w+)/g)].map(([, each = '', of = '']) => ({ name: each, type: of })),
  }));
  const others = [...source.matchAll(REEXPORT)].flatMap(([, list, from = '']) => {
    const all = exportsOf(`assembly/${from}.ts`);
    if (list === undefined) return all;
    return (
      list.match(/\w+/g)?.flatMap((name) => {
        const found = all.find((one) => one.name === name);
        if (found === undefined) throw new Error(`assembly/${from}.ts exports no function ${name}`);
        return found;
      }) ?? []
    );
  });
  return [...own, ...others];
}

/** The JavaScript type of an AssemblyScript type, without glue code that converts values. */
function typeOf(type: string): string {
  if (['bool', 'i32', 'u32', 'usize', 'f64'].includes(type)) return 'number';
  if (type === 'u64' || type === 'i64') return 'bigint';
  if (type === 'void') return 'void';
  throw new Error(`a module exports a value of type ${type}; only numbers may cross the boundary`);
}

function writeExport({ name, parameters, type }: Export): string {
  const written = parameters.map((parameter) => `${parameter.name}: ${typeOf(parameter.type)}`);
  return `  ${name}(${written.join(', ')}): ${typeOf(type)};\n`;
}

async function layoutIn(...files: readonly string[]): Promise<Layout> {
  const source = files.map(read).join('\n');
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
const LAYOUT = 'assembly/layout.ts';
const coreExports = exportsOf('assembly/index.ts');
const layout = await layoutIn(...records.map((name) => `assembly/${name}.ts`), LAYOUT);
const abi = createHash('sha256')
  .update(JSON.stringify([coreExports, layout]))
  .digest()
  .readUInt32LE();
const head = `// Written by scripts/generate-exports.ts from assembly/index.ts, ${LAYOUT} and records; change these.`;

writeGenerated(
  new URL('assembly/abi.ts', ROOT),
  `${head}

/** A hash of all exports and layouts, by which the bindings recognise their module. */
export const ABI: u32 = ${abi};
`,
);

writeGenerated(
  new URL('bindings/core-exports.ts', ROOT),
  `${head}

/**
 * Functions that the module exports. No glue code converts their values: a flag is 0 or 1, and an address or another
 * unsigned word of 2^31 or more arrives as a negative number, until \`>>> 0\`.
 */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  readonly ABI: WebAssembly.Global;
${coreExports.map(writeExport).join('')}}

/** A hash of all exports and layouts. The module exports the same value. */
export const ABI = ${abi};

/** Sizes, offsets and codes of the records and constants of assembly/. */
export const layout = ${JSON.stringify(layout, undefined, 2)} as const;
`,
);
