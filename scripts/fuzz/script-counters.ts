/**
 * Counters in the JavaScript of the packages: a hook of Node's module loader that runs in a thread of its own. Counters are a
 * global array of the main thread, which `npm run fuzz` makes before it imports a package.
 */
import { fileURLToPath } from 'node:url';
import { withCounters } from '../instrument/counters.ts';

interface Loaded {
  readonly format: string;
  readonly source?: string | ArrayBufferView;
}

const ROOT = new URL('../../', import.meta.url).href;
const BUILT = new RegExp(`^${ROOT.replaceAll('.', '\\.')}(packages/[^/]+/)?dist/.*\\.js$`);
let first = 0;

export async function load(
  url: string,
  context: unknown,
  next: (url: string, context: unknown) => Promise<Loaded>,
): Promise<Loaded> {
  const loaded = await next(url, context);
  if (!BUILT.test(url) || loaded.source === undefined) return loaded;
  const source =
    typeof loaded.source === 'string'
      ? loaded.source
      : Buffer.from(loaded.source.buffer, loaded.source.byteOffset, loaded.source.byteLength).toString();
  const { text, counters } = withCounters(
    source,
    fileURLToPath(url),
    first,
    (number) => `refrainCounters[${number}]++`,
  );
  first += counters;
  return { ...loaded, source: text };
}
