/** The seed in a snapshot, as the option `seed` takes it. */
export function seedOf(snapshot: Uint8Array): string {
  const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  const at = 28 + view.getUint32(12, true);
  const seed = (view.getBigUint64(at + 8, true) << 64n) | view.getBigUint64(at, true);
  return seed.toString(16).padStart(32, '0');
}
