/** The checksum of LevelDB's files: CRC-32C, eight bytes a step. */

const POLYNOMIAL = 0x82f6_3b78;
const STEP = 8;

const TABLES = tables();

/** Table `t` has the checksum of each byte that is followed by `t` zero bytes. */
function tables(): readonly Int32Array[] {
  const all = Array.from({ length: STEP }, () => new Int32Array(256));
  const [first = new Int32Array()] = all;
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    first[byte] = crc;
  }
  for (let at = 1; at < STEP; at += 1) {
    const [table, before] = [all[at] ?? first, all[at - 1] ?? first];
    for (let byte = 0; byte < 256; byte += 1) {
      const crc = before[byte] ?? 0;
      table[byte] = (crc >>> 8) ^ (first[crc & 255] ?? 0);
    }
  }
  return all;
}

/** The checksum of a part of some bytes. */
export function crc32c(bytes: Uint8Array, start: number, end: number): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as readonly [
    ...[Int32Array, Int32Array, Int32Array, Int32Array],
    ...[Int32Array, Int32Array, Int32Array, Int32Array],
  ];
  const byte = (at: number): number => bytes[at] as number;
  let crc = -1;
  let at = start;
  for (; at + STEP <= end; at += STEP) {
    crc ^= byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24);
    crc =
      (t7[crc & 255] as number) ^
      (t6[(crc >>> 8) & 255] as number) ^
      (t5[(crc >>> 16) & 255] as number) ^
      (t4[crc >>> 24] as number) ^
      (t3[byte(at + 4)] as number) ^
      (t2[byte(at + 5)] as number) ^
      (t1[byte(at + 6)] as number) ^
      (t0[byte(at + 7)] as number);
  }
  for (; at < end; at += 1) crc = (t0[(crc ^ byte(at)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** LevelDB stores checksums in this form, because a checksum of bytes that contain their own checksum is weak. */
export const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa282_ead8) >>> 0;
