import * as check from '../check.ts';
import { OptionError } from '../errors.ts';

const DIGEST = /^[\da-f]{16}$/;

function bitsOf(digest: unknown): bigint {
  if (typeof digest === 'string' && DIGEST.test(digest)) return BigInt(`0x${digest}`);
  throw new OptionError(`contentSimilarity takes two digests of 16 hexadecimal digits, not ${check.shown(digest)}`);
}

/**
 * How similar the contents of two pages are, by their digests: the share of equal bits, 0 to 1. Unrelated texts have about 0.5, texts
 * that differ in a few words 0.9 and more.
 *
 * @throws {OptionError} `OPTION_INVALID` for anything but two digests
 */
export function contentSimilarity(one: string, other: string): number {
  let left = bitsOf(one) ^ bitsOf(other);
  let different = 0;
  for (; left !== 0n; left &= left - 1n) different += 1;
  return 1 - different / 64;
}
