/** What the programs of this folder share: numbers in flags, and results as rows or as JSON. */

/** The value of a flag as a whole number from 1 up. */
export function readCount(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`--${flag} must be a whole number above 0, not ${text}`);
  return value;
}

/** A seed from the clock, for a flag without a value. */
export const seedOfNow = (): string => String(1 + (Date.now() % 1_000_000));

/** Rows as two aligned columns. */
export function formatRows(rows: readonly (readonly [name: string, value: string | number])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}
