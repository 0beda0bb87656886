/** Constants of the records of words, terms and lengths, which assembly/layout.ts draws and only the module of indexing exports. */
import type { IndexingExports } from './exports.ts';

const NAMES = [
  'WORD_KEY',
  'WORD_BYTES',
  'INDEXED_BYTES',
  'RANGES',
  'TERM_KEY',
  'TERM_OFFSET',
  'TERM_DF',
  'TERM_PAGES_BYTES',
  'TERM_POSITIONS_BYTES',
  'TERM_HASH',
  'TERM_BYTES',
  'LENGTH_WORDS',
  'LENGTH_DIFFERENT',
  'LENGTH_BYTES',
  'CHARACTER_OTHER',
  'CHARACTER_LETTER',
  'CHARACTER_DIGIT',
  'CHARACTER_JOINER',
  'CHARACTER_MID_LETTER',
  'CHARACTER_MID_DIGIT',
  'CHARACTER_MID',
  'CHARACTER_MARK',
  'CHARACTER_FOREIGN',
  'CHARACTERS',
] as const satisfies readonly (keyof IndexingExports)[];

/** Sizes, offsets and kinds of characters by name. */
export type IndexingLayout = Readonly<Record<(typeof NAMES)[number], number>>;

export const readIndexingLayout = (instance: IndexingExports): IndexingLayout =>
  Object.fromEntries(NAMES.map((name) => [name, Number(instance[name].value)])) as IndexingLayout;
