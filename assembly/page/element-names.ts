/** Names of elements: the keys that they have in a path. */
import { Trait, setTrait } from '../elements';
import { Tag, spellingLength, spellingOf } from '../html/names';
import { hashBytes } from './hash';

/** Keys of known names, eight bytes each; 0 until the first use. */
const NAME_KEYS = memory.data(<i32>Tag.COUNT * 8, 8);

/** Reads noscript elements like others, or ignores them. */
export function readNoscript(isRead: bool): void {
  setTrait(Tag.NOSCRIPT, Trait.IGNORED, !isRead);
}

/**
 * Key of a known name: the hash of its spelling, so that the key does not depend on the list of known names. It is computed at the first
 * use after a change of the seed.
 */
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

/** Removes the keys of names, because the seed has changed. */
export function forgetNameKeys(): void {
  memory.fill(NAME_KEYS, 0, (<usize>Tag.COUNT) << 3);
}
