/** Helpers for values that are computed on demand, missing, or throw when they are read. */

/** A value that is computed when it is first read. */
export function lazy<T>(make: () => T): () => T {
  let value!: T;
  let isMade = false;
  return () => {
    if (!isMade) value = make();
    isMade = true;
    return value;
  };
}

/** The result of `read`; undefined if it throws, as a revoked proxy does. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The type of an object without its undefined members. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members of an object that are not undefined, in their order. */
export const withoutUndefined = <T extends object>(values: T): Defined<T> =>
  membersOf(Object.keys(values) as (keyof T & string)[], (name) => values[name]) as Defined<T>;

/** An object of the values by name, in the order of the names, without undefined values. */
export function membersOf<Name extends string>(names: readonly Name[], read: (name: Name) => unknown): object {
  const found: Partial<Record<Name, unknown>> = {};
  for (const name of names) {
    const value = read(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
