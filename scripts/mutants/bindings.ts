/**
 * Mutants of bindings/ by Stryker's mutators (https://stryker-mutator.io). As in Stryker, all mutants are in the code at once and
 * `__STRYKER_ACTIVE_MUTANT__` chooses one. Its package is installed in scripts/mutants on first use.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { installPackages } from '../tools.ts';
import { type Mutant, shortened } from './mutant.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Generated sources, declarations, entries that are bundled, and platforms other than Node. */
const LEFT_OUT = /(^core-exports|\.d)\.ts$|^(browser|inline)\/|^platform\/(web|workerd|inline|fetched)\.ts$/;

/** Mutations of messages are left out: tests pin codes, and people read messages. */
const EXCLUDED = ['StringLiteral'];

interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly replacement: string;
    /** `Ignored` for those of an excluded kind, which are not in the code. */
    readonly status?: string;
    readonly location: { readonly start: Position; readonly end: Position };
  }[];
}

interface Position {
  readonly line: number;
  readonly column: number;
}

interface StrykerModule {
  readonly Instrumenter: new (
    logger: object,
  ) => {
    instrument(files: readonly object[], options: object): Promise<Instrumented>;
  };
}

async function stryker(): Promise<StrykerModule> {
  installPackages(HERE);
  const entry = join(HERE, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js');
  return (await import(entry)) as StrykerModule;
}

const silent = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
};

export interface BindingMutants {
  readonly mutants: readonly Mutant[];
  /** Writes the instrumented scripts over those of a copy of the repository. */
  write(copy: string): void;
}

export async function bindingMutants(): Promise<BindingMutants> {
  const { Instrumenter } = await stryker();
  const names = readdirSync(join(ROOT, 'bindings'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !LEFT_OUT.test(name))
    .sort();
  const sources = new Map(names.map((name) => [name, readFileSync(join(ROOT, 'bindings', name), 'utf8')]));
  const given = [...sources].map(([name, content]) => ({ name, content, mutate: true }));
  const options = { plugins: null, ignorers: [], excludedMutations: EXCLUDED };
  const { files, mutants } = await new Instrumenter(silent).instrument(given, options);
  return {
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, replacement, location }) => ({
        id: Number(id),
        file: `bindings/${fileName}`,
        line: location.start.line + 1,
        from: shortened(textBetween(sources.get(fileName) ?? '', location.start, location.end)),
        to: shortened(replacement),
      })),
    write(copy) {
      for (const { name, content } of files) {
        const path = join(copy, 'dist', name.replace(/\.ts$/, '.js'));
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, compiled(content, name));
      }
    },
  };
}

function textBetween(source: string, start: Position, end: Position): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column) ?? '';
  lines[0] = lines[0]?.slice(start.column) ?? '';
  return lines.join('\n');
}

/** Types are removed and imports name scripts, as the build does. */
const compiled = (source: string, name: string): string =>
  ts.transpileModule(source, {
    fileName: name,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  }).outputText;
