/** The checks of `npm run check`, by name. */
import { fileURLToPath } from 'node:url';
import { PUBLISHED } from './packages.ts';

export interface Check {
  readonly name: string;
  readonly summary: string;
  /** Commands, run in order until one fails. */
  readonly commands: readonly (readonly string[])[];
  /** True for a check that takes minutes or installs packages. It runs only by name. */
  readonly isSlow: boolean;
}

const script = (path: string): string[] => [
  process.execPath,
  '--import',
  'tsx',
  fileURLToPath(new URL(path, import.meta.url)),
];

const check = (name: string, summary: string, ...commands: readonly string[][]): Check => ({
  ...{ name, summary, commands, isSlow: false },
});

const slow = (name: string, summary: string, ...commands: readonly string[][]): Check => ({
  ...{ name, summary, commands, isSlow: true },
});

const withoutFiles = (name: string): string[] =>
  name === 'refrain' ? ['--exclude-entrypoints', 'core.wasm', 'default.model'] : [];

/**
 * Prints subjects of commits of a branch that are too long, or do not begin with their area and a word in lower case.
 */
const SUBJECTS = `git log --no-merges --format=%s $(git rev-parse -q --verify origin/main || echo HEAD~1).. |
  awk 'length > 72 || !/^[a-z@][^:]*: [a-z]/ { print "subject: " $0; bad = 1 } END { exit bad }'`;

export const CHECKS: readonly Check[] = [
  check(
    'package',
    'versions, entries and types of all packages, by release-check, publint and attw',
    script('release-check.ts'),
    ...PUBLISHED.flatMap(({ name, folder }) => [
      ['publint', '--strict', folder],
      ['attw', '--pack', folder, '--profile', 'esm-only', '--no-summary', ...withoutFiles(name)],
    ]),
  ),
  check('size', 'gzipped sizes of the parts against their limits', ['size-limit']),
  check('docs', 'programs, commands and links of the documents', script('check-docs.ts')),
  check('imports', 'import cycles', script('check-imports.ts')),
  check('subjects', 'subjects of the commits after origin/main, or of the last one', [
    '/usr/bin/env',
    'bash',
    '-c',
    SUBJECTS,
  ]),
  check('style', 'long functions, parameters and lines, phrases in comments', script('check-style.ts')),
  check('unused', 'unused files, exports and dependencies', ['knip', '--tsConfig', 'tsconfig.build.json']),
  check('generated', 'tables of documents and schemas against their sources', [
    ...script('generate-tables.ts'),
    '--check',
  ]),
  slow('python', 'the examples of rules in Python, which needs bs4, lxml and parsel', [
    ...script('../packages/rules/test/examples.test.ts'),
    '--python',
  ]),
  slow('site', 'the documentation site with the API reference, in build/docs', script('build-docs.ts')),
  slow(
    'packed',
    'the packed packages in an empty project: documents as printed, Node, bundles, Vite, a worker; the Containerfile',
    script('test-packed.ts'),
  ),
  slow(
    'runtimes',
    'tests of what a runtime does on Node 24, a smoke test on Node 22, Deno and Bun',
    script('test-runtimes.ts'),
  ),
  slow(
    'integration',
    'Crawlee, Restate, workerd and MCP, installed in integration/; SLURM and Dask of Debian',
    script('test-integration.ts'),
  ),
  slow('lines', 'lines of code by area, files, words of documents and flags against their limits', script('lines.ts')),
  slow(
    'night',
    'what takes too long for every change: all tests whole, and on Node 24; kills of Restate, hostile servers and scripts; after integration',
    [...script('test.ts'), '--all'],
    script('test-runtimes.ts'),
    [...script('../integration/restate/crash.ts'), '--kills', '25'],
    script('../integration/crawl/hostile.ts'),
    script('../integration/crawl/night.ts'),
  ),
  slow('crash', 'kills a crawl at random moments and compares the store afterwards', script('crash.ts')),
  slow(
    'damage',
    'damages files of stores; nothing is taken for empty, all that is whole is saved',
    script('damage.ts'),
  ),
  slow('agree', 'the fields of pages of folders among all outputs, and titles with headings', script('agree.ts')),
  slow('coverage', 'coverage of the sources by the test suite: lines 95 %, branches 90 %', script('coverage.ts')),
];
