/**
 * The output region, which grows. `need` reserves space before a node is written. Positions are offsets, because the region moves when it
 * grows.
 */
import { Status } from '../layout';
import { PAGE, growOutput, output, outputCapacity } from '../page/arena';
import { writeAscii } from '../output/write';

/** Set by all writers. */
export namespace Out {
  /** Address of the next byte. */
  export let to: usize = 0;
  /** Address up to which bytes may be written. */
  export let limit: usize = 0;
  /** Memory is unavailable, or the output is too long: nothing more is written. */
  export let failed: bool = false;
  /** The output is too long for the page. */
  export let isTooLong: bool = false;
}

/** Maximum bytes of an output per byte of the page: line prefixes, bases, copies of elements and empty cells repeat. */
const BYTES_PER_BYTE: u64 = 16;
/** Bytes that any output may have in addition. */
const BYTES_MIN: u64 = 1 << 16;
/** Maximum bytes of any output, so that addresses remain within memory. */
const BYTES_MAX: u64 = 0xe0000000;
/** Maximum bytes of the current output. */
let bytesMax: usize = 0;

/** Space that `need` also reserves, for delimiters, markers and prefixes of one node. */
const SLACK: usize = 1024;

/** Begins an output with space for `bytes` bytes. */
export function beginOut(bytes: usize): bool {
  bytesMax = <usize>min(<u64>PAGE.bytes * BYTES_PER_BYTE + BYTES_MIN, BYTES_MAX);
  Out.isTooLong = false;
  Out.failed = !growOutput(min(bytes, bytesMax) + SLACK, 0);
  Out.to = output;
  Out.limit = Out.failed ? output : output + min(outputCapacity(), bytesMax + SLACK);
  return !Out.failed;
}

function grow(bytes: u64): bool {
  if (Out.failed) return false;
  const used = Out.to - output;
  const wanted = <u64>used + bytes;
  Out.isTooLong = wanted > <u64>bytesMax;
  if (Out.isTooLong || !growOutput(<usize>min(wanted + (used >> 1), <u64>bytesMax) + SLACK, used)) {
    Out.failed = true;
    return false;
  }
  Out.to = output + used;
  Out.limit = output + min(outputCapacity(), bytesMax + SLACK);
  return true;
}

/**
 * Reserves space for `bytes` bytes and the slack; false if memory is unavailable, or the output would be too long for the page. The space
 * for a long text can exceed 32 bits.
 */
export function need(bytes: u64): bool {
  assert(Out.to <= Out.limit, 'out: more was written than there was capacity for');
  return <u64>Out.to + bytes + SLACK <= <u64>Out.limit ? true : grow(bytes);
}

export function failure(): u32 {
  return Out.isTooLong ? Status.TOO_COMPLEX : Status.OUT_OF_MEMORY;
}

export function here(): u32 {
  return <u32>(Out.to - output);
}

export function put(byte: u32): void {
  assert(Out.to < Out.limit, 'out: no capacity for a byte');
  store<u8>(Out.to, byte);
  Out.to++;
}

/** Writes ASCII, and up to fifteen bytes more. */
export function putText(text: string): void {
  Out.to = writeAscii(Out.to, text);
}

/** Inserts `bytes` bytes at an offset; they are not set. */
export function insert(offset: u32, bytes: usize): void {
  const at = output + offset;
  memory.copy(at + bytes, at, Out.to - at);
  Out.to += bytes;
}

export function byteAt(offset: u32): u32 {
  return load<u8>(output + offset);
}

export function addressOf(offset: u32): usize {
  return output + offset;
}
