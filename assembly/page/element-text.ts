/**
 * Texts of an element that are read from where it came from: a tape has names in lower case and class attributes ready,
 * a source has them as they were written.
 */
import { Flag, Node } from '../html/records';
import { Attribute, Buffer, bufferFits, findAttribute, writeName, writeValue } from '../html/attributes';
import { Tag } from '../html/names';
import { nodeAt, originOf } from '../html/nodes';
import { spend } from '../work';
import { input, reserveScratch, scratch } from './arena';
import { cleanHash, codePoints, normalise } from './text';

/** Whether the current page came as a source. */
let fromSource: bool = false;

export function isFromSource(): bool {
  return fromSource;
}

export function setOrigin(source: bool): void {
  fromSource = source;
}

/** Whether the bytes of a text stand in the source as they were written, where CR and CR LF stand for LF. */
export function isSourceText(text: u32): bool {
  return fromSource && !(<u32>nodeAt(text).flags & Flag.DECODED);
}

/** Length of what `lowerName` wrote. */
export let nameLength: u32 = 0;

/** Writes the name of an element that has no number, as the tree has it, to scratch; false if memory is unavailable. */
export function lowerName(element: u32): bool {
  const name = nodeAt(element).text;
  const length = nodeAt(element).textLength;
  if (!reserveScratch(length * 3)) return false;
  nameLength = <u32>(writeName(name, name + length, scratch) - scratch);
  return true;
}

/** Address of the value that `readClass` found. */
export let classStart: usize = 0;
/** Length of the value that `readClass` found, in bytes. */
export let classLength: u32 = 0;

/** Finds the value of the class attribute, empty without one; false if memory is unavailable to decode it. */
export function readClass(element: u32): bool {
  const at = nodeAt(element);
  classLength = 0;
  if (!fromSource) {
    classStart = <usize>at.extra;
    const namesLength = at.extraLength;
    // An id stands behind a NUL.
    while (classLength < namesLength && load<u8>(classStart + classLength)) ++classLength;
    return true;
  }
  if (!(at.flags & Flag.ATTRIBUTES)) return true;
  const end = at.extra;
  const start = end - at.extraLength;
  spend((end - start) >> 1);
  if (!findAttribute(input + start, input + end, 'class')) return true;
  if (!bufferFits(<u32>(Attribute.valueEnd - Attribute.value))) return false;
  classStart = Buffer.base;
  classLength = <u32>(writeValue(classStart) - classStart);
  return true;
}

/** Hash of the normalised class attribute that `hashClass` found; 0 without one. */
export let classHash: u64 = 0;

/** In place of the hash of no classes, where it is kept. */
const NO_CLASS: u64 = 1;

/**
 * Finds the hash of the class attribute; false if memory is unavailable. One start tag may have thousands of copies, so its
 * hash is kept in the record of the formatting element that they are copies of.
 */
export function hashClass(element: u32): bool {
  const isKnown = fromSource && nodeAt(element).tag != Tag.OTHER;
  const origin = isKnown ? originOf(element) : element;
  const kept = origin == element ? 0 : load<u64>(changetype<usize>(nodeAt(origin)), offsetof<Node>('text'));
  if (kept) {
    classHash = kept == NO_CLASS ? 0 : kept;
    return true;
  }
  if (!readClass(element) || !normalise(classStart, classLength)) return false;
  classHash = codePoints ? cleanHash() : 0;
  if (origin != element)
    store<u64>(changetype<usize>(nodeAt(origin)), classHash ? classHash : NO_CLASS, offsetof<Node>('text'));
  return true;
}
