/**
 * Checks of arguments. Each returns the checked value, or throws an `OptionError` with `OPTION_INVALID`; for inputs, an
 * `InputError`. Messages name the option, the value and what is allowed.
 */
import { InputError, OptionError } from './errors.ts';
import { attempt } from './values.ts';

/** A value with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** Describes a value for a message: short, and without contents of a page. */
export function describe(value: unknown): string {
  return attempt(() => describeSafely(value)) ?? 'an object that cannot be read';
}

function describeSafely(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${value.constructor?.name ?? 'object'}`;
}

export const optionError = (name: string, allowed: string, value: unknown): OptionError =>
  new OptionError(`${name} must be ${allowed}, not ${describe(value)}`);

/**
 * Checks that options are an object, and (with `known`) that their names are known. `owner` names the options in
 * messages.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function object<T extends object>(owner: string, options: T, known?: readonly string[]): T {
  // Getters and proxies may throw, so options are copied once.
  let copy: Record<string, unknown> | undefined;
  try {
    if (isObject(options) && !Array.isArray(options)) {
      const inherited = known?.filter((name) => name in options && !Object.hasOwn(options, name)) ?? [];
      copy = { ...Object.fromEntries(inherited.map((name) => [name, Reflect.get(options, name)])), ...options };
    }
  } catch (cause) {
    throw new OptionError(`the options of ${owner} cannot be read: ${describe(cause)}`);
  }
  if (copy === undefined) throw optionError(`the options of ${owner}`, 'an object', options);
  const unknown = Object.keys(copy).find((name) => known !== undefined && !known.includes(name));
  if (unknown === undefined) return copy as T;
  throw new OptionError(`${owner} has no option ${JSON.stringify(unknown)}; its options are ${known?.join(', ')}`);
}

const { at } = Uint8Array.prototype;

/**
 * Checks that a value is a `Uint8Array` whose buffer is not detached. Shared memory is copied, because other threads
 * could change it.
 *
 * @throws {InputError} `INPUT_INVALID`
 */
export function bytes(what: string, value: unknown): Uint8Array {
  // A proxy of an array is an instance, but not a view.
  if (!ArrayBuffer.isView(value) || !(value instanceof Uint8Array)) {
    throw new InputError(`${what}, not ${describe(value)}`);
  }
  try {
    // Throws if the buffer was transferred or has become too short. Reading `length` is not enough: code that V8 has
    // optimised may return the old length.
    at.call(value, 0);
  } catch (cause) {
    throw new InputError(`${what}, not one whose buffer was transferred or shrank`, 'INPUT_INVALID', { cause });
  }
  return typeof SharedArrayBuffer !== 'undefined' && value.buffer instanceof SharedArrayBuffer ? value.slice() : value;
}

/** @throws {OptionError} `OPTION_INVALID` */
export function number(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw optionError(name, `a number from ${min} to ${max}`, value);
}

/** @throws {OptionError} `OPTION_INVALID` */
export function whole(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw optionError(name, `a whole number from ${min} to ${max}`, value);
}

/** @throws {OptionError} `OPTION_INVALID` */
export function string(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw optionError(name, 'a string', value);
}

/** @throws {OptionError} `OPTION_INVALID` */
export function boolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw optionError(name, 'true or false', value);
}

/** @throws {OptionError} `OPTION_INVALID` */
export function oneOf<const T extends string | number>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw optionError(name, `one of ${allowed.join(', ')}`, value);
  return found;
}

/** The members of an array, which may be a proxy. @throws {OptionError} `OPTION_INVALID` */
export function list(name: string, allowed: string, value: unknown): unknown[] {
  const members = attempt(() => (Array.isArray(value) ? Array.from(value) : undefined));
  if (members === undefined) throw optionError(name, allowed, value);
  return members;
}

/**
 * A valid id of a page. Lone surrogates are refused: ids are hashed as UTF-8, where ids that differ only in these would
 * be equal.
 *
 * @throws {InputError} `INPUT_INVALID`
 */
export function pageId(id: unknown): string {
  if (typeof id !== 'string') throw new InputError(`a page id must be a string, not ${describe(id)}`);
  if (!id.isWellFormed()) throw new InputError('a page id must have no lone surrogates');
  return id;
}

/** @throws {OptionError} `OPTION_INVALID` for an option of another type; undefined is allowed */
export function type(name: string, value: unknown, expected: 'function' | 'string' | 'boolean'): void {
  if (value !== undefined && typeof value !== expected) throw optionError(name, `a ${expected}`, value);
}

const isUrl = (value: unknown): value is URL => attempt(() => value instanceof URL) === true;

/**
 * An option that is a URL, as text.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function address(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (isUrl(value)) return value.href;
  throw optionError(name, 'a string or a URL', value);
}

/**
 * A URL as text.
 *
 * @throws {InputError} `URL_INVALID` for a value that is neither a string nor a `URL`
 */
export function urlText(url: unknown): string {
  if (typeof url === 'string') return url;
  if (isUrl(url)) return url.href;
  throw new InputError(`a URL must be a string or a URL object, not ${describe(url)}`, 'URL_INVALID');
}

/** Maximum UTF-16 units of an invalid URL that a message contains. */
const URL_SHOWN_MAX = 200;

/** @throws {InputError} `URL_INVALID` */
export function url(text: string): URL {
  try {
    return new URL(text);
  } catch (cause) {
    const hint = /^\s*</.test(text) ? ': the URL comes before the page' : '';
    throw new InputError(`${JSON.stringify(text.slice(0, URL_SHOWN_MAX))} is not a URL${hint}`, 'URL_INVALID', {
      cause,
    });
  }
}

/**
 * A valid name of a site. NUL and lone surrogates are refused, because stores use UTF-8 and end names by NUL.
 *
 * @throws {InputError} `INPUT_INVALID`
 */
export function site(given: unknown): string {
  if (typeof given !== 'string' || given === '' || given.includes('\0') || !given.isWellFormed()) {
    throw new InputError('the name of a site must be a non-empty string without NUL and lone surrogates');
  }
  return given;
}
