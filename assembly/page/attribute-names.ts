/** Finds words in the class and id of the element that was read last. */
import { AttributeId, hasValue, rawEnd, rawStart } from './attribute-values';
import { isLetter } from '../html/scan';
import { spend } from '../work';
import { match } from './match';

const NAME_STEPS: u64 = 8;

/** True if a word of a value begins with one of `words`. A word starts at a capital or after a non-letter. */
function hasWordIn(known: u32, words: string): bool {
  if (!hasValue(known)) return false;
  const end = rawEnd(known);
  spend(<u64>(end - rawStart(known)) * NAME_STEPS);
  let before: u32 = 0;
  for (let at = rawStart(known); at < end; ++at) {
    const byte = <u32>load<u8>(at);
    if (isLetter(byte) && (!isLetter(before) || byte < 0x60) && match(at, end, words)) return true;
    before = byte;
  }
  return false;
}

/** True if a word of the class or id begins with one of `words`. */
export function isNamed(words: string): bool {
  return hasWordIn(AttributeId.CLASS, words) || hasWordIn(AttributeId.ID, words);
}
