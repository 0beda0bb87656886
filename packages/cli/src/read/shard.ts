/** `--shard K/N`: the sites of one of N tasks, which share nothing. */
import { hashOfSite } from 'refrain/engine';
import { usageError } from '../arguments/flags.ts';

/** Maximum number of shards: a hash has 32 bits. */
const COUNT_MAX = 1_000_000;

export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** @throws {CommandError} if it is no shard as `42/1000`, the 42nd of a thousand */
export function readShard(given: string, name: string): Shard {
  const [, number = '', count = ''] = /^(\d+)\/(\d+)$/.exec(given) ?? [];
  const shard = { number: Number(number), count: Number(count) };
  if (count === '') {
    const isOpen = given.startsWith('/') || given.endsWith('/');
    const hint = isOpen ? '; is the variable of the shell set?' : '';
    throw usageError(`${name}: must be K/N, the K-th of N shards, such as 42/1000, not ${given}${hint}`);
  }
  if (shard.count < 1 || shard.count > COUNT_MAX)
    throw usageError(`${name}: must have 1 to ${COUNT_MAX} shards, not ${count}`);
  if (shard.number < 1 || shard.number > shard.count) {
    const range = `1/${shard.count} to ${shard.count}/${shard.count}`;
    throw usageError(`${name}: shards are ${range}, not ${given}; for SLURM: --array=1-${shard.count}`);
  }
  return shard;
}

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
