export const MAX = 255;

export const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

/** A logarithmic scale with eight steps per doubling. */
export const magnitude = (count: number): number => {
  if (count < 8) return count;
  const top = Math.floor(Math.log2(count));
  return (top - 2) * 8 + (Math.floor(count / 2 ** (top - 3)) & 7);
};

export const share = (part: number, whole: number): number =>
  whole > 0 ? Math.floor(Math.min(MAX, (part * MAX) / whole)) : 0;

export const odds = (sixteenths: number): number => 128 + Math.max(-128, Math.min(127, sixteenths));

/** A distance with its direction. */
export const signedOdds = (distance: number): number =>
  odds(distance < 0 ? -magnitude(-distance) : magnitude(distance));

export const level = (count: number): number => Math.min(MAX, count);
