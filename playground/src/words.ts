/** Numbers as people read them. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export const count = (number: number): string => whole.format(number);

export const pages = (number: number): string => `${count(number)} ${number === 1 ? 'page' : 'pages'}`;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const signed = (odds: number): string => `${odds < 0 ? '−' : '+'}${Math.abs(odds).toFixed(1)}`;

export function size(bytes: number): string {
  if (bytes < 1000) return `${count(bytes)} B`;
  return bytes < 1e6 ? `${short.format(bytes / 1e3)} kB` : `${short.format(bytes / 1e6)} MB`;
}

export const seconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${count(milliseconds)} ms` : `${short.format(milliseconds / 1000)} s`;

/** Pages and bytes a second. */
export function speed(number: number, bytes: number, milliseconds: number): string {
  const a = Math.max(milliseconds, 0.1) / 1000;
  return `${whole.format(number / a)} pages/s, ${short.format(bytes / 1e6 / a)} MB/s`;
}
