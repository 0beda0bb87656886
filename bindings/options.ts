import * as check from './check.ts';
import { OptionError } from './errors.ts';
import * as Seed from './seed.ts';
import { defined } from './values.ts';

/** See {@link DetectorOptions.evidence}. */
export type Evidence = 'repetition' | 'page' | 'joint';

/**
 * Options of a detector. `templateDf`, `templateRatio`, `baseLifetime` (Tb) and `lifetimeGrowth` (N) are those of Wang et al.,
 * *Incremental Web Page Template Detection*, WWW 2008.
 */
export interface DetectorOptions {
  /** Named set that the other options start from. `paper`: Wang et al. to the letter. `default`: what measures best. Default: `default`. */
  preset?: 'paper' | 'default';
  /** Document frequency, in pages, from which a segment is a template segment: 1 to 255. Default: 5. */
  templateDf?: number;
  /** Template ratio above which a block is template, where repetition decides: 0 to 1. Default: 0.7. */
  templateRatio?: number;
  /**
   * Share of the other pages of the site, and at least `templateDf` of them, on which a text of a sentence's length must stand to be
   * template whatever the model says: above 0, up to 1, or `Infinity` for never. Default: 0.5.
   */
  templateShare?: number;
  /**
   * Tb: lifetime, in pages, of a segment seen once: above 0, or `Infinity` to evict nothing. Tb·N is at most 16,384.
   * Default: 1 (`paper`: 5).
   */
  baseLifetime?: number;
  /** N: how many times longer the lifetime of a frequent segment is: from 1. Default: 16 (`paper`: 8). */
  lifetimeGrowth?: number;
  /**
   * The evidence that decides. `joint`: a model that weighs repetition, the DOM position on the site, and the page itself.
   * `page`: the part of the model that sees one page alone. `repetition`: the template ratio, as in the paper. The models are
   * trained for `separators: 'blocks'`. Default: `joint` (`paper`: `repetition`).
   */
  evidence?: Evidence;
  /**
   * How many times as important the recall of main content is as its precision: β of the greatest expected Fβ, 0.1 to 10, or `high` (2),
   * `balanced` (1), `low` (0.5). No table depends on it. Default: `balanced`.
   */
  recall?: 'high' | 'balanced' | 'low' | number;
  /**
   * What happens to text that a page keeps from a reader by a style attribute: of no size, transparent, in the colour of its ground, cut
   * off, or far outside of the window. `omit`: no output has it. `page.document().unseen` counts it. No table depends on it. Default:
   * `keep`.
   */
  unseen?: 'keep' | 'omit';
  /**
   * Elements that open a block. `paper`: `table` and `div`. `html5` adds `section article nav aside header footer main form ul
   * ol dl fieldset`. `blocks` adds the others that break a line (`p li h1 td pre …`). Default: `blocks` (`paper`: `paper`).
   */
  separators?: 'paper' | 'html5' | 'blocks';
  /** Maximum size of a page, in bytes of UTF-8. Default: 32 MiB. */
  maxPageBytes?: number;
  /** Maximum number of nodes of a page. A page never has 65,536 nodes more than bytes. Default: 2,097,152. */
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
   * Secret of the keys by which tables know texts: a whole number from 0 to 2^53 − 1, or 32 hexadecimal digits. With the same
   * seed, the same pages give the same bytes of a snapshot; verdicts do not depend on it. Who knows the seed can make texts
   * that are taken for each other. A snapshot holds the seed of its table, which stays. Default: random, for each table.
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

const PAPER_SEPARATORS = ['table', 'div'] as const;

const HTML5_SEPARATORS = [
  ...PAPER_SEPARATORS,
  ...['section', 'article', 'nav', 'aside', 'header', 'footer', 'main', 'form', 'ul', 'ol', 'dl', 'fieldset'],
] as const;

/** The elements that open a block. */
export const SEPARATORS: Readonly<Record<ResolvedOptions['separators'], ReadonlySet<string>>> = {
  paper: new Set(PAPER_SEPARATORS),
  html5: new Set(HTML5_SEPARATORS),
  blocks: new Set([
    ...HTML5_SEPARATORS,
    ...['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'tr', 'dt', 'dd', 'pre', 'blockquote', 'address'],
    ...['figure', 'figcaption', 'details', 'summary', 'center', 'caption', 'hgroup', 'menu', 'dialog', 'legend'],
  ]),
};

const MIB = 1024 * 1024;

const PAPER: ResolvedOptions = {
  templateDf: 5,
  templateRatio: 0.7,
  templateShare: 0.5,
  baseLifetime: 5,
  lifetimeGrowth: 8,
  evidence: 'repetition',
  separators: 'paper',
  recall: 1,
  unseen: 'keep',
  maxPageBytes: 32 * MIB,
  maxNodes: 2 * 1024 * 1024,
  maxDepth: 512,
  maxWork: 1e9,
  maxTableBytes: 64 * MIB,
  maxMemory: 1024 * MIB,
  seed: undefined,
};

const PRESETS: Readonly<Record<'paper' | 'default', ResolvedOptions>> = {
  paper: PAPER,
  default: {
    ...PAPER,
    baseLifetime: 1,
    lifetimeGrowth: 16,
    evidence: 'joint',
    separators: 'blocks',
  },
};

const LIFETIME_MAX = 16384;

const RECALL = { high: 2, balanced: 1, low: 0.5 } as const;

const KNOWN: readonly string[] = ['preset', ...Object.keys(PAPER)];

const recallOption = (value: unknown): number =>
  typeof value === 'string'
    ? RECALL[check.oneOf('recall', value, ['high', 'balanced', 'low'])]
    : check.number('recall', value, 0.1, 10);

/** Millionths are the smallest shares. */
const shareOption = (value: unknown): number =>
  value === Number.POSITIVE_INFINITY ? value : check.number('templateShare', value, 1e-6, 1);

/**
 * Fills in defaults and checks every value.
 *
 * @throws {OptionError} `OPTION_INVALID` for an unknown option, and for a value of the wrong type or out of range
 */
export function resolveOptions(options: DetectorOptions = {}): ResolvedOptions {
  const all = check.object('a detector', options, KNOWN);
  const preset = check.oneOf('preset', all.preset ?? 'default', ['paper', 'default']);
  const merged: Record<keyof ResolvedOptions, unknown> = { ...PRESETS[preset], ...defined(all) };

  const baseLifetime = check.number('baseLifetime', merged.baseLifetime, Number.MIN_VALUE, Number.POSITIVE_INFINITY);
  const lifetimeGrowth = check.number('lifetimeGrowth', merged.lifetimeGrowth, 1, LIFETIME_MAX);
  if (baseLifetime !== Number.POSITIVE_INFINITY && baseLifetime * lifetimeGrowth > LIFETIME_MAX) {
    throw new OptionError(
      `baseLifetime × lifetimeGrowth must be at most ${LIFETIME_MAX} pages, or baseLifetime Infinity`,
    );
  }
  return {
    templateDf: check.whole('templateDf', merged.templateDf, 1, 255),
    templateRatio: check.number('templateRatio', merged.templateRatio, 0, 1),
    templateShare: shareOption(merged.templateShare),
    baseLifetime,
    lifetimeGrowth,
    evidence: check.oneOf('evidence', merged.evidence, ['repetition', 'page', 'joint']),
    separators: check.oneOf('separators', merged.separators, ['paper', 'html5', 'blocks']),
    recall: recallOption(merged.recall),
    unseen: check.oneOf('unseen', merged.unseen, ['keep', 'omit']),
    maxPageBytes: check.whole('maxPageBytes', merged.maxPageBytes, 1, 512 * MIB),
    maxNodes: check.whole('maxNodes', merged.maxNodes, 16, 64 * 1024 * 1024),
    maxDepth: check.whole('maxDepth', merged.maxDepth, 0, 65536),
    maxWork: check.whole('maxWork', merged.maxWork, 1000, 1e15),
    maxTableBytes: check.whole('maxTableBytes', merged.maxTableBytes, 4096, 1024 * MIB),
    maxMemory: check.whole('maxMemory', merged.maxMemory, MIB, 4095 * MIB),
    seed: Seed.option(merged.seed),
  };
}
