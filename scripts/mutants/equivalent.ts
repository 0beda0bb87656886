/** Mutants that no test can notice, each with the reason. They are left out. */
import { keyOf, type Mutant } from './mutant.ts';

/** Reasons by the keys of mutants. */
const EQUIVALENT: ReadonlyMap<string, string> = new Map([
  ['assembly/page/line.ts: room >= LINE_MAX → room > LINE_MAX', 'a line of just that size does not fit into memory'],
  ['assembly/page/arena.ts: bytes > blocksBytes → bytes >= blocksBytes', 'room is reserved a little earlier'],
  ['assembly/table/saved.ts: index - to → index + to', 'says only when heap sort takes over'],
  ['assembly/page/tape.ts: at + 16 > end → at + 16 >= end', 'the last event of a tape closes an element'],
  ['assembly/page/path.ts: (byte | 0x20) - 0x61 → (byte | 0x20) + 0x61', 'the name is then written by the slower way'],
  ['assembly/indexing/gather.ts: 64 → 65', 'room beside the words that are counted'],
  ['assembly/html/markup.ts: Doctype.nameEnd = 0; → (nothing)', 'not read where there is no name'],
  ['assembly/html/references.ts: code < 0x80 → code <= 0x80', 'the standard replaces U+0080 before'],
  ['assembly/html/reset.ts: entry > Open.base → entry >= Open.base', 'the loop ends at the last entry'],
]);

export const isEquivalent = (mutant: Mutant): boolean => EQUIVALENT.has(keyOf(mutant));
