/**
 * Mutation testing: small changes of the code, one at a time, which tests should notice. Files of bindings/ are changed by Stryker
 * (stryker.config.json), those of assembly/ by a few rules of our own: the module is compiled with each change.
 *
 * Run: npm run mutants -- FILE [--tests PATTERN…] [--sample N] [--seed S]
 * The patterns choose test files, as those of npm test do: by default test/bindings. N of the changes are tried (default 20).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seeded } from '../test/support/random.ts';
import { compile } from './compile.ts';
import { readCount } from './program.ts';
import { runTool } from './tools.ts';

/** Stryker reads configurations by a compiler beside it: as for check-imports.ts, not of the version of package.json. */
const STRYKER = [
  ...['npm', 'exec', '--yes', '--package=@stryker-mutator/core@9.6.1', '--package=typescript@5.9.3'],
  ...['--', 'stryker', 'run'],
];
const PRELOAD = fileURLToPath(new URL('mutants/preload.mjs', import.meta.url));

/** Pieces of a line and what they become. The formatter puts spaces around operators. */
const RULES: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  ...Object.entries({ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==' }),
  ...Object.entries({ '+': '-', '-': '+', '*': '+', '/': '*', '&': '|', '|': '&', '^': '&', '<<': '>>', '>>': '<<' }),
  ...Object.entries({ '&&': '||', '||': '&&', '+=': '-=', '-=': '+=' }),
].map(([from, to]) => [new RegExp(` ${from.replace(/[+*/^|]/g, '\\$&')} `, 'g'), ` ${to} `] as const);
const OTHERS: typeof RULES = [
  [/\b(true|false)\b/g, (found) => String(found === 'false')],
  // 255 is often a byte, which has no greater value.
  [/(?<![\w.])\d{1,9}(?![\w.])/g, (found) => (found === '255' ? '254' : String(Number(found) + 1))],
  [/(?<=^\s*(?:if \(.*\) )?)(?:return;|continue;|break;|[\w.]+\(.*\);)$/g, () => ';'],
];

interface Change {
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** All changes of a source. Some do not compile, and are left out later. */
function changesOf(source: string): Change[] {
  return source.split('\n').flatMap((text, line) => {
    if (/^\s*(\/?\*|\/\/|import|export \{|@)/.test(text)) return [];
    return [...RULES, ...OTHERS].flatMap(([pattern, to]) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => {
        const other = typeof to === 'string' ? to : to(found);
        return { line, from: text, to: text.slice(0, index) + other + text.slice(index + found.length) };
      }),
    );
  });
}

/** Whether the tests pass with a module. */
function passes(module: Uint8Array, folder: string, patterns: readonly string[]): boolean {
  const file = join(folder, 'core.wasm');
  writeFileSync(file, module);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/test.ts', ...patterns], {
    ...{ stdio: 'ignore', timeout: 600_000 },
    env: { ...process.env, REFRAIN_MUTANT: file, NODE_OPTIONS: `--import ${PRELOAD}` },
  });
  return status === 0;
}

async function mutateModule(file: string, patterns: readonly string[], sample: number, seed: number): Promise<boolean> {
  const source = readFileSync(file, 'utf8');
  const lines = source.split('\n');
  const left = changesOf(source);
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), 'refrain-mutants-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const compileWith = (text: string) => compile('assembly/index.ts', 'debug', ['--optimize'], { [file]: text });
  if (!passes((await compileWith(source)).binary, folder, patterns)) throw new Error('the tests fail without a change');
  let [tried, noticed] = [0, 0];
  while (tried < sample && left.length > 0) {
    const [{ line, from, to }] = left.splice(random.below(left.length), 1) as [Change];
    const made = await compileWith(lines.with(line, to).join('\n')).catch(() => undefined);
    if (made === undefined) continue;
    tried += 1;
    if (!passes(made.binary, folder, patterns)) noticed += 1;
    else process.stdout.write(`not noticed: ${file}:${line + 1}\n  ${from.trim()}\n  ${to.trim()}\n`);
  }
  process.stdout.write(`${file}: ${noticed} of ${tried} changes noticed\n`);
  return noticed === tried;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true, default: ['test/bindings'] },
    sample: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const [file] = positionals;
if (file === undefined || !/^(assembly|bindings)\//.test(file))
  throw new Error('name a file of assembly/ or bindings/');
if (file.startsWith('bindings/')) {
  process.env['REFRAIN_TESTS'] = values.tests.join(' ');
  process.exitCode = runTool([...STRYKER, '--mutate', file]);
} else {
  const sample = readCount('sample', values.sample);
  const isComplete = await mutateModule(file, values.tests, sample, readCount('seed', values.seed));
  process.exitCode = isComplete ? 0 : 1;
}
