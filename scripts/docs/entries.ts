/** The public entry points. `@refrain/crawl/inline` is omitted, because it only re-exports two others. */
import { readFileSync } from 'node:fs';

export interface Entry {
  /** The module name in an import. */
  readonly name: string;
  readonly source: string;
  /** Exports without docstrings, because they copy the interface of another library. */
  readonly undocumented?: readonly string[];
}

const entry = (name: string, source: string, undocumented: readonly string[] = []): Entry => ({
  name,
  source,
  undocumented,
});

const DATABASE = ['open', 'close', 'getSync', 'getMany', 'batch', 'iterator', 'keys'];

const CRAWLEE = [
  'CrawlEvents.on',
  'CrawlEvents.off',
  'CrawlContext.log.__type.warningOnce',
  'Crawler.config.__type.getEventManager',
];

export const ENTRIES: readonly Entry[] = [
  entry('refrain', 'bindings/index.ts'),
  entry('refrain/browser', 'bindings/browser/index.ts'),
  entry('refrain/inline', 'bindings/inline/index.ts'),
  entry('refrain/html', 'bindings/html/index.ts'),
  entry('refrain/structured', 'bindings/structured/index.ts'),
  entry('@refrain/rules', 'packages/rules/src/index.ts'),
  entry('@refrain/rules/apply', 'packages/rules/src/apply/index.ts', ['ElementOf.__type.querySelector']),
  entry(
    '@refrain/crawl',
    'packages/crawl/src/index.ts',
    DATABASE.map((name) => `SiteDatabase.${name}`),
  ),
  entry('@refrain/crawl/input', 'packages/crawl/src/input/index.ts'),
  entry('@refrain/crawl/crawlee', 'packages/crawl/src/crawlee/index.ts', CRAWLEE),
  entry('@refrain/cli/formats', 'packages/cli/src/formats/index.ts'),
  entry('@refrain/search', 'packages/search/src/index.ts'),
  entry('@refrain/search/duplicates', 'packages/search/src/duplicates/index.ts'),
  entry('@refrain/restate', 'packages/restate/src/index.ts'),
];

/** Entry points for hosts of many tables and for the packages of this repository. */
export const ENGINE: readonly Entry[] = [
  entry('refrain/engine', 'bindings/engine.ts'),
  entry('@refrain/crawl/engine', 'packages/crawl/src/engine/index.ts'),
  entry('@refrain/crawl/engine/node', 'packages/crawl/src/engine/node.ts'),
];

export function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

export function namesOf({ source }: Entry): string[] {
  const text = readFileSync(source, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','));
  const declared = text.matchAll(/^export (?:\* as|async function|class|const|function|interface|type) (\w+)/gm);
  const names = [...listed, ...Array.from(declared, ([, name = '']) => name)];
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}
