/** Names of elements: the keys that they have in a path, and which of them separate blocks by an option. */
import { Trait, setTrait } from '../elements';
import { Tag, spellingLength, spellingOf, tagOf } from '../html/names';
import { checksum } from './checksum';
import { hashBytes } from './hash';

/** Keys of known names, eight bytes each; 0 until the first use. */
const NAME_KEYS = memory.data(<i32>Tag.COUNT * 8, 8);

/** Maximum number of separators whose names the module does not know by number (custom elements). */
const CUSTOM_MAX: u32 = 64;
/**
 * A checksum of the name of each of these, which does not depend on the seed, eight bytes each. Another name with the same checksum
 * separates blocks too; a page with it could as well have the name itself.
 */
const CUSTOM = memory.data(64 * 8, 8);
/** Number of these separators. */
let customCount: u32 = 0;

/** Reads noscript elements like others, or ignores them. */
export function readNoscript(isRead: bool): void {
  setTrait(Tag.NOSCRIPT, Trait.IGNORED, !isRead);
}

/**
 * Key of a known name: the hash of its spelling, so that a name that becomes known one day keeps its key. It is computed at
 * the first use after a change of the seed.
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

/** Removes the keys of names, which were made with another seed. */
export function forgetNameKeys(): void {
  memory.fill(NAME_KEYS, 0, (<usize>Tag.COUNT) << 3);
}

/** Whether a name that has no number, in `length` bytes at `start`, is one of the custom separators. */
export function isCustomSeparator(start: usize, length: usize): bool {
  if (!customCount) return false;
  const key = checksum(start, length);
  for (let index: u32 = 0; index < customCount; ++index) {
    if (load<u64>(CUSTOM + (index << 3)) == key) return true;
  }
  return false;
}

/** Makes the element whose lower-case name stands in `length` bytes at `start` a separator; false if there are too many. */
export function markSeparator(start: usize, length: u32): bool {
  const tag = tagOf(start, length);
  if (tag != Tag.OTHER) {
    setTrait(tag, Trait.SEPARATOR, true);
    return true;
  }
  if (customCount == CUSTOM_MAX) return false;
  store<u64>(CUSTOM + (customCount++ << 3), checksum(start, length));
  return true;
}
