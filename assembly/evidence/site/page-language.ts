/**
 * The declared language of the page, which the table of the site counts like a sighting. Languages have different texts, so only pages in
 * one language count as those on which a text could appear.
 */
import { reserveScratch, scratch } from '../../page/arena';
import { isFromSource } from '../../page/element-text';
import { hashBytes, segmentKey } from '../../page/hash';
import { TapeLanguage } from '../../page/tape';
import { Decoded, Known, decode, forgetValues, hasValue, readAttributes } from '../../page/attribute-values';

const LANGUAGE: u64 = 0x5851f42d4c957f2d;
/** Maximum letters of a language code: the part of a tag before the first hyphen (BCP 47). */
const LETTERS_MAX: usize = 8;

/** Finds the value that the root element declares; false without one, and without memory. */
function findLanguage(root: u32): bool {
  if (!isFromSource()) {
    Decoded.start = TapeLanguage.start;
    Decoded.end = TapeLanguage.end;
    return true;
  }
  forgetValues();
  readAttributes(root);
  return hasValue(Known.LANG) && decode(Known.LANG);
}

/** Key of the language that the root element of the current page declares; 0 without one, and without memory. */
export function languageKey(root: u32): u64 {
  if (!root || !findLanguage(root) || !reserveScratch(LETTERS_MAX)) return 0;
  let length: usize = 0;
  for (let at = Decoded.start; at < Decoded.end && length < LETTERS_MAX; ++at) {
    const letter = <u32>load<u8>(at) | 0x20;
    if (letter - 0x61 > 25) break;
    store<u8>(scratch + length++, letter);
  }
  return length ? segmentKey(hashBytes(scratch, length), LANGUAGE) : 0;
}
