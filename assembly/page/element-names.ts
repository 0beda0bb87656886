/** Keys of element names in paths. */
import { Trait, setTrait } from '../elements';
import { Tag, spellingLength, spellingOf } from '../html/names';
import { hashBytes } from './hash';

/** Keys of known names; 0 until their first use. */
const NAME_KEYS = memory.data(<i32>Tag.COUNT * 8, 8);

export function readNoscript(isRead: bool): void {
  setTrait(Tag.NOSCRIPT, Trait.IGNORED, !isRead);
}

/** Key of a known name: the hash of its spelling, independent of the list of known names. */
// @ts-ignore: decorator
@inline
export function nameKey(tag: u32): u64 {
  const key = load<u64>(NAME_KEYS + ((<usize>tag) << 3));
  return key ? key : newNameKey(tag);
}

function newNameKey(tag: u32): u64 {
  if (tag == Tag.OTHER) return 0;
  const key = hashBytes(spellingOf(tag), spellingLength(tag));
  store<u64>(NAME_KEYS + ((<usize>tag) << 3), key);
  return key;
}

/** Call this when the seed changes. */
export function forgetNameKeys(): void {
  memory.fill(NAME_KEYS, 0, (<usize>Tag.COUNT) << 3);
}
