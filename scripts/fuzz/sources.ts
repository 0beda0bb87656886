/** Sources of inputs: real pages, html5lib's tests, the corpus and dictionaries; and inputs that once failed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { html5libFolder, readTreeTests } from '../../test/html/html5lib.ts';
import { realSites } from '../../test/support/real-sites.ts';

type Inputs = Readonly<Record<string, readonly string[]>>;

export interface Sources {
  /** Real pages, which are cut into parts. */
  readonly pages: readonly string[];
  readonly inputs: readonly string[];
  /** Inputs that together cover all code that a coverage-guided fuzzer reached in several hours. */
  readonly corpus: readonly string[];
}

/** Maximum pages of a site, because more are too similar. */
const PAGES_PER_SITE = 100;
const FOLDER = new URL('../../test/fixtures/fuzz/', import.meta.url);
const FOUND = new URL('found.json', FOLDER);

export const readCorpus = (): Inputs =>
  JSON.parse(gunzipSync(readFileSync(new URL('corpus.json.gz', FOLDER))).toString());

export const readFailures = (): Inputs => JSON.parse(readFileSync(FOUND, 'utf8'));

export function keepFailure(subject: string, input: string): void {
  const found = readFailures();
  const kept = { ...found, [subject]: [...new Set([...(found[subject] ?? []), input])] };
  writeFileSync(FOUND, `${JSON.stringify(kept, undefined, 2)}\n`);
}

function readTokenizerInputs(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.test'));
  return files.sort().flatMap((file) => {
    const { tests = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { tests?: { input: string }[] };
    return tests.map(({ input }) => input);
  });
}

export function readSources(): Sources {
  const tests = html5libFolder();
  const pages = realSites().flatMap((site) => {
    const step = Math.max(1, Math.ceil(site.pages.length / PAGES_PER_SITE));
    return site.pages.filter((_, at) => at % step === 0).map(({ html }) => html);
  });
  const inputs = [...readTreeTests(tests).map(({ data }) => data), ...readTokenizerInputs(join(tests, 'tokenizer'))];
  return { pages, inputs, corpus: [] };
}

const SECTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(new URL('dictionary.txt', import.meta.url), 'utf8')
    .split(/^(?=\[)/m)
    .map((section) => section.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
    .map(([name = '', ...lines]) => [name.slice(1, -1), lines.map((line): string => JSON.parse(line))]),
);

export function readDictionary(name: string): readonly string[] {
  const found = SECTIONS.get(name);
  if (found === undefined) throw new Error(`dictionary.txt has no section ${name}`);
  return found;
}
