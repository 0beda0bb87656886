/**
 * Checks that the sources have no import cycles and that imports go in the directions that .dependency-cruiser.cjs states.
 *
 * Run: node --import tsx scripts/check-imports.ts
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/**
 * npm installs both beside each other, where dependency-cruiser finds the compiler that it reads TypeScript with. The
 * version must differ from that of package.json: npm does not install a package again that node_modules contains.
 */
const TOOLS = ['dependency-cruiser@17.4.3', 'typescript@5.9.3'];

const packages = existsSync('packages') ? readdirSync('packages').map((name) => `packages/${name}/src`) : [];
const folders = ['assembly', 'bindings', ...packages, 'bench', 'scripts', 'test'].filter((folder) =>
  existsSync(folder),
);

const { status, stdout } = spawnSync(
  'npm',
  [
    'exec',
    '--yes',
    ...TOOLS.map((tool) => `--package=${tool}`),
    '--',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    ...folders,
  ],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
);
process.stdout.write(stdout);

// Without a compiler the tool reads no TypeScript and finds no violations.
const modules = Number(/(\d+) modules/.exec(stdout)?.[1] ?? 0);
if (modules === 0) process.stderr.write('No modules were checked: dependency-cruiser could not read TypeScript.\n');
process.exitCode = status === 0 && modules > 0 ? 0 : 1;
