import * as check from './check.ts';
import { OptionError } from './errors.ts';
import * as Seed from './seed.ts';

/** In the order of their codes. */
export const EVIDENCES = ['repetition', 'page', 'joint'] as const;
/** See {@link DetectorOptions.evidence}. */
export type Evidence = (typeof EVIDENCES)[number];

/**
 * Options of a detector. `templateDf`, `templateRatio`, `baseLifetime` (Tb) and `lifetimeGrowth` (N) are those of Wang et al.,
 * *Incremental Web Page Template Detection*, WWW 2008.
 */
export interface DetectorOptions {
  /** Values of the other options: `paper` as published by Wang et al., or those that measure best. Default: `default`. */
  preset?: 'paper' | 'default';
  /** Document frequency, in pages, from which a segment is a template segment: 1 to 255. Default: 5. */
  templateDf?: number;
  /** Template ratio above which a block is template, if repetition decides: 0 to 1. Default: 0.7. */
  templateRatio?: number;
  /**
   * Share of the other pages of the site, and at least `templateDf` of them, that must have a text of a sentence's length so that it is
   * template by any score: above 0, up to 1, or `Infinity` for never. Default: 0.5.
   */
  templateShare?: number;
  /**
   * Tb: lifetime, in pages, of a segment that occurred once: above 0, or `Infinity` to evict nothing. Tb·N is at most 16,384.
   * Default: 1 (`paper`: 5).
   */
  baseLifetime?: number;
  /** N: lifetime of a frequent segment / Tb: from 1. Default: 16 (`paper`: 8). */
  lifetimeGrowth?: number;
  /**
   * The evidence that decides. `joint`: a model that weighs repetition, the DOM position on the site, and the page itself.
   * `page`: the part of the model that sees only the page. `repetition`: the template ratio, as in the paper. The models are
   * trained for `separators: 'blocks'`. Default: `joint` (`paper`: `repetition`).
   */
  evidence?: Evidence;
  /**
   * Weight of the recall of main content against its precision: β of the maximum expected Fβ, 0.1 to 10, or `high` (2), `balanced` (1),
   * `low` (0.5). No table depends on it. Default: `balanced`.
   */
  recall?: 'high' | 'balanced' | 'low' | number;
  /**
   * Text that a style attribute hides: without size, transparent, in the colour of its background, cut off, or far outside of the window.
   * `omit`: no output has it. `page.document().unseen` counts it. No table depends on it. Default: `keep`.
   */
  unseen?: 'keep' | 'omit';
  /**
   * Elements that open a block. `paper`: `table` and `div`. `html5` adds `section article nav aside header footer main form ul
   * ol dl fieldset`. `blocks` adds the others that break a line (`p li h1 td pre …`). Default: `blocks` (`paper`: `paper`).
   */
  separators?: 'paper' | 'html5' | 'blocks';
  /** Maximum size of a page, in bytes of UTF-8. Default: 32 MiB. */
  maxPageBytes?: number;
  /** Maximum number of nodes of a page, which is also limited to its bytes + 65,536. Default: 2,097,152. */
  maxNodes?: number;
  /** Maximum depth of an element: a deeper element becomes a sibling at that depth, as in browsers. 0: no limit. Default: 512. */
  maxDepth?: number;
  /**
   * Maximum work for a page, and for each output of it, in steps of the module, which take about a nanosecond: 1,000 to 10¹⁵.
   * The steps of a page are the same on every engine: `page.work`. Default: 1,000,000,000.
   */
  maxWork?: number;
  /** Maximum size of the site's table, in bytes. Default: 64 MiB. */
  maxTableBytes?: number;
  /** Maximum linear memory of the instance, in bytes: the page, its nodes and the table. Default: 1 GiB. */
  maxMemory?: number;
  /**
   * Secret of the keys of texts in tables: a whole number from 0 to 2^53 − 1, or 32 hexadecimal digits. With equal seeds, equal pages
   * produce equal bytes of a snapshot; verdicts do not depend on it. A page whose author knows the seed can have texts that are taken for
   * each other. A snapshot contains the seed of its table. Default: random, for each table.
   */
  seed?: number | string | undefined;
}

/** Options with every value set; `recall` as a number, `seed` as 32 hexadecimal digits, undefined: random for each table. */
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

/** An option: its check, the limits of that check, and its value in each preset. */
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

/** Millionths are the smallest shares. */
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
 * @throws {OptionError} `OPTION_INVALID` for an unknown option, and for a value of the wrong type or out of range
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
