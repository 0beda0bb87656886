import { type DetectorOptions, OptionError, type Part, type ResolvedOptions, resolveOptions } from 'refrain';
import { check, selection } from 'refrain/engine';
import { checkedSiteOf, siteOfUrl } from './arguments.ts';

/**
 * How template is detected while an index is built: by the positions of words, when all pages are added (`two-stage`: Chen, Ye
 * and Li, SAC 2006); page by page by the detector (`incremental`); or never (`none`).
 */
export type IndexTemplate = 'two-stage' | 'incremental' | 'none';

/** Options of an {@link IndexBuilder}. */
export interface IndexOptions {
  /** How template is detected; template is not indexed. Default: `incremental`. */
  template?: IndexTemplate;
  /**
   * For `incremental`: the part of a page that is indexed; all content where there is next to no main content. Default: `main`, or
   * `content` where no model decides.
   */
  part?: Part;
  /**
   * The name of the site of a URL. Default: its host. `siteFinder` of `@refrain/crawl` makes such functions. Template is
   * detected site by site.
   */
  siteOf?: (url: string) => string;
  /** Whether the words of a page's title are indexed too. Default: true. */
  titles?: boolean;
  /**
   * Maximum bytes of postings in memory, 16 MiB to 2 GiB: of the pages that were added last, and of parts of all pages while
   * the index is written. In addition a build takes some 100 bytes for each page, one bit for each block, the largest page, and
   * the postings of the most frequent word. Default: 256 MiB.
   */
  maxMemory?: number;
  /**
   * For `two-stage`: the attributes that make the style of a block: those of the paper, or also the class attribute. Default:
   * `paper`.
   */
  styles?: 'paper' | 'classes';
  /** Options of the detector for `incremental`. `separators` and the limits of a page apply to all values of `template`. */
  detector?: DetectorOptions;
}

/** Options of {@link IndexBuilder} with every value set. */
export interface ResolvedIndexOptions extends Readonly<Required<Omit<IndexOptions, 'detector'>>> {
  readonly detector: ResolvedOptions;
}

/** What a builder holds. */
export interface IndexBuilderStats {
  readonly pages: number;
  readonly sites: number;
  /** Number of runs on disk. */
  readonly runs: number;
  /** Bytes of the postings in memory. */
  readonly gatheredBytes: number;
}

/** A text that was cleaned elsewhere. */
export interface IndexedText {
  readonly text: string;
  /** Default: empty. */
  readonly title?: string;
}

const MIB = 2 ** 20;
const MEMORY = { min: 16 * MIB, default: 256 * MIB, max: 2048 * MIB };
const KNOWN = ['template', 'part', 'siteOf', 'titles', 'maxMemory', 'styles', 'detector'];

/**
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {UsageError} `NO_MAIN` for main content where no model decides
 */
export function resolveIndexOptions(options: IndexOptions = {}): ResolvedIndexOptions {
  const {
    template = 'incremental',
    part,
    siteOf = siteOfUrl,
    titles = true,
    ...rest
  } = check.object('an index', options, KNOWN);
  const { maxMemory = MEMORY.default, styles = 'paper', detector = {} } = rest;
  const resolved = resolveOptions(detector);
  check.oneOf('template', template, ['two-stage', 'incremental', 'none']);
  const hasMain = resolved.evidence !== 'repetition';
  if (part !== undefined && selection.check('part', part, hasMain) !== 'content' && template !== 'incremental') {
    throw new OptionError(`part must be content with template ${template}: only incremental has verdicts on parts`);
  }
  return {
    ...{ template, part: selection.check('part', part, hasMain && template === 'incremental') },
    siteOf: checkedSiteOf(siteOf),
    titles: check.boolean('titles', titles),
    maxMemory: check.whole('maxMemory', maxMemory, MEMORY.min, MEMORY.max),
    styles: check.oneOf('styles', styles, ['paper', 'classes']),
    detector: {
      ...resolved,
      // The linear memory has more than postings, which `maxMemory` of an index bounds.
      maxMemory: 4095 * MIB,
      ...(template === 'incremental' ? {} : { evidence: 'repetition' as const }),
    },
  };
}
