/**
 * Formats assembly/ by biome, except generated files. Biome cannot parse decorators on functions, so they are replaced
 * by comments during formatting.
 *
 * Run: node --import tsx scripts/format-assembly.ts [--check] `--check` writes nothing and fails if a file is not
 * formatted.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTool } from './program.ts';

const BIOME = ['npm', 'exec', '--yes', '--package=@biomejs/biome@2.6.8', '--', 'biome'];

const hidden = (source: string): string => source.replace(/^( *)@(?=inline$|external\()/gm, '$1//@');
const shown = (source: string): string => source.replace(/^( *)\/\/@(?=inline$|external\()/gm, '$1@');

const { formatter, javascript } = JSON.parse(readFileSync('biome.json', 'utf8'));
const sources = readdirSync('assembly', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: join('assembly', name), source: readFileSync(join('assembly', name), 'utf8') }))
  .filter(({ source }) => !source.startsWith('// Written by'));

const folder = mkdtempSync(join(tmpdir(), 'format-'));
try {
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ formatter, javascript }));
  for (const { name, source } of sources) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), hidden(source));
  }
  if (
    runTool([
      ...BIOME,
      'format',
      '--write',
      '--log-level=error',
      `--config-path=${folder}`,
      join(folder, 'assembly'),
    ]) !== 0
  )
    process.exit(1);
  const isCheck = process.argv.includes('--check');
  for (const { name, source } of sources) {
    const formatted = shown(readFileSync(join(folder, name), 'utf8'));
    if (formatted === source) continue;
    if (!isCheck) writeFileSync(name, formatted);
    else process.stderr.write(`${name} is not formatted: run npm run format\n`);
    if (isCheck) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
