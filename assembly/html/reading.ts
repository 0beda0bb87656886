/** Reading a tree: what is not in the records of its nodes but has to be read from the source again. */
import { NODE_END, NODE_START } from '../layout';
import { bufferFits, Buffer, writeAttributes } from './attributes';
import { Doctype, scanDoctype } from './markup';
import { Merged } from './merged';
import { Arena, nodeAt } from './nodes';
import { Parser } from './state';

/** Address of the document; that of a node is this plus its reference. */
export function nodesAddress(): usize {
  return Arena.nodes;
}

/** Address of the start tags that gave their attributes to open elements. */
export function mergedAddress(): usize {
  return Merged.base;
}

export function mergedCount(): u32 {
  return Merged.count;
}

/**
 * Writes the attributes of the start tag in the source from `start` to `end` to the attribute buffer and returns the
 * address of it, or 0 where there is no memory. Names that come twice are both written; the first counts.
 */
export function attributesOf(start: u32, end: u32): usize {
  if (!bufferFits(end - start)) return 0;
  const to = writeAttributes(Parser.source + start, Parser.source + end, Buffer.base + 4);
  store<u32>(Buffer.base, <u32>(to - Buffer.base) - 4);
  return Buffer.base;
}

/** Bytes of `<!DOCTYPE`. */
const DOCTYPE_LENGTH: usize = 9;

/** The identifiers of a doctype: three address and length pairs of source bytes; an address of 0 is a missing one. */
const IDENTIFIERS = memory.data<u32>([0, 0, 0, 0, 0, 0]);

/** Reads a doctype again; returns the address of its identifiers. */
export function doctypeOf(node: u32): usize {
  const at = nodeAt(node);
  const start = Parser.source + load<u32>(at, NODE_START);
  scanDoctype(start + DOCTYPE_LENGTH, Parser.source + load<u32>(at, NODE_END));
  store<u32>(IDENTIFIERS, <u32>Doctype.name);
  store<u32>(IDENTIFIERS, <u32>(Doctype.nameEnd - Doctype.name), 4);
  store<u32>(IDENTIFIERS, <u32>Doctype.publicId, 8);
  store<u32>(IDENTIFIERS, <u32>(Doctype.publicEnd - Doctype.publicId), 12);
  store<u32>(IDENTIFIERS, <u32>Doctype.systemId, 16);
  store<u32>(IDENTIFIERS, <u32>(Doctype.systemEnd - Doctype.systemId), 20);
  return IDENTIFIERS;
}
