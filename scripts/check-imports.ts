/**
 * Checks that the sources have no import cycles and that imports go in the directions that .dependency-cruiser.cjs states.
 *
 * Run: npm run check imports
 */
import { existsSync, readdirSync } from 'node:fs';
import { readTool } from './program.ts';

const packages = readdirSync('packages').map((name) => `packages/${name}/src`);
const folders = ['assembly', 'bindings', ...packages, 'bench', 'research', 'scripts', 'test'].filter((folder) =>
  existsSync(folder),
);

const [code, output] = readTool(['depcruise', '--config', '.dependency-cruiser.cjs', ...folders]);
process.stdout.write(output);

// With a compiler that it does not support, the tool reads no TypeScript and finds no violations.
const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
if (modules === 0) process.stderr.write('No modules were checked: dependency-cruiser could not read TypeScript.\n');
process.exitCode = code === 0 && modules > 0 ? 0 : 1;
