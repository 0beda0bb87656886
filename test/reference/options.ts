/**
 * What one twin is told before its first page (Wang et al., WWW 2008).
 *
 * The paper publishes the thresholds 5 and 0.7; it leaves the lifetime's Tb
 * and N open, so those two have no default here.
 */

/** How the path that keys a text segment is written; see `segment.ts`. */
export type PathMode = 'tags' | 'none' | 'indexed' | 'classes';

/** Whether an entry goes when its age reaches its life, or only when it exceeds it. */
export type LifetimeBoundary = 'reached' | 'exceeded';

export interface ReferenceOptions {
  /** A segment seen on this many pages is a template segment. */
  readonly templateDf: number;
  /** A block whose template ratio is above this is a template block. */
  readonly templateRatio: number;
  /** Tb: the life, in pages, of a segment seen once. Infinity: nothing is ever forgotten. */
  readonly baseLifetime: number;
  /** N: how many times Tb a life can grow to. */
  readonly lifetimeGrowth: number;
  readonly lifetimeBoundary: LifetimeBoundary;
  /** Names of the elements that are blocks. */
  readonly separators: ReadonlySet<string>;
  readonly path: PathMode;
}

/** The lifetime must be chosen; the rest may be left to the paper. */
export type ReferenceSettings = Partial<ReferenceOptions> & Pick<ReferenceOptions, 'baseLifetime' | 'lifetimeGrowth'>;

/** "TABLE, DIV, etc.", read as narrowly as it can be. */
const paper: ReadonlySet<string> = new Set(['table', 'div']);

/** The paper's two, and the elements that do a `div`'s work in pages of today. */
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
    path: 'tags',
    ...settings,
  };
  const { templateDf, templateRatio, baseLifetime, lifetimeGrowth, separators } = options;
  refuseUnless(Number.isInteger(templateDf) && templateDf >= 1, 'templateDf must be a whole number, 1 or more');
  refuseUnless(templateRatio >= 0 && templateRatio <= 1, 'templateRatio must be between 0 and 1');
  refuseUnless(baseLifetime > 0, 'baseLifetime must be above 0');
  refuseUnless(lifetimeGrowth >= 1 && Number.isFinite(lifetimeGrowth), 'lifetimeGrowth must be finite, 1 or more');
  // They hold every segment that no separator holds: that is the root block already.
  refuseUnless(!separators.has('html') && !separators.has('body'), 'html and body can not be separators');
  return options;
};
