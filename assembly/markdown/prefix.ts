/**
 * The prefix of each line of a block: the marks of the quotes and list items around it. The first line of an item has its marker; later
 * lines have spaces instead. So there are two prefixes of the same length: one for the next line and one for later lines.
 */
import { writeNumber } from '../output/write';
import { Out, here, put } from './out';

const FIRST = memory.data(512, 16);
const REST = memory.data(512, 16);

/** Set by this file, and by files that open and close containers. */
export namespace Prefix {
  export let length: u32 = 0;
  /** The shortest `length` since the last line: the blank line between both lines has this part of the prefix. */
  export let shared: u32 = 0;
  /** True if a marker is not written yet: the two prefixes differ. */
  export let pending: bool = false;
  /** True if the next line follows the last one without a blank line. */
  export let tight: bool = false;
  /** The box of a task list before the next text: 0, or the byte in it. */
  export let box: u32 = 0;
  /** The number of a note that begins with the next line, or 0. The first prefix contains a NUL in its place. */
  export let note: u32 = 0;
}

export function beginPrefix(): void {
  Prefix.length = 0;
  Prefix.shared = 0;
  Prefix.pending = false;
  Prefix.tight = false;
  Prefix.box = 0;
  Prefix.note = 0;
}

export function addToPrefix(first: u32, rest: u32): void {
  assert(Prefix.length < 500, 'prefix: too long');
  store<u8>(FIRST + Prefix.length, first);
  store<u8>(REST + Prefix.length, rest);
  Prefix.length++;
  if (first != rest) Prefix.pending = true;
}

/** Shortens the prefixes to those of the container around. */
export function cutPrefix(length: u32): void {
  Prefix.length = length;
  if (Prefix.shared > length) Prefix.shared = length;
  if (!Prefix.pending) return;
  Prefix.pending = false;
  for (let at: u32 = 0; at < length; at++) {
    if (load<u8>(FIRST + at) != load<u8>(REST + at)) Prefix.pending = true;
  }
}

function copyPrefix(from: usize, length: u32): void {
  memory.copy(Out.to, from, length);
  Out.to += length;
}

/** Starts another line of the same block. */
export function continueLine(): void {
  put(0x0a);
  copyPrefix(REST, Prefix.length);
}

/** Starts an empty line of the same block, without spaces at its end. */
export function continueEmpty(length: u32): void {
  put(0x0a);
  while (length && load<u8>(REST + length - 1) == 0x20) length--;
  copyPrefix(REST, length);
}

/** Writes the label of a note, which is also that of its references. */
export function putNoteLabel(number: u32): void {
  put(0x5b);
  put(0x5e);
  Out.to = writeNumber(Out.to, number);
  put(0x5d);
}

/** Writes the first prefix: the markers, and the number of a note. */
function putMarkers(): void {
  for (let at: u32 = 0; at < Prefix.length; at++) {
    const byte = <u32>load<u8>(FIRST + at);
    if (byte) {
      put(byte);
    } else if (Prefix.note) {
      putNoteLabel(Prefix.note);
      put(0x3a);
      put(0x20);
      Prefix.note = 0;
    }
  }
}

/** Starts the first line of a block, after a blank line unless it is tight. */
export function beginLine(): void {
  if (here()) {
    if (!Prefix.tight) continueEmpty(Prefix.shared);
    put(0x0a);
  }
  if (Prefix.pending) {
    putMarkers();
    memory.copy(FIRST, REST, Prefix.length);
    Prefix.pending = false;
  } else {
    copyPrefix(FIRST, Prefix.length);
  }
  Prefix.shared = Prefix.length;
  Prefix.tight = false;
  if (!Prefix.box) return;
  put(0x5b);
  put(Prefix.box);
  put(0x5d);
  put(0x20);
  Prefix.box = 0;
}

/** The first byte of the marker before the next line, or 0. */
export function pendingMarker(): u32 {
  let at = Prefix.length;
  while (at && load<u8>(FIRST + at - 1) == 0x20) at--;
  return Prefix.pending && at ? load<u8>(FIRST + at - 1) : 0;
}
