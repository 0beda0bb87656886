/** 64-bit fingerprints for the baselines. The methods do not depend on the hash function. */
const MASK = 0xffff_ffff_ffff_ffffn;

/** Two multiplicative hashes over UTF-16 code units, joined: fast in JavaScript, and uniform enough for sets. */
export function fingerprint(text: string): bigint {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return ((BigInt(two >>> 0) << 32n) | BigInt(one >>> 0)) & MASK;
}
