import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FILE = new URL('../../test/fixtures/fuzz/corpus.json.gz', import.meta.url);
let corpora: Readonly<Record<string, readonly string[]>> | undefined;

/**
 * The committed corpus of a subject: inputs that together reached all code that a coverage-guided fuzzer reached in hours. Fuzzing
 * mutates them, and `npm test` runs them.
 */
export function readCorpus(subject: string): readonly string[] {
  corpora ??= JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Record<string, readonly string[]>;
  return corpora[subject] ?? [];
}
