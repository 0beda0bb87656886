/**
 * Records of AssemblyScript as constants of TypeScript: the fields of `@unmanaged class Block { score: i32; … }` become
 * `Block.SCORE`, their offsets, as the compiler lays them out: in order, each at a multiple of its size.
 */

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

/** Offsets of the fields of a class by their names, those of its base class before its own; and its size. */
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

/** The source of a program that exports the constants of namespaces, and the offsets and constants of classes, as objects. */
export function constantsOf(source: string): string {
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
