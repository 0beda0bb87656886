/**
 * Checks that imports have no cycles and follow the directions in .dependency-cruiser.cjs.
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

// With an unsupported compiler, the tool silently reads no TypeScript.
const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
if (modules === 0) process.stderr.write('No modules were checked: dependency-cruiser could not read TypeScript.\n');
process.exitCode = code === 0 && modules > 0 ? 0 : 1;
