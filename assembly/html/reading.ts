/** Attributes and doctypes for readers of the tree. */
import { Buffer, bufferFits, isInBuffer, writeAttributes } from './attributes';
import { Doctype, scanDoctype } from './markup';
import { Flag, nodeAt } from './nodes';
import { RepeatedTag } from './records';
import { Parser, fail } from './state';
import { Token } from './tags';
import { Status } from '../layout';
import { newRegion } from '../region';

const LIST = newRegion();

/** Number of repeated html and body start tags, whose attributes belong to the open element. */
let merged: u32 = 0;

export function beginMerged(): void {
  merged = 0;
}

export function releaseMerged(): void {
  LIST.release();
  merged = 0;
}

export function mergeAttributes(node: u32): void {
  const used = merged * <u32>RepeatedTag.BYTES;
  if (!LIST.grow(used + RepeatedTag.BYTES, used)) {
    fail(Status.OUT_OF_MEMORY);
    return;
  }
  const tag = LIST.record<RepeatedTag>(merged++);
  tag.node = node;
  tag.start = <u32>(Token.start - Parser.source);
  tag.end = <u32>(Token.end - Parser.source);
  nodeAt(node).flags |= <u8>Flag.MERGED;
}

/** Address of the `RepeatedTag` records. */
export function repeatedTagsAddress(): usize {
  return LIST.at;
}

export function repeatedTagCount(): u32 {
  return merged;
}

/**
 * Writes the attributes of a start tag at these source offsets; returns the address of the buffer, or 0 if memory is unavailable. If names
 * repeat, all are written, and the first is valid.
 */
export function attributesOf(start: u32, end: u32): usize {
  assert(start < end && Parser.source + end <= Parser.end);
  if (!bufferFits(end - start)) return 0;
  const to = writeAttributes(Parser.source + start, Parser.source + end, Buffer.base + 4);
  assert(isInBuffer(to - 1));
  store<u32>(Buffer.base, <u32>(to - Buffer.base) - 4);
  return Buffer.base;
}

const DOCTYPE_LENGTH: usize = 9;

/** Name, public and system identifier: address and length of each; the address is 0 if it is missing. */
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
