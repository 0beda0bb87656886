import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The version of this package, by its own name: bundles and sources stand in different folders. */
export async function version(): Promise<string> {
  const path = createRequire(import.meta.url).resolve('@refrain/cli/package.json');
  return (JSON.parse(await readFile(path, 'utf8')) as { version: string }).version;
}
