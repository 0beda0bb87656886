/**
 * Options of the reference implementation (Wang et al., WWW 2008, segmentation, detection, shrinkage).
 *
 * The paper publishes the thresholds 5 and 0.7 but not Tb and N of the lifetime, which have no default.
 */
import type { NoscriptMode } from './tree.ts';

/** An entry is evicted when its age reaches its lifetime, or exceeds it. */
export type LifetimeBoundary = 'reached' | 'exceeded';

export interface ReferenceOptions {
  /** Minimum DF of a template segment. */
  readonly templateDf: number;
  /** A block with a larger template ratio is template. */
  readonly templateRatio: number;
  /** Tb: the lifetime of a segment of DF 1, in pages. With Infinity nothing is evicted. */
  readonly baseLifetime: number;
  /** N: the maximum lifetime is Tb·N. */
  readonly lifetimeGrowth: number;
  readonly lifetimeBoundary: LifetimeBoundary;
  /** Names of the elements that are blocks. */
  readonly separators: ReadonlySet<string>;
  /** `auto`: text in `noscript` elements is read on pages with hardly any other text. */
  readonly noscript: NoscriptMode;
}

/** The lifetime has no default; other options have the paper's values. */
export type ReferenceSettings = Partial<ReferenceOptions> & Pick<ReferenceOptions, 'baseLifetime' | 'lifetimeGrowth'>;

/** "TABLE, DIV, etc." in the narrowest reading (Wang et al., WWW 2008, page segmentation). */
const paper: ReadonlySet<string> = new Set(['table', 'div']);

/** The paper's separators and the elements that modern pages use like `div`. */
const html5: ReadonlySet<string> = new Set([
  ...paper,
  'section',
  'article',
  'nav',
  'aside',
  'header',
  'footer',
  'main',
  'form',
  'ul',
  'ol',
  'dl',
  'fieldset',
]);

export const separatorPresets = { paper, html5 } as const;

const refuseUnless = (holds: boolean, rule: string): void => {
  if (!holds) throw new RangeError(rule);
};

export const resolveOptions = (settings: ReferenceSettings): ReferenceOptions => {
  const options: ReferenceOptions = {
    templateDf: 5,
    templateRatio: 0.7,
    lifetimeBoundary: 'reached',
    separators: separatorPresets.paper,
    noscript: 'ignore',
    ...settings,
  };
  const { templateDf, templateRatio, baseLifetime, lifetimeGrowth, separators } = options;
  refuseUnless(Number.isInteger(templateDf) && templateDf >= 1, 'templateDf must be a whole number, 1 or more');
  refuseUnless(templateRatio >= 0 && templateRatio <= 1, 'templateRatio must be between 0 and 1');
  refuseUnless(baseLifetime > 0, 'baseLifetime must be above 0');
  refuseUnless(lifetimeGrowth >= 1 && Number.isFinite(lifetimeGrowth), 'lifetimeGrowth must be finite, 1 or more');
  // Their text segments belong to the root block.
  refuseUnless(!separators.has('html') && !separators.has('body'), 'html and body cannot be separators');
  return options;
};

// The logistic lifetime law (Wang et al., WWW 2008, shrinkage): life(df) = Tb·N / (1 + (N−1)·e^−(df−1)) in pages. It is
// Tb for DF 1 and approaches Tb·N for large DFs.

export const life = (df: number, baseLifetime: number, lifetimeGrowth: number): number =>
  (baseLifetime * lifetimeGrowth) / (1 + (lifetimeGrowth - 1) * Math.exp(-(df - 1)));

/** The paper's "does not appear for t" allows both readings. Ages are in pages. */
export const isForgotten = (age: number, lifetime: number, boundary: LifetimeBoundary): boolean =>
  boundary === 'reached' ? age >= lifetime : age > lifetime;
