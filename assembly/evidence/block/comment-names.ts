/**
 * Recognises names of elements with readers' comments: a class or id with a word for comments ("comment-list", "disqus_thread",
 * "kommentare"), unless another word indicates something else ("comments-link", "recent-comments"). Customer reviews count as comments on
 * pages about a product.
 */
import {
  ABOUT_COMMENTS_NAMES,
  AUTHOR_NAMES,
  COMMENT_FORM_NAMES,
  COMMENT_NAMES,
  OF_AUTHOR_NAMES,
  PLACE_NAMES,
  REVIEW_NAMES,
  WRITING_NAMES,
} from '../../vocabulary';
import { NAMES_SEED, addLetter, hashOf } from './word-hash';

export const WORD_COMMENTS: u32 = 1;
/** A word for something else: a link to comments, their number, or a list of comments on other pages. */
export const WORD_OTHER: u32 = 2;
/** The form where comments are written. */
export const WORD_WRITING: u32 = 4;
export const WORD_REVIEWS: u32 = 8;
/** Breadcrumbs, pagers and profiles of authors. */
export const WORD_PLACE: u32 = 16;
export const WORD_AUTHOR: u32 = 32;
/** In a name with a word for an author: the author's profile. */
export const WORD_OF_AUTHOR: u32 = 64;

/** The slot of a word is this number of its highest bits of the hash. */
const SLOT_BITS: u32 = 8;
/** Bits of a slot with the flags of the word. */
const FLAGS_MASK: u32 = 127;
/** A hash table with open addressing. A slot contains the hash of a word, whose low bits are replaced by its flags; 0 if empty. */
const SLOTS = memory.data(256 * 4, 4);

function slotAt(index: u32): usize {
  return SLOTS + ((<usize>(index & ((1 << SLOT_BITS) - 1))) << 2);
}

/** Adds the flags of the words of a list; a space follows each word. */
function note(words: string, flags: u32): void {
  let state = NAMES_SEED;
  for (let at = 0; at < words.length; ++at) {
    const letter = <u32>words.charCodeAt(at);
    if (letter > 0x20) {
      state = addLetter(state, letter);
      continue;
    }
    const hash = hashOf(state);
    let index = hash >> (32 - SLOT_BITS);
    while (load<u32>(slotAt(index)) && (load<u32>(slotAt(index)) ^ hash) & ~FLAGS_MASK) ++index;
    store<u32>(slotAt(index), (hash & ~FLAGS_MASK) | (load<u32>(slotAt(index)) & FLAGS_MASK) | flags);
    state = NAMES_SEED;
  }
}

note(COMMENT_NAMES, WORD_COMMENTS);
note(REVIEW_NAMES, WORD_REVIEWS);
note(ABOUT_COMMENTS_NAMES, WORD_OTHER);
note(WRITING_NAMES, WORD_WRITING);
note(COMMENT_FORM_NAMES, WORD_COMMENTS | WORD_WRITING);
note(PLACE_NAMES, WORD_PLACE);
note(AUTHOR_NAMES, WORD_AUTHOR);
note(OF_AUTHOR_NAMES, WORD_OF_AUTHOR);

/** The sum of the flags (`WORD_…`) of the word with this hash. */
// @ts-ignore: decorator
@inline
export function commentFlagsOf(hash: u32): u32 {
  for (let index = hash >> (32 - SLOT_BITS); ; ++index) {
    const held = load<u32>(slotAt(index));
    if (!held) return 0;
    if (!((held ^ hash) & ~FLAGS_MASK)) return held & FLAGS_MASK;
  }
  return 0;
}
