/** Everything that `npm run check` runs, by name. */
import { fileURLToPath } from 'node:url';

export interface Check {
  readonly name: string;
  readonly summary: string;
  /** Command lines, one after another, until one fails. */
  readonly commands: readonly (readonly string[])[];
  /** True for a check that takes minutes or installs packages: it runs only when it is named. */
  readonly isSlow: boolean;
}

const ATTW = ['npm', 'exec', '--yes', '--package=@arethetypeswrong/cli@0.18.5', '--', 'attw'];

/** A TypeScript program of this repository, by its path below scripts/. */
const script = (path: string): string[] => [
  process.execPath,
  '--import',
  'tsx',
  fileURLToPath(new URL(`../${path}`, import.meta.url)),
];

const check = (name: string, summary: string, ...commands: readonly string[][]): Check => ({
  ...{ name, summary, commands, isSlow: false },
});

const slow = (name: string, summary: string, ...commands: readonly string[][]): Check => ({
  ...{ name, summary, commands, isSlow: true },
});

export const CHECKS: readonly Check[] = [
  check(
    'package',
    'entries and types of the package, by publint and attw',
    ['publint', '--strict'],
    [
      ...ATTW,
      '--pack',
      '.',
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      'core.wasm',
      'indexing.wasm',
      'default.model',
    ],
  ),
  check('size', 'gzipped sizes of the parts against their limits', ['size-limit']),
  check('docs', 'programs, commands and links of the documents', script('check-docs.ts')),
  check('imports', 'import cycles', script('check-imports.ts')),
  check('generated', 'generated files against their generators', script('check-generated.ts')),
  slow('site', 'the documentation site with the API reference, in build/docs', script('build-docs.ts')),
  slow('packed', 'the packed package in an empty project: Node, Vite, a worker', script('test-packed.ts')),
  slow('integration', 'Crawlee, Restate and workerd, installed in integration/', script('test-integration.ts')),
  slow('crash', 'kills a crawl at random moments and compares the store afterwards', script('crash.ts')),
  slow('soak', 'memory and page counts of a crawl over minutes', script('soak.ts')),
  slow(
    'coverage',
    'line coverage of dist/ by the test suite',
    // The pattern is for c8: a shell would replace it by file names.
    ['c8', '--all', '--include', 'dist/**/*.js', '--reporter', 'text', ...script('test.ts')],
  ),
];
