import { type DetectorOptions, OptionError, type ResolvedOptions, resolveOptions } from 'refrain';
import { siteOfUrl } from './site.ts';

/**
 * How template is told from content while an index is built: by the positions of its words when all pages are in
 * (`two-stage`: Chen, Ye and Li, SAC 2006), page by page as refrain does it elsewhere (`incremental`), or not at all.
 */
export type IndexTemplate = 'two-stage' | 'incremental' | 'none';

/** Options of an {@link IndexBuilder}. */
export interface IndexOptions {
  /** How template is found; what is template is not indexed. */
  template?: IndexTemplate;
  /** The site of a URL; default: its host. `siteFinder` of `@refrain/crawl` makes such functions. Template is found site by site. */
  siteOf?: (url: string) => string;
  /** Whether the words of a page's title are indexed too. */
  titles?: boolean;
  /**
   * Bytes that postings may take in memory, from 16 MiB: those of the pages added last, and parts of all of them while
   * the index is written. Beside it are some 100 bytes a page, a bit a block, the largest page, and the postings of the most
   * frequent word. The index does not depend on it, but for `shortcut`.
   */
  maxMemory?: number;
  /** Of `two-stage`: whether the class attribute is part of what a block looks like, or only what the paper knew of. */
  styles?: 'paper' | 'classes';
  /**
   * Of `two-stage`: blocks that have their verdict are left out of clusters, as the paper can be read. It is about as good;
   * what it finds depends on the order in which words come, and so on `maxMemory`.
   */
  shortcut?: boolean;
  /**
   * Options of the detector for `incremental`. For all: what opens a block (`separators`), and the limits of a page.
   */
  detector?: DetectorOptions;
}

/** Options of {@link IndexBuilder} with nothing left open. */
export interface ResolvedIndexOptions {
  readonly template: IndexTemplate;
  /** The name of the site that a URL belongs to. */
  readonly siteOf: (url: string) => string;
  readonly titles: boolean;
  readonly maxMemory: number;
  readonly styles: 'paper' | 'classes';
  readonly shortcut: boolean;
  readonly detector: ResolvedOptions;
}

const MIB = 2 ** 20;
const MEMORY = { least: 16 * MIB, usual: 256 * MIB, most: 2048 * MIB };

function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new OptionError(`${name} must be ${allowed.join(', ')}, not ${String(value)}`);
  return found;
}

function truth(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new OptionError(`${name} must be true or false`);
  return value;
}

/** @throws {OptionError} `OPTION_INVALID` */
export function resolveIndexOptions(options: IndexOptions = {}): ResolvedIndexOptions {
  const known = ['template', 'siteOf', 'titles', 'maxMemory', 'styles', 'shortcut', 'detector'];
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new OptionError(`there is no option ${name} of an index`);
  }
  const { template = 'incremental', siteOf = siteOfUrl, titles = true, maxMemory = MEMORY.usual } = options;
  const { styles = 'paper', shortcut = false, detector = {} } = options;
  if (!Number.isInteger(maxMemory) || maxMemory < MEMORY.least || maxMemory > MEMORY.most) {
    throw new OptionError(`maxMemory must be a whole number from ${MEMORY.least} to ${MEMORY.most}`);
  }
  const resolved = resolveOptions(detector);
  return {
    template: oneOf('template', template, ['two-stage', 'incremental', 'none']),
    ...{ siteOf, maxMemory, titles: truth('titles', titles), shortcut: truth('shortcut', shortcut) },
    styles: oneOf('styles', styles, ['paper', 'classes']),
    // Linear memory has more than postings in it; what bounds those is maxMemory.
    detector: {
      ...resolved,
      maxMemory: 4095 * MIB,
      ...(template === 'incremental' ? {} : { evidence: 'repetition' as const }),
    },
  };
}
