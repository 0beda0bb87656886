/** The flags of the command: one table that the parser, the help and the check of a store's options read. */
import type { DetectorOptions } from 'refrain';

/** One flag. */
export interface Flag {
  /** What its value stands for in the help; a flag without one takes no value. */
  readonly value?: string;
  readonly short?: string;
  readonly meaning: string;
}

/** Where pages come from and where results go. */
export const RUN_FLAGS = {
  format: {
    value: 'FORMAT',
    meaning: 'ndjson (default), text (content only), html or warc (template removed), bulk or minisearch (documents)',
  },
  out: { value: 'PATH', meaning: 'text and html: a file for each page, below the folder PATH; else one file' },
  'bulk-index': { value: 'NAME', meaning: 'bulk: the index that documents are for; without it the request says it' },
  site: { value: 'NAME', meaning: 'all pages are of one site, of this name' },
  'site-of': { value: 'WHAT', meaning: 'what of a URL makes a site: host (default), domain or folders:N' },
  state: { value: 'FOLDER', meaning: 'go on from the store in FOLDER, and keep what is learned in it' },
  'label-only': { meaning: 'label by what --state holds; count nothing' },
  relabel: { meaning: 'a second pass: label by what all pages have taught; without --state, read the input twice' },
  'keep-one': { meaning: 'let the first copy of every template block stay' },
  model: { value: 'FILE', meaning: 'decide by this model, in place of the one that ships with refrain' },
  'max-removed': { value: 'SHARE', meaning: 'pass a page through whole that would lose more of its text, 0 to 1' },
  jobs: { value: 'COUNT', meaning: 'threads that pages are worked on by (default 1)' },
  'flush-every': { value: 'WHEN', meaning: 'save to --state after so many pages (5000) or seconds (default 30s)' },
  report: { value: 'FOLDER', meaning: 'make a report to look at, as refrain report does; reads the input once more' },
  pages: { value: 'COUNT', meaning: 'report: most pages of a site that can be opened in it (default 2000)' },
  shuffle: { value: 'SEED', meaning: 'read files in a random order, the same for the same whole number' },
  quiet: { short: 'q', meaning: 'no progress bar, no summary' },
  help: { short: 'h', meaning: 'show this help' },
  version: { short: 'v', meaning: 'show the version' },
} as const satisfies Record<string, Flag>;

/** Flags of `refrain report`; those of the detector come with them. */
export const REPORT_FLAGS = {
  out: { value: 'FOLDER', meaning: 'where the report goes: a folder that is new, empty, or a report to be replaced' },
  pages: { value: 'COUNT', meaning: 'most pages of a site that can be opened (default 2000); figures are of all' },
  site: RUN_FLAGS.site,
  'site-of': RUN_FLAGS['site-of'],
  state: RUN_FLAGS.state,
  'label-only': RUN_FLAGS['label-only'],
  model: RUN_FLAGS.model,
  jobs: RUN_FLAGS.jobs,
  shuffle: RUN_FLAGS.shuffle,
  quiet: RUN_FLAGS.quiet,
  help: RUN_FLAGS.help,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain index`; those of the detector come with them, but for its memory. */
export const INDEX_FLAGS = {
  out: { value: 'FILE', meaning: 'the index; what is there already stays until the new one is whole' },
  template: {
    value: 'HOW',
    meaning: 'how template is found: incremental (default), page by page; two-stage, in the end; or none',
  },
  site: RUN_FLAGS.site,
  'site-of': RUN_FLAGS['site-of'],
  model: RUN_FLAGS.model,
  'max-memory': {
    value: 'MIB',
    meaning: 'most memory for postings while the index is built, 16 to 2048 (default 256)',
  },
  quiet: RUN_FLAGS.quiet,
  help: RUN_FLAGS.help,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain search`. */
export const SEARCH_FLAGS = {
  ranking: { value: 'HOW', meaning: 'bm25 (default) or pivoted' },
  limit: { value: 'COUNT', meaning: 'most pages (default 10)' },
  json: { meaning: 'a JSON line for each page: page, url, title and score' },
  quiet: { short: 'q', meaning: 'no word where nothing was found' },
  help: RUN_FLAGS.help,
} as const satisfies Record<string, Flag>;

/** Flags of the detector by the name of the option that they set. */
export const DETECTOR_FLAGS = {
  preset: { value: 'NAME', meaning: 'where the other options start from: paper or default' },
  templateDf: { value: 'PAGES', meaning: 'pages that a text must be seen on to be template' },
  templateRatio: { value: 'SHARE', meaning: 'share of template text above which a block is template, 0 to 1' },
  baseLifetime: { value: 'PAGES', meaning: 'pages that a text seen once is remembered for, or Infinity' },
  lifetimeGrowth: { value: 'TIMES', meaning: 'how many times longer a text seen often is remembered' },
  lifetimeBoundary: { value: 'WHEN', meaning: 'forget when the age has reached or exceeded the lifetime' },
  evidence: {
    value: 'KIND',
    meaning: 'what decides: joint (a model), repetition (the paper), or page (one page alone)',
  },
  fingerprintBits: { value: 'BITS', meaning: 'bits by which a text is known again: 23, 39 or 64' },
  separators: { value: 'NAMES', meaning: 'elements that open a block: paper, html5, blocks, or names with commas' },
  path: { value: 'MODE', meaning: 'place of a text in its identity: tags, none, indexed or classes' },
  maxPageBytes: { value: 'BYTES', meaning: 'largest page' },
  maxNodes: { value: 'COUNT', meaning: "most nodes of a page's tree" },
  maxDepth: { value: 'COUNT', meaning: 'deepest element; deeper ones become siblings; 0 for no limit' },
  maxTableBytes: { value: 'BYTES', meaning: "largest table of a site's texts" },
  maxMemory: { value: 'BYTES', meaning: 'most memory of the module, of all threads together' },
} as const satisfies Record<keyof DetectorOptions, Flag>;

export type DetectorFlag = keyof typeof DETECTOR_FLAGS;

export const DETECTOR_OPTIONS = Object.keys(DETECTOR_FLAGS) as DetectorFlag[];

/** `templateDf` is set by `template-df`. */
export function flagOf(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
