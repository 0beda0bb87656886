/**
 * The logistic lifetime law (Wang et al., WWW 2008, shrinkage):
 *
 *     life(df) = Tb·N / (1 + (N−1)·e^−(df−1))
 *
 * in pages. It is Tb for DF 1 and approaches Tb·N for large DFs.
 */
import type { LifetimeBoundary } from './options.ts';

export const life = (df: number, baseLifetime: number, lifetimeGrowth: number): number =>
  (baseLifetime * lifetimeGrowth) / (1 + (lifetimeGrowth - 1) * Math.exp(-(df - 1)));

/** The paper's "does not appear for t" allows both readings. Ages are numbers of pages. */
export const isForgotten = (age: number, lifetime: number, boundary: LifetimeBoundary): boolean =>
  boundary === 'reached' ? age >= lifetime : age > lifetime;
