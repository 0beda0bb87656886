import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a generated file, unless it has this text. With `--check` on the command line, a difference is printed instead
 * and sets the exit code to 1.
 */
export function writeGenerated(file: URL, text: string): void {
  const path = fileURLToPath(file);
  if (readIfPresent(path) === text) return;
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
    return;
  }
  const generator = relative(ROOT, process.argv[1] ?? '');
  process.stderr.write(
    `${relative(ROOT, path)} differs from what ${generator} writes. Run: node --import tsx ${generator}\n`,
  );
  process.exitCode = 1;
}
