/** Sources are in src/, bundles in dist/bin/. */
const MANIFEST = import.meta.url.replace(/\/(?:src|dist\/bin)\/[^/]+$/, '/package.json');

/** Avoids importing `node:fs`, which takes 8 ms. */
export function version(): string {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return (JSON.parse(readFileSync(new URL(MANIFEST), 'utf8')) as { version: string }).version;
}
