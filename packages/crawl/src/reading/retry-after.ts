/**
 * The delay of `Retry-After` (RFC 9110), a number of seconds or a date, in seconds; undefined if it is neither. `now`
 * in milliseconds.
 */
export function secondsUntil(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  // The asctime form of a date has no time zone, and is GMT.
  const date = Date.parse(/GMT$/.test(value) ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
