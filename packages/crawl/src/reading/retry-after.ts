/**
 * The delay of `Retry-After` (RFC 9110) in seconds; undefined if the value is neither a number of seconds nor a date.
 * `now` is in milliseconds.
 */
export function secondsUntil(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  // Dates without a time zone (asctime) are in GMT.
  const date = Date.parse(/GMT$/.test(value) ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
