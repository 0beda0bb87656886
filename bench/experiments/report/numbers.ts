import type { Spread } from '../table1.ts';

export const share = (value: number): string => value.toFixed(3);

export const percent = (value: number, digits = 2): string => `${(100 * value).toFixed(digits)} %`;

/** Mean and standard deviation over the page orders. */
export const percentSpread = ({ mean, deviation }: Spread): string =>
  `${(100 * mean).toFixed(2)} ± ${(100 * deviation).toFixed(2)} %`;

export const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0);

export const kilobyteSpread = ({ mean, deviation }: Spread): string => `${kilobytes(mean)} ± ${kilobytes(deviation)}`;

export const range = ([least, most]: readonly [number, number]): string =>
  least === most ? String(least) : `${least}–${most}`;
