/** Attributes and doctypes for readers of the tree, read from the source again. */
import { Buffer, bufferFits, isInBuffer, writeAttributes } from './attributes';
import { Doctype, scanDoctype } from './markup';
import { Merged } from './merged';
import { nodeAt } from './nodes';
import { Parser } from './state';

/** Address of the repeated html and body start tags (`MergedTag` in records.ts). */
export function mergedAddress(): usize {
  return Merged.base;
}

export function mergedCount(): u32 {
  return Merged.count;
}

/**
 * Writes the attributes of the start tag between the source offsets `start` and `end` to the attribute buffer. Returns
 * the address of the buffer, or 0 if memory is unavailable. Attributes with a repeated name are written too; the first
 * is valid.
 */
export function attributesOf(start: u32, end: u32): usize {
  assert(start < end && Parser.source + end <= Parser.end);
  if (!bufferFits(end - start)) return 0;
  const to = writeAttributes(Parser.source + start, Parser.source + end, Buffer.base + 4);
  assert(isInBuffer(to - 1));
  store<u32>(Buffer.base, <u32>(to - Buffer.base) - 4);
  return Buffer.base;
}

/** Bytes of `<!DOCTYPE`. */
const DOCTYPE_LENGTH: usize = 9;

/** Name, public and system identifier of a doctype: address and length of each; the address is 0 if it is missing. */
const IDENTIFIERS = memory.data<u32>([0, 0, 0, 0, 0, 0]);

/** Reads a doctype from the source; returns the address of its name and identifiers. */
export function doctypeOf(node: u32): usize {
  const at = nodeAt(node);
  const start = Parser.source + at.start;
  scanDoctype(start + DOCTYPE_LENGTH, Parser.source + at.end);
  store<u32>(IDENTIFIERS, <u32>Doctype.name);
  store<u32>(IDENTIFIERS, <u32>(Doctype.nameEnd - Doctype.name), 4);
  store<u32>(IDENTIFIERS, <u32>Doctype.publicId, 8);
  store<u32>(IDENTIFIERS, <u32>(Doctype.publicEnd - Doctype.publicId), 12);
  store<u32>(IDENTIFIERS, <u32>Doctype.systemId, 16);
  store<u32>(IDENTIFIERS, <u32>(Doctype.systemEnd - Doctype.systemId), 20);
  return IDENTIFIERS;
}
