/** `--shard K/N`: the sites of one of N independent tasks. */
import { hashOfSite } from 'refrain/engine';
import type { Shard } from '../arguments/flag-values.ts';

/**
 * The hash is mixed again, because threads divide the sites of a run by its last bits, which must differ within a
 * shard.
 */
export function isInShard(shard: Shard | undefined, site: string): boolean {
  if (shard === undefined) return true;
  const hash = Math.imul(hashOfSite(site), 0x9e3779b1) >>> 0;
  return Math.floor((hash * shard.count) / 2 ** 32) === shard.number - 1;
}
