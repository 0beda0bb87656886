/** `--shard K/N`: the sites of one of N independent tasks. */
import { hashOfSite } from 'refrain/engine';
import type { Shard } from '../arguments/flag-values.ts';

/** Mixes the hash again: threads divide sites by its last bits, and these must differ between the sites of a shard. */
export function isInShard(shard: Shard | undefined, site: string): boolean {
  if (shard === undefined) return true;
  const hash = Math.imul(hashOfSite(site), 0x9e3779b1) >>> 0;
  return Math.floor((hash * shard.count) / 2 ** 32) === shard.number - 1;
}
