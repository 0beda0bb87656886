import { type DetectorOptions, OptionError, type ResolvedOptions, resolveOptions } from 'refrain';
import { siteOfUrl } from '../site.ts';

/**
 * What is left out before texts are compared: nothing; what fragments of the site say that were counted in a pass before
 * (`site-level`); what a regression has learned from repetition (`page-level`); or what refrain says page by page.
 */
export type DuplicatesTemplate = 'none' | 'site-level' | 'page-level' | 'incremental';

/** Options of {@link Duplicates}. */
export interface DuplicatesOptions {
  template?: DuplicatesTemplate;
  /** The site of a URL; default: its host. `siteFinder` of `@refrain/crawl` makes such functions. Template is found site by site. */
  siteOf?: (url: string) => string;
  /** Words that are compared together, 1 to 64; 6 unless given. */
  shingle?: number;
  /** Hashes a page, a multiple of 4 up to 1,024; 84 unless given. The more, the surer is a resemblance. */
  minima?: number;
  /** Share of what two pages have that both have, from which on they are a pair; above 0 to 1, .5 unless given. */
  resemblance?: number;
  /** Options of the detector for `incremental` and `page-level`; for all, what opens a block, and the limits of a page. */
  detector?: DetectorOptions;
}

/** Two pages, by the order in which they were added, and how much they resemble each other. */
export interface DuplicatePair {
  readonly one: number;
  readonly other: number;
  /** Estimated; off by .05 at .5 and 84 minima, as one standard deviation. */
  readonly resemblance: number;
}

/** Options with nothing left open. */
export interface ResolvedDuplicatesOptions {
  readonly template: DuplicatesTemplate;
  /** The name of the site that a URL belongs to. */
  readonly siteOf: (url: string) => string;
  readonly shingle: number;
  readonly minima: number;
  readonly resemblance: number;
  readonly detector: ResolvedOptions;
}

const TEMPLATES: readonly DuplicatesTemplate[] = ['none', 'site-level', 'page-level', 'incremental'];
const KNOWN = ['template', 'siteOf', 'shingle', 'minima', 'resemblance', 'detector'];

/** @throws {OptionError} `OPTION_INVALID` */
export function resolveDuplicatesOptions(options: DuplicatesOptions = {}): ResolvedDuplicatesOptions {
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name)) throw new OptionError(`there is no option ${name} of duplicates`);
  }
  const {
    template = 'incremental',
    siteOf = siteOfUrl,
    shingle = 6,
    minima = 84,
    resemblance = 0.5,
    detector = {},
  } = options;
  if (!TEMPLATES.includes(template)) throw new OptionError(`template must be ${TEMPLATES.join(', ')}`);
  if (!Number.isInteger(shingle) || shingle < 1 || shingle > 64) throw new OptionError('shingle must be 1 to 64 words');
  if (!Number.isInteger(minima) || minima < 4 || minima > 1024 || minima % 4 !== 0) {
    throw new OptionError('minima must be a multiple of 4 from 4 to 1024');
  }
  if (!(resemblance > 0 && resemblance <= 1)) throw new OptionError('resemblance must be above 0 and at most 1');
  const isJoint = template === 'incremental';
  const resolved = resolveOptions(isJoint ? detector : { ...detector, evidence: 'repetition' });
  return { template, siteOf, shingle, minima, resemblance, detector: resolved };
}
