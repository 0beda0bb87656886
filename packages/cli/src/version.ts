/** Sources are in src/, bundles in dist/bin/. */
const MANIFEST = import.meta.url.replace(/\/(?:src|dist\/bin)\/[^/]+$/, '/package.json');

/** Loads nothing, because an import of `node:fs` takes Node 8 ms. */
export function version(): string {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return (JSON.parse(readFileSync(new URL(MANIFEST), 'utf8')) as { version: string }).version;
}
