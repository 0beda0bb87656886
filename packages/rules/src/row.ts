/** Records that are saved as lists of their members: the names would be a quarter of what is saved. */
import { type Check, type Checked, check, object } from './apply/schema.ts';

export const flag = check('true or false', (value) => typeof value === 'boolean');

export const number = (min: number, max: number): Check<number> =>
  check(
    `a number from ${min} to ${max}`,
    (value): value is number => typeof value === 'number' && value >= min && value <= max,
  );

type Members = Readonly<Record<string, Check<unknown>>>;

/** Reads a record, or the list of its members. A record that it gives has them in this order. */
export const row = <M extends Members>(members: M): Check<{ [Name in keyof M]: Checked<M[Name]> }> => {
  const names = Object.keys(members);
  const record = object(members);
  return (value, path) =>
    record(Array.isArray(value) ? Object.fromEntries(names.map((name, at) => [name, value[at]])) : value, path);
};

/** Writes records that `row` gave. */
export const rowsOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? Object.values(member) : member,
  );
