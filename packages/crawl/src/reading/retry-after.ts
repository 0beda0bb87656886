/**
 * The delay of `Retry-After` (RFC 9110), a number of seconds or a date, in seconds; undefined if it is neither. `now`
 * in milliseconds.
 */
export function secondsUntil(said: string | undefined, now = Date.now()): number | undefined {
  if (said === undefined) return undefined;
  if (/^\d+$/.test(said)) return Number(said);
  // The asctime form of a date has no time zone, and is GMT.
  const date = Date.parse(/GMT$/.test(said) ? said : `${said} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
