/** The largest tests do a part of their work, or all if `REFRAIN_TESTS` is `all`. */
const isWhole = process.env['REFRAIN_TESTS'] === 'all';

/** The first number by default, else the second. */
export const testSize = (part: number, all: number): number => (isWhole ? all : part);

export const testSample = <T>(list: readonly T[], step: number): readonly T[] =>
  isWhole ? list : list.filter((_, at) => at % step === 0);
