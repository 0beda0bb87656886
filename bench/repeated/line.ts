/** The time of a byte by the share of a page that is repeated, as a straight line through all sites. */
import type { SiteSpeed } from './shares.ts';

/** Nanoseconds a byte: `start` where nothing is repeated, and `slope` more where everything is. */
export interface Line {
  readonly start: number;
  readonly slope: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Least squares, each site the same weight. */
export function lineOf(sites: readonly SiteSpeed[]): Line {
  const shares = sites.map(({ repeated }) => repeated);
  const times = sites.map(({ speed }) => 1000 / speed);
  const [share, time] = [mean(shares), mean(times)];
  const spread = shares.reduce((sum, each) => sum + (each - share) ** 2, 0);
  const slope =
    spread === 0 ? 0 : shares.reduce((sum, each, at) => sum + (each - share) * ((times[at] ?? 0) - time), 0) / spread;
  return { start: time - slope * share, slope };
}

/** MB/s on a site with this share. */
export const speedAt = ({ start, slope }: Line, share: number): number => 1000 / (start + slope * share);

/** Shares of the sites that are compared in the headline. */
export const [HIGH, LOW] = [0.85, 0.35];

/** How many times as fast a site of which much is repeated is read as one of which little is. */
export function highAgainstLow(sites: readonly SiteSpeed[]): number {
  const line = lineOf(sites);
  return speedAt(line, HIGH) / speedAt(line, LOW);
}
