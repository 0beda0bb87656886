import * as check from './check.ts';
import { OptionError } from './errors.ts';
import * as Seed from './seed.ts';

/** Values in the order of their codes. */
export const EVIDENCES = ['repetition', 'page', 'joint'] as const;
/** See {@link DetectorOptions.evidence}. */
export type Evidence = (typeof EVIDENCES)[number];

/**
 * Options of a detector. `templateDf`, `templateRatio`, `baseLifetime` (Tb) and `lifetimeGrowth` (N) are parameters of
 * Wang et al., *Incremental Web Page Template Detection*, WWW 2008.
 */
export interface DetectorOptions {
  /**
   * Defaults of all other options: `paper` as published by Wang et al., or `default`, the values with the best measured
   * results. Default: `default`.
   */
  preset?: 'paper' | 'default';
  /** Minimum document frequency (number of pages) of a template segment: 1 to 255. Default: 5. */
  templateDf?: number;
  /** If repetition decides: template ratio above which a block is template, 0 to 1. Default: 0.7. */
  templateRatio?: number;
  /**
   * A text with the length of a sentence is template, independent of its score, if at least this share of the other
   * pages of the site, and at least `templateDf` of them, have it: above 0, up to 1; `Infinity`: never. Default: 0.5.
   */
  templateShare?: number;
  /**
   * Tb: lifetime, in pages, of a segment that occurred once: above 0; `Infinity`: nothing is evicted. Tb·N is at most
   * 16,384. Default: 1 (`paper`: 5).
   */
  baseLifetime?: number;
  /** N: lifetime of a frequent segment as a multiple of Tb: from 1. Default: 16 (`paper`: 8). */
  lifetimeGrowth?: number;
  /**
   * The evidence that decides. `joint`: a model that combines repetition, the DOM position on the site, and the page
   * itself. `page`: the part of the model that uses only the page. `repetition`: the template ratio, as in the paper.
   * The models are trained for `separators: 'blocks'`. Default: `joint` (`paper`: `repetition`).
   */
  evidence?: Evidence;
  /**
   * Weight of recall against precision of main content: the β of the expected Fβ that is maximised, 0.1 to 10, or
   * `high` (2), `balanced` (1), `low` (0.5). Tables do not depend on it. Default: `balanced`.
   */
  recall?: 'high' | 'balanced' | 'low' | number;
  /**
   * What to do with text that a style attribute hides: without size, transparent, in the colour of its background,
   * clipped, or far outside of the window. `omit`: outputs do not contain it. `page.document().unseen` counts it.
   * Tables do not depend on it. Default: `keep`.
   */
  unseen?: 'keep' | 'omit';
  /**
   * Elements that open a block. `paper`: `table` and `div`. `html5` adds `section article nav aside header footer main form ul
   * ol dl fieldset`. `blocks` adds the others that break a line (`p li h1 td pre …`). Default: `blocks` (`paper`: `paper`).
   */
  separators?: 'paper' | 'html5' | 'blocks';
  /** Maximum size of a page, in bytes of UTF-8. Default: 32 MiB. */
  maxPageBytes?: number;
  /** Maximum number of nodes of a page. It is also limited to the bytes of the page + 65,536. Default: 2,097,152. */
  maxNodes?: number;
  /**
   * Maximum depth of an element. A deeper element becomes a sibling at this depth, as in browsers. 0: no limit.
   * Default: 512.
   */
  maxDepth?: number;
  /**
   * Maximum work for a page, and for each of its outputs, in steps of about a nanosecond: 1,000 to 10¹⁵. The number of
   * steps of a page (`page.work`) is the same on every engine. Default: 1,000,000,000.
   */
  maxWork?: number;
  /** Maximum size of the site's table, in bytes. Default: 64 MiB. */
  maxTableBytes?: number;
  /** Maximum linear memory of the instance, in bytes: the page, its nodes and the table. Default: 1 GiB. */
  maxMemory?: number;
  /**
   * Secret of the keys of texts in tables: a whole number from 0 to 2^53 − 1, or 32 hexadecimal digits. With equal
   * seeds, equal pages produce equal snapshots; verdicts do not depend on it. An author who knows the seed can write
   * texts with equal keys. A snapshot contains the seed of its table. Default: a random seed for each table.
   */
  seed?: number | string | undefined;
}

/**
 * Options with every value set. `recall` is a number; `seed` has 32 hexadecimal digits, or is undefined (random for
 * each table).
 */
