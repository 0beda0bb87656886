import { type DetectorOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import { check } from 'refrain/engine';
import { checkedSiteOf, siteOfUrl } from '../arguments.ts';

/** Removal of template before the comparison: by the detector, page by page (`incremental`), or none. */
export type DuplicatesTemplate = 'incremental' | 'none';

/** Options of {@link Duplicates}. */
export interface DuplicatesOptions {
  /** Default: `incremental`. */
  template?: DuplicatesTemplate;
  /**
   * The name of the site of a URL, for example by `siteFinder` of `@refrain/crawl`. Template is detected site by site.
   * Default: the host.
   */
  siteOf?: (url: string) => string;
  /** Consecutive words in a shingle, 1 to 64. Default: 6. */
  shingle?: number;
  /** Number of hashes per page, 4 to 1,024. More hashes estimate resemblance better. Default: 84. */
  minima?: number;
  /** Minimum share of shingles that both pages of a pair have, above 0 and up to 1. Default: 0.5. */
  resemblance?: number;
  /** Options of the detector for `incremental`. `separators` and page limits apply to both values of `template`. */
  detector?: DetectorOptions;
}

/** Two pages by number. */
export interface DuplicatePair {
  /** The page that was added first. */
  readonly one: number;
  readonly other: number;
  /** Estimated resemblance, 0 to 1. With 84 hashes, the standard deviation is 0.05 at a resemblance of 0.5. */
  readonly resemblance: number;
}

/** Options of {@link Duplicates} with every value set. */
export interface ResolvedDuplicatesOptions extends Readonly<Required<Omit<DuplicatesOptions, 'detector'>>> {
  readonly detector: ResolvedOptions;
}

const KNOWN = ['template', 'siteOf', 'shingle', 'minima', 'resemblance', 'detector'];

/** @throws {OptionError} `OPTION_INVALID` */
export function resolveDuplicatesOptions(options: DuplicatesOptions = {}): ResolvedDuplicatesOptions {
  const { template = 'incremental', siteOf = siteOfUrl, ...rest } = check.object('duplicates', options, KNOWN);
  const { shingle = 6, minima = 84, resemblance = 0.5, detector = {} } = rest;
  const resolved = resolveOptions(detector);
  return {
    template: check.oneOf('template', template, ['incremental', 'none']),
    siteOf: checkedSiteOf(siteOf),
    shingle: check.whole('shingle', shingle, 1, 64),
    minima: check.whole('minima', minima, 4, 1024),
    resemblance: check.number('resemblance', resemblance, Number.MIN_VALUE, 1),
    detector: template === 'incremental' ? resolved : { ...resolved, evidence: 'repetition' },
  };
}
