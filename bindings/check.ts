/** Checks of arguments, with messages that name the option, the value and what is allowed. */
import { InputError, OptionError } from './errors.ts';

/** A value as a message shows it: short, and never the contents of a page. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${value.constructor?.name ?? 'object'}`;
}

/** The error for an option: its name, what is allowed, and its value. */
export const optionError = (name: string, allowed: string, value: unknown): OptionError =>
  new OptionError(`${name} must be ${allowed}, not ${shown(value)}`);

/**
 * Checks that options are an object, and that their names are known if `known` is given. `owner` is the owner of the options in
 * messages.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkObject<T extends object>(owner: string, options: T, known?: readonly string[]): T {
  const value: unknown = options;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw optionError(`the options of ${owner}`, 'an object', value);
  }
  const unknown = Object.keys(value).find((name) => known !== undefined && !known.includes(name));
  if (unknown === undefined) return options;
  throw new OptionError(`${owner} has no option ${JSON.stringify(unknown)}; its options are ${known?.join(', ')}`);
}

/**
 * Bytes that a caller gave. A buffer that was transferred to another thread has none.
 *
 * @throws {InputError} `INPUT_INVALID`
 */
export function checkBytes(name: string, value: unknown, allowed = 'a Uint8Array'): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new InputError(`${name} must be ${allowed}, not ${shown(value)}`);
  if (isDetached(value)) {
    throw new InputError(`${name} must be ${allowed}, not bytes whose buffer was transferred`);
  }
  return value;
}

/** Whether the buffer of the bytes was transferred to another thread. */
export function isDetached(bytes: Uint8Array): boolean {
  if (bytes.length > 0) return false;
  try {
    bytes.subarray();
    return false;
  } catch {
    return true;
  }
}

/** @throws {OptionError} `OPTION_INVALID` */
export function numberOption(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw optionError(name, `a number from ${min} to ${max}`, value);
}

/** @throws {OptionError} `OPTION_INVALID` */
export function wholeOption(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw optionError(name, `a whole number from ${min} to ${max}`, value);
}

/** @throws {OptionError} `OPTION_INVALID` */
export function booleanOption(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw optionError(name, 'true or false', value);
}

/** @throws {OptionError} `OPTION_INVALID` */
export function oneOf<const T extends string | number>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw optionError(name, `one of ${allowed.join(', ')}`, value);
  return found;
}
