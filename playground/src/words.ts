/** Figures that only the playground has. */
import { count } from '@refrain/viewer';

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Pages and megabytes per second. */
export function speed(number: number, bytes: number, milliseconds: number): string {
  const seconds = Math.max(milliseconds, 0.1) / 1000;
  return `${count(number / seconds)} pages/s, ${short.format(bytes / 1e6 / seconds)} MB/s`;
}
