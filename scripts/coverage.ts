/**
 * Coverage of the product's sources by the test suite, through source maps. Omits files without statements, bundles,
 * and parts for browsers, edge runtimes and Restate, which `npm run test:web` and `npm run check integration` test.
 *
 * Run: npm run check coverage [-- PATTERN…] (patterns as of npm test)
 */
import { readdirSync, readFileSync } from 'node:fs';
import { PUBLISHED } from './packages.ts';
import { runTool } from './program.ts';

const LIMITS = { lines: 95, branches: 90, functions: 0, statements: 0 };

const ELSEWHERE = [
  ...[
    'dist/browser/**',
    'dist/inline/**',
    'dist/platform/{web,workerd,edge-light}.js',
    'packages/crawl/dist/inline.js',
  ],
  'packages/*/dist/**/*-web.js',
  ...['packages/cli/dist/report/**', 'packages/restate/dist/**', 'packages/viewer/**'],
];

const typesOnly = PUBLISHED.map(({ folder }) => `${folder}/dist`.replace(/^\.\//, '')).flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /^(\/\*[\s\S]*?\*\/\s*|\/\/.*\n)*export \{\};/.test(readFileSync(path, 'utf8'))),
);

process.exitCode = runTool([
  ...['c8', '--all', '--include', 'dist/**/*.js', '--include', 'packages/*/dist/**/*.js'],
  ...[...ELSEWHERE, ...typesOnly].flatMap((pattern) => ['--exclude', pattern]),
  ...['--reporter', 'text', '--check-coverage'],
  ...Object.entries(LIMITS).flatMap(([name, limit]) => [`--${name}`, String(limit)]),
  ...[process.execPath, '--import', 'tsx', 'scripts/test.ts', ...process.argv.slice(2)],
]);
