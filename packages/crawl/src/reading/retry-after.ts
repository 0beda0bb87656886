/** Seconds from `now` that a `Retry-After` says: as a number, or as a date; undefined for anything else. `now` in milliseconds. */
export function secondsUntil(said: string | undefined, now = Date.now()): number | undefined {
  if (said === undefined) return undefined;
  if (/^\d+$/.test(said)) return Number(said);
  // The oldest form of a date names no time zone, and all are of GMT.
  const date = Date.parse(/GMT$/.test(said) ? said : `${said} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
