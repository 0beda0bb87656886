/** Sizes in bytes, as flags and messages write them. */

const UNITS = { B: 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 } as const;

type Unit = keyof typeof UNITS;

/** The unit of a number without one: `--max-page-bytes` names its unit, all other sizes are in MiB. */
const unitOf = (flag: string): Unit => (flag.endsWith('-bytes') ? 'B' : 'M');

const nameOf = (unit: Unit): string => (unit === 'B' ? 'bytes' : `${unit}iB`);

/** How the number without a unit is read, for messages. */
export const unitRule = (flag: string): string => `a number without a unit is ${nameOf(unitOf(flag))}`;

/**
 * Bytes of a size such as `64M`, `256MB`, `1.5GiB` or `4096B`. K, M and G are powers of 1024, with or without B or iB.
 * Undefined if the text is not a size.
 */
export function parseSize(flag: string, text: string): number | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(?:([kmg])(?:i?b)?|b)?$/i.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  const hasUnit = /[a-z]$/i.test(text.trim());
  const letter = hasUnit ? ((unit ?? 'B').toUpperCase() as Unit) : unitOf(flag);
  return Math.round(Number(count) * UNITS[letter]);
}

/** The largest unit that gives a whole number: `64 MiB`. */
export function formatSize(bytes: number): string {
  const unit = (['G', 'M', 'K'] as const).find((letter) => bytes > 0 && bytes % UNITS[letter] === 0) ?? 'B';
  return `${bytes / UNITS[unit]} ${nameOf(unit)}`;
}
