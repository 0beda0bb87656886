/**
 * The logistic law of forgetting (Wang et al., WWW 2008, shrinkage):
 *
 *     life(df) = Tb·N / (1 + (N−1)·e^−(df−1))
 *
 * A segment seen once lives Tb pages; one seen on many pages lives Tb·N.
 */
import type { LifetimeBoundary } from './options.ts';

export const life = (df: number, baseLifetime: number, lifetimeGrowth: number): number =>
  (baseLifetime * lifetimeGrowth) / (1 + (lifetimeGrowth - 1) * Math.exp(-(df - 1)));

/** The paper's "does not appear for t" can be read both ways; age is counted in pages. */
export const isForgotten = (age: number, lifetime: number, boundary: LifetimeBoundary): boolean =>
  boundary === 'reached' ? age >= lifetime : age > lifetime;
