/** Seeds of keys: 128 bits, as 32 hexadecimal digits. */
import { OptionError, UsageError } from './errors.ts';

const DIGITS = 32;

/**
 * The digits of a seed, or undefined. The error message does not contain the value, which may resemble
 * the intended secret.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function option(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return digitsOf(BigInt(value));
  if (typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value)) return value.toLowerCase();
  throw new OptionError(`seed must be a whole number from 0 to 2^53 − 1, or ${DIGITS} hexadecimal digits`);
}

const digitsOf = (seed: bigint): string => seed.toString(16).padStart(DIGITS, '0');

/**
 * A random seed.
 *
 * @throws {UsageError} `CORE_FAILED` if the platform has no random numbers (workerd outside of a handler)
 */
export function random(): string {
  const made = new BigUint64Array(2);
  try {
    crypto.getRandomValues(made);
  } catch (cause) {
    const advice = 'create the detector where random numbers are allowed, or give the option seed';
    throw new UsageError('CORE_FAILED', `no random seed can be made: ${advice}`, { cause });
  }
  return digitsOf(((made[0] ?? 0n) << 64n) | (made[1] ?? 0n));
}

/** The two words of a seed for the module, the lower one first. */
export function words(digits: string): [low: bigint, high: bigint] {
  const seed = BigInt(`0x${digits}`);
  return [BigInt.asUintN(64, seed), seed >> 64n];
}
