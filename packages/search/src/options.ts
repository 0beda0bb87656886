import { type DetectorOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import { check } from 'refrain/engine';
import { checkedSiteOf, siteOfUrl } from './arguments.ts';

/**
 * How template is detected: by the positions of words when all pages are added (`two-stage`: Chen, Ye and Li, SAC
 * 2006); page by page by the detector (`incremental`: the text of `page.document()` is indexed); or never (`none`).
 */
export type IndexTemplate = 'two-stage' | 'incremental' | 'none';

/** Options of an {@link IndexBuilder}. */
export interface IndexOptions {
  /** Detection of template, which is not indexed. Default: `incremental`. */
  template?: IndexTemplate;
  /**
   * The name of the site of a URL, for example by `siteFinder` of `@refrain/crawl`. Template is detected site by site.
   * Default: the host.
   */
  siteOf?: (url: string) => string;
  /** True if words of titles are indexed. Default: true. */
  titles?: boolean;
  /**
   * An index with this number of words accepts no further page; 1 to 2²⁸. An occurrence of a word needs 12 bytes, each
   * different word about 100 more. Default: 2²⁶.
   */
  maxWords?: number;
  /**
   * For `two-stage`: the attributes that are part of a block's style. `paper` uses those of the paper; the other value
   * adds the class. Default: `paper`.
   */
  styles?: 'paper' | 'classes';
  /** Options of the detector for `incremental`. `separators` and page limits apply to all values of `template`. */
  detector?: DetectorOptions;
}

/** Options of {@link IndexBuilder} with every value set. */
export interface ResolvedIndexOptions extends Readonly<Required<Omit<IndexOptions, 'detector'>>> {
  readonly detector: ResolvedOptions;
}

/** Counts of a builder. */
export interface IndexBuilderStats {
  readonly pages: number;
  readonly sites: number;
  /** Number of words, template included. */
  readonly words: number;
  /** Different words. */
  readonly terms: number;
}

/** A text without template. */
export interface IndexedText {
  readonly text: string;
  /** Default: empty. */
  readonly title?: string;
}

const WORDS = { min: 1, default: 2 ** 26, max: 2 ** 28 };
const KNOWN = ['template', 'siteOf', 'titles', 'maxWords', 'styles', 'detector'];

/** @throws {OptionError} `OPTION_INVALID` */
export function resolveIndexOptions(options: IndexOptions = {}): ResolvedIndexOptions {
  const {
    template = 'incremental',
    siteOf = siteOfUrl,
    titles = true,
    ...rest
  } = check.object('an index', options, KNOWN);
  const { maxWords = WORDS.default, styles = 'paper', detector = {} } = rest;
  const resolved = resolveOptions(detector);
  check.oneOf('template', template, ['two-stage', 'incremental', 'none']);
  return {
    template,
    siteOf: checkedSiteOf(siteOf),
    titles: check.boolean('titles', titles),
    maxWords: check.whole('maxWords', maxWords, WORDS.min, WORDS.max),
    styles: check.oneOf('styles', styles, ['paper', 'classes']),
    detector: template === 'incremental' ? resolved : { ...resolved, evidence: 'repetition' },
  };
}
