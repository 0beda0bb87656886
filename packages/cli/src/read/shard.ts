/** `--shard K/N`: the sites of one of N tasks, which share nothing. */
import { hashOfSite } from 'refrain/engine';
import type { Shard } from '../arguments/values.ts';

/**
 * Whether a shard has a site; without shards each is read. The hash is spread again: threads divide the sites of a run by its last bits,
 * and those of a shard must not be all alike.
 */
export function isInShard(shard: Shard | undefined, site: string): boolean {
  if (shard === undefined) return true;
  const hash = Math.imul(hashOfSite(site), 0x9e3779b1) >>> 0;
  return Math.floor((hash * shard.count) / 2 ** 32) === shard.number - 1;
}

/** As it is given. */
export const shardName = ({ number, count }: Shard): string => `${number}/${count}`;
