/** Texts of elements. */
import { Flag, nodeAt } from '../html/nodes';
import { writeName } from '../html/attributes';
import { reserveScratch, scratch } from './arena';

/** True for a text in the source: there CR and CR LF mean LF. */
export function isSourceText(text: u32): bool {
  return !(<u32>nodeAt(text).flags & Flag.DECODED);
}

/** Length of the name that `lowerName` wrote. */
export let nameLength: u32 = 0;

/** Writes an element's unknown name to scratch, in the case of the tree; false if memory is unavailable. */
export function lowerName(element: u32): bool {
  const name = nodeAt(element).text;
  const length = nodeAt(element).textLength;
  if (!reserveScratch(length * 3)) return false;
  nameLength = <u32>(writeName(name, name + length, scratch) - scratch);
  return true;
}
