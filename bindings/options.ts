import { OptionError } from './errors.ts';

/** How the DOM path of a segment is written: see {@link DetectorOptions.path}. */
export type PathMode = 'tags' | 'none' | 'indexed' | 'classes';

/** See {@link DetectorOptions.evidence}. */
export type Evidence = 'repetition' | 'page' | 'joint';

/** Named sets of separator elements. */
export type SeparatorPreset = 'paper' | 'html5' | 'blocks';

/** See {@link DetectorOptions.fingerprintBits}. */
export type FingerprintBits = 23 | 39 | 64;

/** Named sets of options. */
export type Preset = 'paper' | 'default';

/** Options of a detector; each has the meaning it has in Wang et al., WWW 2008. */
export interface DetectorOptions {
  /** Where the other options start from: `paper` is Wang et al. to the letter, `default` what measures best. */
  preset?: Preset;
  /** Document frequency, in pages, from which a segment is a template segment; 1 to 65,535. */
  templateDf?: number;
  /** Share of template text above which a block is a template block; 0 to 1, to the millionth. */
  templateRatio?: number;
  /**
   * Tb: pages that a segment seen once is remembered for; above 0, and `Infinity` to forget nothing.
   * Tb·N is at most 16,384.
   */
  baseLifetime?: number;
  /** N ≥ 1: how many times longer a segment seen often is remembered. */
  lifetimeGrowth?: number;
  /**
   * What a verdict rests on. `repetition`: the share of template segments in a block, as in the paper. `joint`: a model that
   * weighs repetition, the block's place on the site, and the page itself. `page`: the part of the model that sees one page
   * alone. The models are made for `separators: 'blocks'`.
   */
  evidence?: Evidence;
  /** Whether a segment is forgotten when its age reaches its lifetime (the default) or only when it exceeds it. */
  lifetimeBoundary?: 'reached' | 'exceeded';
  /**
   * Bits by which a segment is known again: 23, 39 or 64, for entries of 5, 7 or 12 bytes. A new segment is taken for one
   * of n known ones with probability n / 2^bits. Entries are a byte longer where Tb·N is above 64 pages. DF is counted to
   * 255; with 64 bits, and where `templateDf` is above 255 (a byte more), to 65,535.
   */
  fingerprintBits?: FingerprintBits;
  /**
   * Elements that open a block: `paper` is `table` and `div`; `html5` adds `section article nav aside header footer
   * main form ul ol dl fieldset`; `blocks` adds all others that break a line (`p li h1 td pre …`); or a list of element names, custom elements included, but not `html` and `body`.
   */
  separators?: SeparatorPreset | readonly string[];
  /**
   * What of its place is part of a segment's identity: the tag names from the root down (`tags`), nothing (`none`), tag
   * names with their places among their siblings (`indexed`), or tag names with their class attributes (`classes`).
   */
  path?: PathMode;
  /** Largest page, in bytes of UTF-8. */
  maxPageBytes?: number;
  /** Most nodes of a page's tree. */
  maxNodes?: number;
  /**
   * Deepest element of a page given as HTML: what would be deeper becomes a sibling at that depth, as in browsers; 0 for
   * no limit.
   */
  maxDepth?: number;
  /** Largest table of the site, in bytes. */
  maxTableBytes?: number;
  /** Most linear memory of the instance, in bytes: pages, their nodes, and the table. */
  maxMemory?: number;
}

/** Options with nothing left open. */
export interface ResolvedOptions {
  readonly templateDf: number;
  readonly templateRatio: number;
  readonly baseLifetime: number;
  readonly lifetimeGrowth: number;
  readonly lifetimeBoundary: 'reached' | 'exceeded';
  readonly evidence: Evidence;
  readonly fingerprintBits: FingerprintBits;
  readonly separators: readonly string[];
  readonly path: PathMode;
  readonly maxPageBytes: number;
  readonly maxNodes: number;
  readonly maxDepth: number;
  readonly maxTableBytes: number;
  readonly maxMemory: number;
}

const PAPER_SEPARATORS = ['table', 'div'] as const;

const HTML5_SEPARATORS = [
  ...PAPER_SEPARATORS,
  ...['section', 'article', 'nav', 'aside', 'header', 'footer', 'main', 'form', 'ul', 'ol', 'dl', 'fieldset'],
] as const;

