/**
 * Places of a page: the different paths of its blocks by elements and classes, each once. They distinguish pages of one layout from
 * those of another.
 *
 * A class counts up to its first digit, so that "post-99" is "post-1234". An id is no part of a place: ids in content name a
 * section of one page. Places are in document order, so that a place stands behind the one around it.
 */
import { LAYOUT_PLACES_MAX } from '../layout';

//  hash: 16 bits of the key, under which layouts know the place. up: number of the place around it; 0: it is a child of the root block.
const KEYS = memory.data(<i32>LAYOUT_PLACES_MAX * 4, 4);
const UPS = memory.data(<i32>LAYOUT_PLACES_MAX);
/** Number of the place with a hash; 0 where the page has none. */
const NUMBERS = memory.data(65536);

export let placeCount: u32 = 0;

/** Number of what stands below a place that was not noted, because the page has too many. */
export const NO_PLACE: u32 = 255;

/** Forgets the places of the page before. */
export function clearPlaces(): void {
  for (let number: u32 = 1; number <= placeCount; ++number) store<u8>(NUMBERS + placeHash(number), 0);
  placeCount = 0;
}

/** Hash of a place; places are numbered from 1. */
// @ts-ignore: decorator
@inline
export function placeHash(number: u32): u32 {
  return load<u16>(KEYS + (<usize>(number - 1) << 2), 2);
}

/** Number of the place around a place; 0 for the root block. */
// @ts-ignore: decorator
@inline
export function placeAround(number: u32): u32 {
  return load<u8>(UPS + (number - 1));
}

/** Number of the place with a hash; 0 where the page has none. */
// @ts-ignore: decorator
@inline
export function placeNumber(hash: u32): u32 {
  return load<u8>(NUMBERS + hash);
}

/** Adds a place of a page that was measured elsewhere; `around` is the number of the place around it. */
export function addPlace(around: u32, key: u32): u32 {
  if (placeCount == LAYOUT_PLACES_MAX) return NO_PLACE;
  store<u32>(KEYS + (<usize>placeCount << 2), key);
  store<u8>(UPS + placeCount, <u8>around);
  store<u8>(NUMBERS + (key >> 16), <u8>++placeCount);
  return placeCount;
}

/** The place of a block with some name in the block at the place `around`; it is noted at first sight. */
export function placeOf(around: u32, name: u32): u32 {
  if (around == NO_PLACE) return NO_PLACE;
  let key = around ? load<u32>(KEYS + (<usize>(around - 1) << 2)) : 0;
  key = (rotl<u32>(key, 11) ^ name) * 0x9e3779b1;
  key ^= key >> 15;
  const number = placeNumber(key >> 16);
  return number ? number : addPlace(around, key);
}
