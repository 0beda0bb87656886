import { readFileSync } from 'node:fs';

/** The sections of dictionary.txt by their names. */
const SECTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(new URL('dictionary.txt', import.meta.url), 'utf8')
    .split(/^(?=\[)/m)
    .map((section) => section.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
    .map(([name = '', ...lines]) => [name.slice(1, -1), lines.map((line): string => JSON.parse(line))]),
);

/** Pieces that a format knows. */
export function readDictionary(name: string): readonly string[] {
  const found = SECTIONS.get(name);
  if (found === undefined) throw new Error(`dictionary.txt has no section ${name}`);
  return found;
}
