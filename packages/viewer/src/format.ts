/** Numbers as text. */
import { count } from 'refrain/engine';

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Probability of a verdict by its log odds. */
export function confidenceOf(score: number): string {
  const sure = 100 / (1 + Math.exp(-Math.abs(score)));
  return sure > 99.9 ? 'over 99.9 %' : `${sure.toFixed(sure > 99 ? 1 : 0)} %`;
}

export function bytes(number: number): string {
  if (number < 1000) return `${count(number)} B`;
  return number < 1e6 ? `${short.format(number / 1e3)} kB` : `${short.format(number / 1e6)} MB`;
}
