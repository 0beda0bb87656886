/** The checksum of LevelDB's files: CRC-32C. */

const POLYNOMIAL = 0x82f6_3b78;

/** The checksum of each byte. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});

/** The checksum of a part of some bytes. */
export function crc32c(bytes: Uint8Array, start: number, end: number): number {
  let crc = -1;
  for (let at = start; at < end; at += 1) crc = (TABLE[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** LevelDB stores checksums in this form, because a checksum of bytes that contain their own checksum is weak. */
export const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa282_ead8) >>> 0;
