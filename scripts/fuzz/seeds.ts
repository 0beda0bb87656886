/** The seeds of the fuzzer: pages of real sites, and the inputs of the html5lib tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSites } from '../../bench/corpus/sites.ts';
import { readTreeTests } from '../../test/html/dat.ts';
import { html5libFolder } from '../../test/html/html5lib.ts';
import { realSites } from '../../test/support/real-sites.ts';

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
  const directory = join(folder, 'tokenizer');
  const files = readdirSync(directory).filter((name) => name.endsWith('.test'));
  return files.sort().flatMap((file) => {
    const { tests = [] } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as TokenizerFile;
    return tests.map(({ input }) => input);
  });
}

export interface Seeds {
  /** Real pages, from which parts are cut. */
  readonly pages: readonly string[];
  /** Small inputs, each for one case of the standard. */
  readonly inputs: readonly string[];
}

/** `folders` and REFRAIN_SITES are folders of more sites. */
export async function readSeeds(folders: readonly string[]): Promise<Seeds> {
  const sites = process.env['REFRAIN_SITES'];
  const pages = realSites().flatMap((site) => spread(site.pages).map(({ html }) => html));
  for (const folder of sites === undefined ? folders : [...folders, sites]) {
    for (const site of findSites(folder)) {
      pages.push(...spread(await site.read()).map(({ bytes }) => new TextDecoder().decode(bytes)));
    }
  }
  const tests = html5libFolder();
  const inputs = [...readTreeTests(tests).map(({ data }) => data), ...readTokenizerInputs(tests)];
  return { pages, inputs };
}
