/** The parts as one array; in `room`, where that is large enough. */
export function joined(parts: readonly Uint8Array[], room?: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const buffer = room !== undefined && room.byteLength >= length ? room : new ArrayBuffer(length);
  const whole = new Uint8Array(buffer, 0, length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
