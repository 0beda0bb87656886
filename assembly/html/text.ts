/**
 * Text nodes and the text arena. A text node usually refers to a range of the source. Texts with character references or NUL, and texts of
 * several pieces, are in the text arena: one block of memory; a larger one replaces a full one.
 *
 * Until the tree is complete, a node with text in the arena stores its offset there (Node.TEXT), its capacity (Node.EXTRA_LENGTH) and the
 * previous node of this kind (Node.EXTRA). `resolveTexts` then replaces offsets by addresses.
 *
 * Any part of a table can extend a foster-parented text. A text that must be moved receives twice the needed capacity, so the total cost is
 * linear.
 */
import { Status } from '../layout';
import { Flag, Node, NodeKind, newNode, nodeAt } from './nodes';
import { newRegion } from '../region';
import { copySteps, findAny, findByte } from './scan';
import { fail, isInSource } from './state';
import { Reference, decodeReference, writeReplacement } from './references';

const TEXTS = newRegion();

export namespace TextArena {
  export let base: usize = 0;
  export let end: u32 = 0;
  /** The last node with text in the arena. */
  export let nodes: u32 = 0;
}

/** Free bytes after the last text, which copying in steps may overwrite. */
const SLACK: u32 = 64;

/** What decoding does in addition to normalising line ends: a sum of these values. NULs are dropped unless replaced or kept. */
export const enum Decoding {
  NONE = 0,
  /** NUL becomes U+FFFD. */
  NUL_REPLACED = 1,
  NUL_KEPT = 2,
  REFERENCES = 4,
  /** `</>`, which is not a token in the data state, is dropped. */
  EMPTY_TAGS = 8,
}

export function beginTexts(): void {
  TextArena.end = 0;
  TextArena.nodes = 0;
}

export function releaseTexts(): void {
  TEXTS.release();
  TextArena.end = 0;
}

/** Reserves `bytes` more bytes; false if memory is unavailable. The arena may move. */
function textFits(bytes: u64): bool {
  const needed = <u64>TextArena.end + bytes + SLACK;
  if (needed > 0xf0000000 || !TEXTS.grow(<usize>needed, TextArena.end)) {
    fail(Status.OUT_OF_MEMORY);
    return false;
  }
  TextArena.base = TEXTS.at;
  return true;
}

export function resolveTexts(): void {
  for (let node = TextArena.nodes; node; ) {
    const at = nodeAt(node);
    node = at.extra;
    at.text += TextArena.base;
    at.extra = 0;
    at.extraLength = 0;
  }
}

/** Copies source bytes, with LF for CR and CR LF; returns the address after the copy. */
function copyNormalized(from: usize, end: usize, to: usize): usize {
  while (from < end) {
    const stop = findByte(0x0d, from, end);
    copySteps(to, from, stop - from);
    to += stop - from;
    from = stop;
    if (from >= end) break;
    store<u8>(to, 0x0a);
    to++;
    from += from + 1 < end && load<u8>(from, 1) == 0x0a ? 2 : 1;
  }
  return to;
}

/**
 * Decodes source bytes; returns the address after the result, which has at most three times as many bytes. Fifteen more may be overwritten.
 */
export function decodeTo(from: usize, end: usize, to: usize, decoding: u32): usize {
  const ampersand: i8 = decoding & Decoding.REFERENCES ? 0x26 : 0;
  const less: i8 = decoding & Decoding.EMPTY_TAGS ? 0x3c : 0;
  while (from < end) {
    const stop = findAny(ampersand, 0, less, from, end);
    to = copyNormalized(from, stop, to);
    from = stop;
    if (from >= end) break;
    const byte = load<u8>(from);
    if (byte == 0) {
      if (decoding & Decoding.NUL_REPLACED) to = writeReplacement(to);
      else if (decoding & Decoding.NUL_KEPT) {
        store<u8>(to, 0);
        to++;
      }
      from++;
    } else if (byte == 0x3c) {
      if (from + 2 < end && load<u16>(from, 1) == 0x3e2f) from += 3;
      else {
        store<u8>(to, byte);
        to++;
        from++;
      }
    } else {
      to = decodeReference(from, end, to, false);
      from = Reference.end;
    }
  }
  return to;
}

