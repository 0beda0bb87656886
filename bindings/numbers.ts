/** Numbers in messages and reports. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A whole number with thousands separators. */
export const count = (number: number): string => whole.format(number);

/** A number and its noun. */
export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** A share of 0 to 1, to a tenth of a percent. */
export const finePercent = (share: number): string => `${(share * 100).toFixed(1)} %`;
