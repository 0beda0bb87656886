/** Writers at an address; each returns the end of its output. */

/** Overwrites up to fifteen bytes more. */
export function writeCopy(to: usize, from: usize, end: usize): usize {
  const last = to + (end - from);
  for (; to < last; from += 16, to += 16) v128.store(to, v128.load(from));
  return last;
}

/** Writes an ASCII literal; overwrites up to fifteen bytes more. */
export function writeAscii(to: usize, text: string): usize {
  const from = changetype<usize>(text);
  const length = <usize>text.length;
  for (let at: usize = 0; at < length; at += 16) {
    v128.store(to + at, v128.narrow<i16>(v128.load(from + 2 * at), v128.load(from + 2 * at, 16)));
  }
  return to + length;
}

export function writeNumber(to: usize, value: u32): usize {
  let digits: usize = 1;
  for (let power: u64 = 10; power <= <u64>value; power *= 10) ++digits;
  for (let at = to + digits; at > to; value /= 10) store<u8>(--at, <u8>(0x30 + (value % 10)));
  return to + digits;
}