const SEPARATORS: Readonly<Record<SeparatorPreset, readonly string[]>> = {
  paper: PAPER_SEPARATORS,
  html5: HTML5_SEPARATORS,
  blocks: [
    ...HTML5_SEPARATORS,
    ...['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'tr', 'dt', 'dd', 'pre', 'blockquote', 'address'],
    ...['figure', 'figcaption', 'details', 'summary', 'center', 'caption', 'hgroup', 'menu', 'dialog', 'legend'],
  ],
};

const MIB = 1024 * 1024;

const PAPER: ResolvedOptions = {
  templateDf: 5,
  templateRatio: 0.7,
  baseLifetime: 5,
  lifetimeGrowth: 8,
  lifetimeBoundary: 'reached',
  evidence: 'repetition',
  fingerprintBits: 64,
  separators: SEPARATORS.paper,
  path: 'tags',
  maxPageBytes: 32 * MIB,
  maxNodes: 2 * 1024 * 1024,
  maxDepth: 512,
  maxTableBytes: 64 * MIB,
  maxMemory: 1024 * MIB,
};

const PRESETS: Readonly<Record<Preset, ResolvedOptions>> = {
  paper: PAPER,
  default: {
    ...PAPER,
    baseLifetime: 1,
    lifetimeGrowth: 16,
    evidence: 'joint',
    fingerprintBits: 39,
    separators: SEPARATORS.blocks,
  },
};

const LIFETIME_MAX = 16384;

const KNOWN = new Set<string>(['preset', ...Object.keys(PAPER)]);

function number(name: string, value: unknown, low: number, high: number, whole: boolean): number {
  if (typeof value !== 'number' || !(value >= low && value <= high) || (whole && !Number.isInteger(value))) {
    throw new OptionError(
      `${name} must be a ${whole ? 'whole ' : ''}number from ${low} to ${high}, not ${String(value)}`,
    );
  }
  return value;
}

function oneOf<const T extends string | number>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new OptionError(`${name} must be one of ${allowed.join(', ')}, not ${String(value)}`);
  return found;
}

function separatorNames(value: unknown): readonly string[] {
  if (typeof value === 'string') return SEPARATORS[oneOf('separators', value, ['paper', 'html5', 'blocks'])];
  if (!Array.isArray(value)) throw new OptionError('separators must be paper, html5 or a list of element names');
  const names = value.map((name: unknown) => {
    if (typeof name !== 'string' || !/^[A-Za-z][^\s/>\0]*$/.test(name)) {
      throw new OptionError(`separators: ${JSON.stringify(name)} is no element name`);
    }
    const lower = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    if (lower === 'html' || lower === 'body') {
      throw new OptionError(`separators: ${lower} is always the root block and can not be one`);
    }
    return lower;
  });
  const unique = [...new Set(names)].sort();
  if (unique.length > 64) throw new OptionError(`separators: ${unique.length} names are more than 64`);
  return unique;
}

/**
 * Fills in what is left open and checks every value.
 *
 * @throws {OptionError} `OPTION_INVALID` on an unknown option, or a value of the wrong type or out of range.
 */
export function resolveOptions(options: DetectorOptions = {}): ResolvedOptions {
  const unknown = Object.keys(options).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new OptionError(`there is no option ${unknown}`);
  const preset = oneOf('preset', options.preset ?? 'default', ['paper', 'default']);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const merged: Record<keyof ResolvedOptions, unknown> = { ...PRESETS[preset], ...given };

  const baseLifetime = number('baseLifetime', merged.baseLifetime, Number.MIN_VALUE, Number.POSITIVE_INFINITY, false);
  const lifetimeGrowth = number('lifetimeGrowth', merged.lifetimeGrowth, 1, LIFETIME_MAX, false);
  if (baseLifetime !== Number.POSITIVE_INFINITY && baseLifetime * lifetimeGrowth > LIFETIME_MAX) {
    throw new OptionError(
      `baseLifetime × lifetimeGrowth must be at most ${LIFETIME_MAX} pages, or baseLifetime Infinity`,
    );
  }
  return {
    templateDf: number('templateDf', merged.templateDf, 1, 65535, true),
    templateRatio: number('templateRatio', merged.templateRatio, 0, 1, false),
    baseLifetime,
    lifetimeGrowth,
    lifetimeBoundary: oneOf('lifetimeBoundary', merged.lifetimeBoundary, ['reached', 'exceeded']),
    evidence: oneOf('evidence', merged.evidence, ['repetition', 'page', 'joint']),
    fingerprintBits: oneOf('fingerprintBits', merged.fingerprintBits, [23, 39, 64]),
    separators: separatorNames(merged.separators),
    path: oneOf('path', merged.path, ['tags', 'none', 'indexed', 'classes']),
    maxPageBytes: number('maxPageBytes', merged.maxPageBytes, 1, 512 * MIB, true),
    maxNodes: number('maxNodes', merged.maxNodes, 16, 64 * 1024 * 1024, true),
    maxDepth: number('maxDepth', merged.maxDepth, 0, 65536, true),
    maxTableBytes: number('maxTableBytes', merged.maxTableBytes, 4096, 1024 * MIB, true),
    maxMemory: number('maxMemory', merged.maxMemory, MIB, 4095 * MIB, true),
  };
}
