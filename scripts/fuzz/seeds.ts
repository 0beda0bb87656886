/** The seeds of the fuzzer: pages of real sites, and the inputs of the html5lib tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTreeTests } from '../../test/html/dat.ts';
import { html5libFolder } from '../../test/html/html5lib.ts';
import { realSites } from '../../test/support/real-sites.ts';

export interface Seeds {
  /** Real pages, from which parts are cut. */
  readonly pages: readonly string[];
  /** Small inputs, each for one case of the standard. */
  readonly inputs: readonly string[];
}

/** Maximum pages of a site: more pages are too similar to be useful. */
const PAGES_PER_SITE = 100;

function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / PAGES_PER_SITE);
  return Array.from({ length: Math.min(all.length, PAGES_PER_SITE) }, (_, index) => all[Math.floor(index * step)] as T);
}

interface TokenizerFile {
  readonly tests?: readonly { readonly input: string }[];
}

function readTokenizerInputs(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.test'));
  return files.sort().flatMap((file) => {
    const { tests = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as TokenizerFile;
    return tests.map(({ input }) => input);
  });
}

export function readSeeds(): Seeds {
  const tests = html5libFolder();
  return {
    pages: realSites().flatMap((site) => spread(site.pages).map(({ html }) => html)),
    inputs: [...readTreeTests(tests).map(({ data }) => data), ...readTokenizerInputs(join(tests, 'tokenizer'))],
  };
}
