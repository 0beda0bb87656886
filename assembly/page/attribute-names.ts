/** Words in the names of the element whose attributes were read last: in its class and its id. */
import { AttributeId, hasValue, rawEnd, rawStart } from './attribute-values';
import { isLetter } from '../html/scan';
import { spend } from '../work';
import { match } from './match';

/** Work for a byte of a name. */
const NAME_STEPS: u64 = 8;

/** True if a word of a value begins with one of the words. A word begins with a capital or after a character that is not a letter. */
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

/** True if a class or the id has a word that begins with one of the words. */
export function isNamed(words: string): bool {
  return hasWordIn(AttributeId.CLASS, words) || hasWordIn(AttributeId.ID, words);
}
