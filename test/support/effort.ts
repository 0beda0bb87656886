/** How much of their work the largest tests do: a part, or all of it where `REFRAIN_TESTS` is `all`. */
const isWhole = process.env['REFRAIN_TESTS'] === 'all';

/** One of two numbers: how many are tested by default, and how many of all. */
export const sized = (part: number, all: number): number => (isWhole ? all : part);

export const sampled = <T>(list: readonly T[], step: number): readonly T[] =>
  isWhole ? list : list.filter((_, at) => at % step === 0);
