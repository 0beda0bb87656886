import { readFileSync } from 'node:fs';

/** Pieces that a format knows, one JSON value a line; lines that begin with # are comments. */
export const readDictionary = (name: string): readonly string[] =>
  readFileSync(new URL(`dictionaries/${name}.dict`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => JSON.parse(line) as string);
