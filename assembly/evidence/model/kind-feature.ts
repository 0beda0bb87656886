/** A feature of the kind of a page: a hash of its source and its value. */
import { scoreFeature } from './kinds';
import { addLetter, hashOf } from '../block/word-hash';

/** Seed of all hashes of features and of keys. */
const SEED: u32 = 0x6b1d6f2b;

// Sources of features. The hashes of the keys of attributes and of meta elements are also sources.
/** Names of html and body. */
export const FROM_PAGE: u32 = 1;
/** Names of other elements. */
export const FROM_NAMES: u32 = 2;
/** Words of short texts. */
export const FROM_SHORT: u32 = 3;
/** Words of headings. */
export const FROM_HEADING: u32 = 4;
/** Words of headings of the first level. */
export const FROM_FIRST_HEADING: u32 = 5;
/** Words of the title. */
export const FROM_TITLE: u32 = 6;
/** Types of linked data. */
export const FROM_DATA: u32 = 7;
/** Keys without their values. */
export const FROM_HOST: u32 = 8;
/** Words of the path. */
export const FROM_PATH: u32 = 9;
/** Keys themselves, whatever their values. */
export const FROM_KEYS: u32 = 10;
/** First source of counts of elements, one for each tag. */
export const FROM_ELEMENTS: u32 = 256;
/** First source of other numbers. */
export const FROM_NUMBERS: u32 = 512;

export function addFeature(source: u32, value: u32): void {
  scoreFeature(hashOf(addLetter(addLetter(SEED, source), value)));
}

/** Adds a number as one feature for each step up to its own. */
export function addSteps(source: u32, steps: u32): void {
  const state = addLetter(SEED, source);
  for (let step: u32 = 1; step <= steps; ++step) scoreFeature(hashOf(addLetter(state, step)));
}

/** The step of a count: two per doubling. */
export function stepOf(count: u32): u32 {
  if (count < 2) return count;
  const top = 31 - clz(count);
  return (top << 1) + ((count >> (top - 1)) & 1);
}

/** The hash of a key, ignoring its case. */
export function keyOf(at: usize, end: usize): u32 {
  let state = SEED;
  for (; at < end; ++at) state = addLetter(state, <u32>load<u8>(at) | 0x20);
  return hashOf(state);
}

/** The key of a name in lower case. */
export function keyOfName(name: string): u32 {
  let state = SEED;
  for (let index = 0; index < name.length; ++index) state = addLetter(state, <u32>name.charCodeAt(index));
  return hashOf(state);
}
