/**
 * Looks for import cycles in all source folders. One is allowed: the insertion modes of the parser, which call each other as
 * the standard does.
 *
 * Run: npm run check imports
 */
import { cyclesOf, readImports } from './imports/graph.ts';

const FOLDERS = [
  'assembly',
  'bindings',
  'packages',
  'bench',
  'scripts',
  'test',
  'examples',
  'playground',
  'integration',
];

/** Files that may be part of the cycle of insertion modes. */
const INSERTION_MODE = /^assembly\/html\/(after|body|construct|foreign|head|table)\.ts$/;

const graph = readImports(FOLDERS);
const cycles = cyclesOf(graph).filter((files) => !files.every((file) => INSERTION_MODE.test(file)));
for (const files of cycles) process.stdout.write(`these files import each other:\n  ${files.join('\n  ')}\n`);
process.stdout.write(`${graph.size} files, ${cycles.length} import cycles\n`);
process.exitCode = cycles.length > 0 ? 1 : 0;
