import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/**
 * The committed corpus of a subject: inputs that together reached all code that a coverage-guided fuzzer reached in hours. Fuzzing
 * mutates them, and `npm test` runs them.
 */
export function readCorpus(subject: string): string[] {
  const file = new URL(`../../test/fixtures/fuzz/corpus/${subject}.json.gz`, import.meta.url);
  return existsSync(file) ? (JSON.parse(gunzipSync(readFileSync(file)).toString()) as string[]) : [];
}
