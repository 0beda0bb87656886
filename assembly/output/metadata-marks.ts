/** Hints of what a record may contain. Most records have no authors and dates, so the bindings skip them. */
import { Attribute, firstAttribute, isAttribute, nextAttribute } from '../html/attributes';
import { Tag } from '../html/names';
import { findByte, inRange } from '../html/scan';
import { NOT_CACHED, cacheResult, cachedResult } from '../page/result-cache';
import { WORD_TABLE_BYTES, hasWord, isPersonUrl, tableOf } from '../page/attribute-words';
import { METADATA_NAMES, WRITER_NAMES } from '../vocabulary';
import { spend } from '../work';
import { MetadataMark } from './metadata-format';

// ── Start tags ──

const METADATA_TABLE = tableOf(METADATA_NAMES, memory.data(WORD_TABLE_BYTES, 4));
const WRITER_TABLE = tableOf(WRITER_NAMES, memory.data(WORD_TABLE_BYTES, 4));

/** Maximum bytes of a name or a link to a profile. */
const NAME_BYTES: usize = 512;

// Caches marks of start tags: most repeat.
const CACHE_BITS: u32 = 10;
const CACHE = memory.data(8192, 8);

/** The sum of `MetadataMark` of a start tag's attributes. */
export function marksOfTag(start: usize, end: usize, tag: u32): u32 {
  spend(end - start);
  const known = cachedResult(CACHE, CACHE_BITS, start, end);
  if (known != NOT_CACHED) return known;
  const marks = readMarks(start, end, tag);
  cacheResult(marks);
  return marks;
}

function readMarks(start: usize, end: usize, tag: u32): u32 {
  let marks: u32 = 0;
  firstAttribute(start);
  while (nextAttribute(end)) {
    const isAddress = isAttribute('href');
    const isNamed = isAttribute('class') || isAttribute('rel') || isAttribute('itemprop');
    const isProperty = isAttribute('itemprop') || isAttribute('property');
    if (isProperty) marks |= MetadataMark.PROPERTY;
    // The bindings decide on long values and values with references.
    const isLong = Attribute.valueEnd - Attribute.value > NAME_BYTES;
    const hasReference = isNamed && !isLong && findByte(0x26, Attribute.value, Attribute.valueEnd) < Attribute.valueEnd;
    if (hasReference || (isLong && isNamed)) marks |= MetadataMark.WRITER;
    if (isLong && isAddress) marks |= MetadataMark.LINK;
    if (isLong) continue;
    if (isProperty) marks |= MetadataMark.NAMED;
    if (!isAddress && !isNamed && !isAttribute('id')) continue;
    if (isAddress) {
      // The bindings recognise more URLs of profiles in links.
      const isPerson = isPersonUrl();
      if (isPerson || tag == Tag.A) marks |= MetadataMark.LINK;
      if (isPerson && tag == Tag.A) marks |= MetadataMark.NAMED;
    } else if (hasWord(METADATA_NAMES, METADATA_TABLE)) {
      marks |= MetadataMark.NAMED;
      if (isNamed && hasWord(WRITER_NAMES, WRITER_TABLE)) marks |= MetadataMark.WRITER;
    }
  }
  return marks;
}

// ── Texts ──

export function hasFourDigits(at: usize, end: usize): bool {
  let digits: u32 = 0;
  for (; at < end; at += 16) {
    // The last three bytes of the previous block, and sixteen more.
    const bits = <u32>i8x16.bitmask(inRange(v128.load(at), 0x30, 10));
    digits = (digits >> 16) | (bits << 3);
    const left = <u32>min<usize>(end - at, 16);
    digits &= (1 << (left + 3)) - 1;
    if (digits & (digits >> 1) & (digits >> 2) & (digits >> 3)) return true;
  }
  return false;
}
