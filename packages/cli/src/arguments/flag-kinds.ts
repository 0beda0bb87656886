/** Kinds of flags: how the help shows each, and how its text becomes a value. */
import { distance } from 'fastest-levenshtein';
import { CommandError } from '../errors.ts';

export interface Flag<T = unknown> {
  /** Name of the flag's value in the help; undefined if the flag takes none. */
  readonly value?: string;
  readonly short?: string;
  /** The allowed values, if they are words. */
  readonly words?: readonly string[];
  readonly meaning: string;
  /** Converts the texts of the flag; none if it was not given. `name`: with dashes. */
  readonly read: (texts: readonly string[], name: string) => T;
}

/** Flags by the names of their values: `siteOf` is `--site-of`. */
export type Flags = Readonly<Record<string, Flag>>;

export type ValuesOf<F extends Flags> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

export const pick = <T extends object, const K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly default?: number;
}

export const usageError = (message: string): CommandError => new CommandError(message, { usage: true });

export const flagOf = (option: string): string => option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `; did you mean WORD?`, or nothing. `synonyms`: known words by their synonyms. */
export function suggestion(
  word: string,
  known: readonly string[],
  synonyms: Readonly<Record<string, string>> = {},
): string {
  const lower = word.toLowerCase();
  const near = Object.hasOwn(synonyms, lower) ? synonyms[lower] : nearest(word, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

export const flag = <T>(
  value: string,
  meaning: string,
  read: (text: string | undefined, name: string) => T,
): Flag<T> => ({ value, meaning, read: (texts, name) => read(texts.at(-1), name) });

export const toggle = (meaning: string, short?: string): Flag<boolean> => ({
  ...(short === undefined ? {} : { short }),
  meaning,
  read: (texts) => texts.length > 0,
});

/** A flag whose value is undefined if it was not given. */
export const option = <T>(
  value: string,
  meaning: string,
  read: (text: string, name: string) => T,
): Flag<T | undefined> => flag(value, meaning, (given, name) => (given === undefined ? undefined : read(given, name)));

export const text = (value: string, meaning: string, short?: string): Flag<string | undefined> => ({
  ...(short === undefined ? {} : { short }),
  ...flag(value, meaning, (given) => given),
});

/** A file, or undefined for standard output. */
export const target = (value: string, meaning: string): Flag<string | undefined> => ({
  short: 'o',
  ...flag(value, meaning, (given) => (given === '-' ? undefined : given)),
});

export const list = <T = readonly string[]>(
  value: string,
  meaning: string,
  read: (texts: readonly string[], name: string) => T = (texts) => texts as T,
): Flag<T> => ({ value, meaning, read });

export const words = <const T extends string>(
  value: string,
  known: readonly T[],
  meaning: string,
): Flag<T | undefined> => ({
  words: known,
  ...option(value, meaning, (given, name) => {
    const found = known.find((each) => each === given);
    if (found !== undefined) return found;
    throw usageError(`${name}: must be one of ${known.join(', ')}, not ${given}${suggestion(given, known)}`);
  }),
});

function countOf(given: string, name: string, { min, max }: Range): number {
  const count = Number(given);
  if (/^\d+$/.test(given) && count >= min && count <= max) return count;
  throw usageError(`${name}: must be a whole number from ${min} to ${max}, not ${given}`);
}

export const count = <R extends Range>(
  value: string,
  range: R,
  meaning: string,
): Flag<R extends { readonly default: number } ? number : number | undefined> =>
  flag(
    value,
    range.default === undefined ? meaning : `${meaning} (default ${range.default})`,
    (given, name) => (given === undefined ? range.default : countOf(given, name, range)) as never,
  );

export const share = (meaning: string): Flag<number | undefined> =>
  option('SHARE', meaning, (given, name) => {
    const number = Number(given);
    if (given.trim() !== '' && number >= 0 && number <= 1) return number;
    throw usageError(`${name}: must be a number from 0 to 1, not ${given}`);
  });

/**
 * The most similar word: it has the same letters in another order, or the same beginning, or differs in at most two
 * characters and at most a third.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const given = word.toLowerCase();
  const lettersOf = (text: string): string => [...text].sort().join('');
  const farFrom = (candidate: string): number => {
    if (lettersOf(given) === lettersOf(candidate)) return 1;
    const [short = '', long = ''] = [given, candidate].sort((one, other) => one.length - other.length);
    if (short.length > 2 && long.startsWith(short)) return 1.5;
    const far = distance(given, candidate);
    return far <= Math.min(2, long.length / 3) ? far : Number.POSITIVE_INFINITY;
  };
  const candidates = known.map((candidate) => ({ candidate, far: farFrom(candidate.toLowerCase()) }));
  const [best] = candidates.sort((one, other) => one.far - other.far);
  return best !== undefined && Number.isFinite(best.far) ? best.candidate : undefined;
}

const UNITS = { B: 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 } as const;

type Unit = keyof typeof UNITS;

const unitOf = (flag: string): Unit => (/bytes$/i.test(flag) ? 'B' : 'M');

export const MIB = 1024 ** 2;

const nameOf = (unit: Unit): string => (unit === 'B' ? 'bytes' : `${unit}iB`);

/**
 * Bytes of a size such as `64M`, `256MB`, `1.5GiB` or `4096B`. K, M and G are powers of 1024, with or without B or iB.
 * `name`: the flag with dashes.
 */
export function sizeOf(given: string, name: string, range?: Range): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(?:([kmg])(?:i?b)?|b)?$/i.exec(given.trim()) ?? [];
  const letter = /[a-z]$/i.test(given.trim()) ? ((unit ?? 'B').toUpperCase() as Unit) : unitOf(name);
  const bytes = Math.round(Number(count) * UNITS[letter]);
  if (bytes >= (range?.min ?? 0) && bytes <= (range?.max ?? bytes)) return bytes;
  const bounds = range === undefined ? '' : ` from ${formatSize(range.min)} to ${formatSize(range.max)}`;
  const rule = `a number without a unit is ${nameOf(unitOf(name))}`;
  throw usageError(`${name}: must be a size${bounds}, such as 64M or 1GiB, not ${given}; ${rule}`);
}

/** Bytes as a whole number of the largest possible unit: `64 MiB`. */
export function formatSize(bytes: number): string {
  const unit = (['G', 'M', 'K'] as const).find((letter) => bytes > 0 && bytes % UNITS[letter] === 0) ?? 'B';
  return `${bytes / UNITS[unit]} ${nameOf(unit)}`;
}
