/**
 * The committed corpus: for each subject the inputs that together light all features that were found, as few as suffice. Fuzzing
 * starts from it, and `npm test` runs it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

const FOLDER = new URL('../../test/fixtures/fuzz/corpus/', import.meta.url);

const fileOf = (subject: string): URL => new URL(`${subject}.json.gz`, FOLDER);

export function readCorpus(subject: string): string[] {
  const file = fileOf(subject);
  return existsSync(file) ? (JSON.parse(gunzipSync(readFileSync(file)).toString()) as string[]) : [];
}

export function writeCorpus(subject: string, inputs: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(subject), gzipSync(JSON.stringify(inputs), { level: 9 }));
}
