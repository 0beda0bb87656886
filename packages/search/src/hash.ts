import { Seed } from 'refrain/engine';

/** 32 bits: from the seed of the options, or random. */
export const secretOf = (seed: string | undefined): number => Number.parseInt((seed ?? Seed.random()).slice(-8), 16);

/** A hash, at least 1 and below 2⁵³. Its lowest 32 bits are a hash, too. */
export function hashOf(text: string, secret: number): number {
  let [low, high] = [0xdeadbeef ^ secret, 0x41c6ce57 ^ secret];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0 || 1);
}