export type ResolvedOptions = Readonly<
  Required<Omit<DetectorOptions, 'preset' | 'seed' | 'recall'>> & {
    recall: number;
    seed: string | undefined;
  }
>;

const PAPER = ['table', 'div'];
const HTML5 = ['section', 'article', 'nav', 'aside', 'header', 'footer', 'main', 'form', 'ul', 'ol', 'dl', 'fieldset'];
const OTHERS = [
  ...['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'tr', 'dt', 'dd', 'pre', 'blockquote', 'address'],
  ...['figure', 'figcaption', 'details', 'summary', 'center', 'caption', 'hgroup', 'menu', 'dialog', 'legend'],
];

/** The elements that open a block. */
export const SEPARATORS: Readonly<Record<ResolvedOptions['separators'], ReadonlySet<string>>> = {
  paper: new Set(PAPER),
  html5: new Set([...PAPER, ...HTML5]),
  blocks: new Set([...PAPER, ...HTML5, ...OTHERS]),
};

const MIB = 1024 * 1024;
const LIFETIME_MAX = 16384;
const RECALL = { high: 2, balanced: 1, low: 0.5 } as const;

/** An option: its check, the limits of the check, and its value in each preset. */
const row = <T, Limits extends readonly unknown[]>(
  read: (name: string, value: unknown, ...limits: Limits) => T,
  limits: Limits,
  value: T,
  paper = value,
) => ({ read: (name: string, given: unknown) => read(name, given, ...limits), default: value, paper });

const recall = (name: string, value: unknown): number =>
  typeof value === 'string'
    ? RECALL[check.oneOf(name, value, ['high', 'balanced', 'low'])]
    : check.number(name, value, 0.1, 10);

/** Rounds shares to millionths. */
const share = (name: string, value: unknown): number =>
  value === Number.POSITIVE_INFINITY ? value : check.number(name, value, 1e-6, 1);

const OPTIONS = {
  templateDf: row(check.whole, [1, 255], 5),
  templateRatio: row(check.number, [0, 1], 0.7),
  templateShare: row(share, [], 0.5),
  baseLifetime: row(check.number, [Number.MIN_VALUE, Number.POSITIVE_INFINITY], 1, 5),
  lifetimeGrowth: row(check.number, [1, LIFETIME_MAX], 16, 8),
  evidence: row(check.oneOf<Evidence>, [EVIDENCES], 'joint', 'repetition'),
  separators: row(check.oneOf<'paper' | 'html5' | 'blocks'>, [['paper', 'html5', 'blocks']], 'blocks', 'paper'),
  recall: row(recall, [], 1),
  unseen: row(check.oneOf<'keep' | 'omit'>, [['keep', 'omit']], 'keep'),
  maxPageBytes: row(check.whole, [1, 512 * MIB], 32 * MIB),
  maxNodes: row(check.whole, [16, 64 * 1024 * 1024], 2 * 1024 * 1024),
  maxDepth: row(check.whole, [0, 65536], 512),
  maxWork: row(check.whole, [1000, 1e15], 1e9),
  maxTableBytes: row(check.whole, [4096, 1024 * MIB], 64 * MIB),
  maxMemory: row(check.whole, [MIB, 4095 * MIB], 1024 * MIB),
  seed: row((_, value) => Seed.option(value), [], undefined),
};

/**
 * Fills in defaults and checks every value.
 *
 * @throws {OptionError} `OPTION_INVALID` if an option is unknown, or a value has the wrong type or is out of range
 */
export function resolveOptions(options: DetectorOptions = {}): ResolvedOptions {
  const all = check.object('a detector', options, ['preset', ...Object.keys(OPTIONS)]);
  const preset = check.oneOf('preset', all.preset ?? 'default', ['paper', 'default']);
  const values = Object.entries(OPTIONS).map(([name, { read, ...presets }]) => {
    const { [name as keyof DetectorOptions]: value = presets[preset] } = all;
    return [name, read(name, value)];
  });
  const resolved: ResolvedOptions = Object.fromEntries(values);
  const { baseLifetime, lifetimeGrowth } = resolved;
  if (baseLifetime !== Number.POSITIVE_INFINITY && baseLifetime * lifetimeGrowth > LIFETIME_MAX) {
    throw new OptionError(
      `baseLifetime × lifetimeGrowth must be at most ${LIFETIME_MAX} pages, or baseLifetime Infinity`,
    );
  }
  return resolved;
}
