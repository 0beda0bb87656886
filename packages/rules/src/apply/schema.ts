/** Checks of values from JSON. */
import { RulesError } from './rules.ts';

/** Checks a value and returns it. `path` names it in errors. */
export type Check<T> = (value: unknown, path: string) => T;

export type ValueOf<C> = C extends Check<infer T> ? T : never;

const invalid = (path: string, expected: string, value: unknown): RulesError => {
  const given = value === undefined ? 'nothing' : (JSON.stringify(value)?.slice(0, 60) ?? typeof value);
  return new RulesError('RULES_INVALID', `${path} must be ${expected}, not ${given}`);
};

export const check =
  <T>(expected: string, isValid: (value: unknown) => value is T): Check<T> =>
  (value, path) => {
    if (!isValid(value)) throw invalid(path, expected, value);
    return value;
  };

export const text = check('a string', (value) => typeof value === 'string');

export const whole = check(
  'a whole number from 0 on',
  (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
);

export const flag = check('true or false', (value) => typeof value === 'boolean');

export const number = (min: number, max: number): Check<number> =>
  check(
    `a number from ${min} to ${max}`,
    (value): value is number => typeof value === 'number' && value >= min && value <= max,
  );

export const or =
  <T, U>(checked: Check<T>, otherwise: U): Check<T | U> =>
  (value, path) =>
    value === undefined ? otherwise : checked(value, path);

export const list =
  <T>(item: Check<T>): Check<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw invalid(path, 'a list', value);
    return value.map((each, index) => item(each, `${path}[${index}]`));
  };

type Members = Readonly<Record<string, Check<unknown>>>;

export const WHOLE = 'the rules';

/** Refuses unknown members: usually they are typing errors. */
export const object =
  <M extends Members>(members: M): Check<{ [Name in keyof M]: ValueOf<M[Name]> }> =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(path, 'an object', value);
    const below = (name: string): string => (path === WHOLE ? name : `${path}.${name}`);
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(members, name)) continue;
      const known = Object.keys(members).join(', ');
      throw new RulesError('RULES_INVALID', `${below(name)} is not a member of rules (${known})`);
    }
    const read = Object.entries(members).map(([name, checked]) => {
      const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      return [name, checked(given, below(name))] as const;
    });
    return Object.fromEntries(read.filter(([, member]) => member !== undefined)) as never;
  };

// ── Records saved as arrays of their members: the names would be a quarter of the size ──

/** Parses a record, or the array of its members in this order. */
export const row = <M extends Members>(members: M): Check<{ [Name in keyof M]: ValueOf<M[Name]> }> => {
  const names = Object.keys(members);
  const record = object(members);
  return (value, path) =>
    record(Array.isArray(value) ? Object.fromEntries(names.map((name, at) => [name, value[at]])) : value, path);
};

export const rowsOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? Object.values(member) : member,
  );