/** Decodes source bytes to the end of the arena; returns the number of bytes written. */
export function decodeText(from: usize, end: usize, decoding: u32): u32 {
  // A NUL becomes three bytes; a reference of five bytes may become six.
  if (!textFits(<u64>(end - from) * 3)) return 0;
  const start = TextArena.base + TextArena.end;
  const length = <u32>(decodeTo(from, end, start, decoding) - start);
  TextArena.end += length;
  assert(<usize>TextArena.end <= TEXTS.bytes);
  return length;
}

/** Removes NULs from a text in the arena; returns its new length. */
export function dropNuls(offset: u32, length: u32): u32 {
  const start = TextArena.base + offset;
  let to = start;
  for (let from = start; from < start + length; from++) {
    const byte = load<u8>(from);
    store<u8>(to, byte);
    to += usize(byte != 0);
  }
  return <u32>(to - start);
}

// @ts-ignore: decorator
@inline
export function newText(from: usize, to: usize, source: usize): u32 {
  assert(isInSource(from, to));
  const node = newNode(NodeKind.TEXT << 16, <u32>(from - source), <u32>(to - source));
  store<u64>(changetype<usize>(nodeAt(node)), <u64>from | ((<u64>(to - from)) << 32), offsetof<Node>('text'));
  return node;
}

export function newDecodedText(offset: u32, length: u32, start: u32, end: u32): u32 {
  assert(offset + length <= TextArena.end && start <= end);
  const node = newNode((NodeKind.TEXT << 16) | (Flag.DECODED << 24), start, end);
  listDecoded(node, offset, length, length);
  return node;
}

/** Lists a node whose text is in the arena. */
export function listDecoded(node: u32, offset: u32, length: u32, capacity: u32): void {
  const at = nodeAt(node);
  at.text = <usize>offset;
  at.textLength = length;
  at.extra = TextArena.nodes;
  at.extraLength = capacity;
  TextArena.nodes = node;
}

/** Reserves bytes after the text of a node; returns the address after the text, or 0 if memory is unavailable. */
function extend(node: u32, bytes: u32): usize {
  const at = nodeAt(node);
  const length = at.textLength;
  const text = <u32>at.text;
  if (!(at.flags & Flag.DECODED)) {
    const capacity = (<u64>length + bytes) * 2 + 32;
    if (!textFits(capacity)) return 0;
    const start = TextArena.base + TextArena.end;
    const copied = <u32>(copyNormalized(text, <usize>text + length, start) - start);
    at.flags |= <u8>Flag.DECODED;
    listDecoded(node, TextArena.end, copied, <u32>capacity);
    TextArena.end += <u32>capacity;
    return start + copied;
  }
  const capacity = at.extraLength;
  // Copying in steps may overwrite fifteen bytes after the text.
  if (length + bytes + 16 > capacity) {
    if (text + capacity == TextArena.end) {
      if (!textFits(bytes + 16)) return 0;
      at.extraLength = capacity + bytes + 16;
      TextArena.end += bytes + 16;
    } else {
      const wanted = (<u64>length + bytes) * 2 + 32;
      if (!textFits(wanted)) return 0;
      copySteps(TextArena.base + TextArena.end, TextArena.base + text, length);
      at.text = <usize>TextArena.end;
      at.extraLength = <u32>wanted;
      TextArena.end += <u32>wanted;
    }
  }
  return TextArena.base + <u32>at.text + length;
}

export function addSource(node: u32, from: usize, to: usize, source: usize): void {
  assert(isInSource(from, to));
  const at = nodeAt(node);
  const text = <usize>(<u32>at.text);
  const length = <usize>at.textLength;
  at.end = <u32>(to - source);
  if (!(at.flags & Flag.DECODED) && text + length == from) {
    at.textLength = <u32>(to - text);
    return;
  }
  const end = extend(node, <u32>(to - from));
  if (!end) return;
  const added = <u32>(copyNormalized(from, to, end) - end);
  at.textLength += added;
}

export function addDecoded(node: u32, offset: u32, length: u32, end: u32): void {
  assert(offset + length <= TextArena.end);
  const at = nodeAt(node);
  at.end = end;
  const capacity = at.extraLength;
  const had = at.textLength;
  if (at.flags & Flag.DECODED && capacity == had && <u32>at.text + capacity == offset) {
    at.textLength = had + length;
    at.extraLength = capacity + length;
    return;
  }
  const to = extend(node, length);
  if (!to) return;
  copySteps(to, TextArena.base + offset, length);
  at.textLength += length;
}
