/** Readers of values other than texts, numbers and words. */
import type { SiteOf } from '@refrain/crawl';
import { check } from 'refrain/engine';
import { CommandError, errorCode, messageOf } from '../errors.ts';
import { usageError } from './flag-kinds.ts';

/** @throws {CommandError} about `source` if it cannot be the name of a site */
export function checkSiteName(source: string, name: string): string {
  try {
    return check.site(name);
  } catch (error) {
    throw new CommandError(`${source}: ${messageOf(error)}`, { usage: true, code: errorCode(error) });
  }
}

export function readSiteOf(given = 'host'): SiteOf {
  if (given === 'host' || given === 'domain') return given;
  const folders = Number(/^folders:(\d+)$/.exec(given)?.[1] ?? 0);
  if (folders === 0) throw usageError(`--site-of: must be host, domain or folders:N (N from 1), not ${given}`);
  return { folders };
}

/** True if an input is the URL of a page. */
export const isUrl = (input: string): boolean => /^https?:\/\//i.test(input);

/** A URL for messages, without name and password. */
export const urlWithoutLogin = (address: string): string => address.replace(/(^|\/)[^/@]+@/, '$1');

/** @throws {CommandError} if it is not the URL of a page */
export function checkUrl(given: string, name = given): string {
  if (isUrl(given) && URL.canParse(given)) return given;
  const value = name === given ? '' : `, not ${urlWithoutLogin(given)}`;
  throw usageError(`${urlWithoutLogin(name)}: must be an address that begins with http:// or https://${value}`);
}

/** The URL of a proxy. Errors do not contain it, because it may have a password. */
export function readProxy(given: string, name: string): string {
  const text = given.includes('://') ? given : `http://${given}`;
  if (URL.canParse(text) && /^https?:/i.test(text)) return new URL(text).href;
  throw usageError(`${name}: must be written http://host:port, or http://name:password@host:port`);
}

/** Default interval of saving a store: pages or seconds. */
export const FLUSH = '30s';

/** `30s` is seconds, `5000` pages. */
export function readFlush(given: string = FLUSH): { readonly pages: number; readonly seconds: number } {
  const [, digits, unit] = /^(\d+)(s?)$/.exec(given) ?? [];
  const value = Number(digits);
  if (!(value > 0)) throw usageError(`--flush-every: must be a number of pages (5000) or seconds (30s), not ${given}`);
  const never = Number.POSITIVE_INFINITY;
  return unit === 's' ? { pages: never, seconds: value } : { pages: value, seconds: never };
}

export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** Far fewer than the 2³² values of the hash. */
const SHARDS_MAX = 1_000_000;

/** @throws {CommandError} unless it is a shard such as `42/1000`, the 42nd of a thousand */
export function readShard(given: string, name: string): Shard {
  const [, number = '', count = ''] = /^(\d+)\/(\d+)$/.exec(given) ?? [];
  const shard = { number: Number(number), count: Number(count) };
  if (shard.number >= 1 && shard.number <= shard.count && shard.count <= SHARDS_MAX) return shard;
  throw usageError(
    `${name}: must be K/N, shard K of N, from 1 to at most ${SHARDS_MAX}, such as 42/1000, not ${given}`,
  );
}
