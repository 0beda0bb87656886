/** The flags of the command: one table for the parser, the help and the check of a store's options. */
import type { DetectorOptions } from 'refrain';
import {
  CHANGED_FORMATS,
  CHUNK_WORDS,
  FLUSH_EVERY,
  FORMATS,
  INDEX_MEMORY,
  JOBS,
  KEEPS,
  MCP_LENGTH,
  MCP_PAGES,
  RANKINGS,
  REPORT_PAGES,
  RULES_FORMATS,
  RULES_PAGES,
  SEARCH_LIMIT,
  TEMPLATES,
} from './flag-values.ts';
import { formatSize } from './sizes.ts';

/** One flag. */
export interface Flag {
  /** Name of its value in the help; a flag without one takes no value. */
  readonly value?: string;
  readonly short?: string;
  /** Whether it can be given several times. */
  readonly isList?: true;
  readonly meaning: string;
}

const HELP_FLAGS = {
  help: { short: 'h', meaning: 'print this help' },
  version: { short: 'v', meaning: 'print the version' },
} as const satisfies Record<string, Flag>;

/** Flags about which inputs are read. */
const INPUT_FLAGS = {
  'files-from': { value: 'FILE', meaning: 'file with one input a line, or between NULs; - is standard input' },
  include: {
    value: 'GLOB',
    isList: true,
    meaning: 'read only pages whose URL or id matches; can be given several times',
  },
  exclude: {
    value: 'GLOB',
    isList: true,
    meaning: 'leave out pages whose URL or id matches; can be given several times',
  },
} as const satisfies Record<string, Flag>;

/** Flags of inputs and outputs. */
export const RUN_FLAGS = {
  format: {
    value: 'FORMAT',
    meaning:
      `${FORMATS[0]} (default); text, markdown, html: the content; csv: a table; chunks: pieces of the Markdown for retrieval; ` +
      'warc: the records, without the template; bulk, minisearch: documents for a search engine',
  },
  out: {
    value: 'PATH',
    meaning: 'text, markdown, html: a folder, with one file per page; others: one file; - is standard output (default)',
  },
  keep: {
    value: 'PART',
    meaning:
      `${KEEPS[0]} (default): what is not template; main: what the page is about; ` +
      'main+comments: and the comments of readers',
  },
  fields: { value: 'NAMES', meaning: 'ndjson and csv: only these members or columns, with commas: see below' },
  cut: { meaning: 'html: the source without what goes, in place of a document of its own' },
  'chunk-words': { value: 'COUNT', meaning: `chunks: maximum number of words (default ${CHUNK_WORDS.default})` },
  structured: { meaning: 'with --keep main: add text that a page has in JSON-LD or other data only' },
  'bulk-index': { value: 'NAME', meaning: 'bulk: name of the index in every action; default: none' },
  ...INPUT_FLAGS,
  site: { value: 'NAME', meaning: 'name of the one site that all pages belong to' },
  'site-of': { value: 'PART', meaning: 'part of a URL that names the site: host (default), domain or folders:N' },
  state: { value: 'FOLDER', meaning: 'store of the sites: read first if it exists, and updated' },
  'skip-known': { meaning: 'with --state: write no page that was counted before' },
  events: { value: 'FILE', meaning: 'what happens to templates of sites, one JSON line each; - is standard error' },
  'label-only': { meaning: 'label by --state and count no page' },
  relabel: { meaning: 'label every page by all pages; without --state, the input is read twice' },
  'keep-one': { meaning: 'keep the first copy of every template block' },
  model: { value: 'FILE', meaning: 'model to decide by; default: the one of refrain' },
  'max-removed': {
    value: 'SHARE',
    meaning: 'leave a page unchanged if more than this share of its text is template, 0 to 1',
  },
  jobs: { value: 'COUNT', meaning: `threads, ${JOBS.min} to ${JOBS.max} (default ${JOBS.default})` },
  'flush-every': {
    value: 'COUNT',
    meaning: `how often --state is saved: a number of pages (5000) or seconds (${FLUSH_EVERY}, default)`,
  },
  report: { value: 'FOLDER', meaning: 'also make a report, as refrain report does; the input is read once more' },
  pages: {
    value: 'COUNT',
    meaning: `with --report: pages of a site that can be opened (default ${REPORT_PAGES.default})`,
  },
  templates: {
    value: 'FILE',
    meaning: "also write the text of each site's template, once a site, as JSON lines; warc: in the archive too",
  },
  shuffle: { value: 'SEED', meaning: 'read files in a random order; the same whole number gives the same order' },
  quiet: { short: 'q', meaning: 'print errors only: no progress, no summary' },
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain report`, besides those of the detector. */
export const REPORT_FLAGS = {
  out: { value: 'FOLDER', meaning: 'folder of the report: new, empty, or an earlier report, which is replaced' },
  pages: {
    value: 'COUNT',
    meaning: `pages of a site that can be opened (default ${REPORT_PAGES.default}); figures cover all pages`,
  },
  ...INPUT_FLAGS,
  site: RUN_FLAGS.site,
  'site-of': RUN_FLAGS['site-of'],
  state: RUN_FLAGS.state,
  'label-only': RUN_FLAGS['label-only'],
  model: RUN_FLAGS.model,
  jobs: RUN_FLAGS.jobs,
  shuffle: RUN_FLAGS.shuffle,
  quiet: RUN_FLAGS.quiet,
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain index`, besides those of the detector; `--max-memory` has another meaning here. */
export const INDEX_FLAGS = {
  out: { value: 'FILE', meaning: 'file of the index; an existing one is replaced when the new one is complete' },
  template: {
    value: 'METHOD',
    meaning: `how template is found: ${TEMPLATES[0]} (default), page by page; two-stage, at the end; or none`,
  },
  keep: { value: 'PART', meaning: 'with --template incremental: the part of a page that is indexed, as for a run' },
  ...INPUT_FLAGS,
  site: RUN_FLAGS.site,
  'site-of': RUN_FLAGS['site-of'],
  model: RUN_FLAGS.model,
  'max-memory': {
    value: 'SIZE',
    meaning:
      `memory for postings, ${formatSize(INDEX_MEMORY.min)} to ${formatSize(INDEX_MEMORY.max)} ` +
      `(default ${formatSize(INDEX_MEMORY.default)})`,
  },
  quiet: RUN_FLAGS.quiet,
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain search`. */
export const SEARCH_FLAGS = {
  ranking: { value: 'METHOD', meaning: `${RANKINGS[0]} (default) or ${RANKINGS[1]}` },
  limit: { value: 'COUNT', meaning: `maximum number of pages (default ${SEARCH_LIMIT.default})` },
  json: { meaning: 'one JSON line per page: page, url, title and score' },
  quiet: { short: 'q', meaning: 'no message if no page was found' },
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain rules`, besides those of the detector. */
export const RULES_FLAGS = {
  format: {
    value: 'FORMAT',
    meaning:
      `${RULES_FORMATS[0]} (default): one object, with the rules of each layout; filters: cosmetic filters for ad blockers; ` +
      'scraper: expressions of XPath by layout, for Scrapy and the like',
  },
  out: { value: 'FILE', meaning: 'file of the rules; - is standard output (default)' },
  pages: { value: 'COUNT', meaning: `maximum number of pages that are read (default ${RULES_PAGES.default})` },
  ...INPUT_FLAGS,
  site: { value: 'NAME', meaning: 'which site of the input; for an input of one site, its name' },
  'site-of': RUN_FLAGS['site-of'],
  state: {
    value: 'FOLDER',
    meaning: 'read no pages: the rules of SITE are those that a store has learned with --events',
  },
  model: RUN_FLAGS.model,
  quiet: { short: 'q', meaning: 'print errors only' },
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain diff`. */
export const DIFF_FLAGS = {
  site: { value: 'NAME', meaning: 'which site of a store; for a store of one site, its name' },
  json: { meaning: 'one JSON object' },
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain changed`. */
export const CHANGED_FLAGS = {
  format: {
    value: 'FORMAT',
    meaning: `${CHANGED_FORMATS[0]} (default), for a reader, or ${CHANGED_FORMATS[1]}: one line per page`,
  },
  json: { meaning: 'one JSON object: pages and counts' },
  include: INPUT_FLAGS.include,
  exclude: INPUT_FLAGS.exclude,
  'site-of': RUN_FLAGS['site-of'],
  model: RUN_FLAGS.model,
  quiet: { short: 'q', meaning: 'print errors only: no progress' },
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain state`. */
export const STATE_FLAGS = {
  out: { value: 'FOLDER', meaning: 'repair: folder of the new store, which must be empty or missing' },
  json: { meaning: 'check and repair: one JSON line' },
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of `refrain mcp`. */
export const MCP_FLAGS = {
  state: { value: 'FOLDER', meaning: 'store of the sites; default: what is learned is forgotten when the server ends' },
  root: { value: 'FOLDER', meaning: 'files outside of this folder are not read; default: the current one' },
  'max-pages': { value: 'COUNT', meaning: `maximum number of pages of a call (default ${MCP_PAGES.default})` },
  'max-length': {
    value: 'COUNT',
    meaning: `maximum number of characters of an answer (default ${MCP_LENGTH.default})`,
  },
  ...HELP_FLAGS,
} as const satisfies Record<string, Flag>;

/** Flags of the detector, by the name of the option that they set. */
export const DETECTOR_FLAGS = {
  preset: { value: 'NAME', meaning: 'values of the options below: default (default) or paper (Wang et al. 2008)' },
  templateDf: { value: 'PAGES', meaning: 'document frequency from which a text is template' },
  templateRatio: { value: 'SHARE', meaning: 'share of template text above which a block is template, 0 to 1' },
  baseLifetime: { value: 'PAGES', meaning: 'pages after which a text seen once is forgotten, or Infinity' },
  lifetimeGrowth: { value: 'FACTOR', meaning: 'how many times longer a frequent text is remembered' },
  lifetimeBoundary: { value: 'WHEN', meaning: 'forget a text when its age has reached or exceeded its lifetime' },
  evidence: {
    value: 'KIND',
    meaning: 'what decides: joint (a model), repetition (as in the paper) or page (one page alone)',
  },
  fingerprintBits: { value: 'BITS', meaning: 'bits of the fingerprint of a text: 23, 39 or 64' },
  separators: { value: 'NAMES', meaning: 'elements that open a block: paper, html5, blocks, or names and commas' },
  path: { value: 'MODE', meaning: 'DOM path in the identity of a text: tags, none, indexed or classes' },
  maxPageBytes: { value: 'SIZE', meaning: 'largest page' },
  maxNodes: { value: 'COUNT', meaning: 'maximum number of nodes of a page' },
  maxDepth: { value: 'COUNT', meaning: 'deepest element; deeper ones become siblings; 0: no limit' },
  maxWork: { value: 'STEPS', meaning: 'maximum work for a page; a step takes about a nanosecond' },
  maxTableBytes: { value: 'SIZE', meaning: 'largest table of a site' },
  maxMemory: { value: 'SIZE', meaning: 'memory of the module, of all threads together' },
  seed: {
    value: 'SEED',
    meaning: 'secret of the keys of new sites: a whole number or 32 hexadecimal digits; default: random for each site',
  },
} as const satisfies Record<keyof DetectorOptions, Flag>;

export type DetectorFlag = keyof typeof DETECTOR_FLAGS;

export const DETECTOR_OPTIONS = Object.keys(DETECTOR_FLAGS) as DetectorFlag[];

/** `templateDf` is set by `template-df`. */
export function flagOf(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Flags of the detector by their own names. */
const DETECTOR: Readonly<Record<string, Flag>> = Object.fromEntries(
  DETECTOR_OPTIONS.map((option): [string, Flag] => [flagOf(option), DETECTOR_FLAGS[option]]),
);

/** What the command line asks for: the first word that is not a flag, or `run`. */
export const COMMANDS = [
  'run',
  'report',
  'rules',
  'diff',
  'changed',
  'index',
  'search',
  'state',
  'mcp',
  'help',
] as const;

export type Command = (typeof COMMANDS)[number];

/** All flags of each command. */
export const FLAGS: Readonly<Record<Command, Readonly<Record<string, Flag>>>> = {
  run: { ...DETECTOR, ...RUN_FLAGS },
  report: { ...DETECTOR, ...REPORT_FLAGS },
  rules: { ...DETECTOR, ...RULES_FLAGS },
  index: { ...DETECTOR, ...INDEX_FLAGS },
  search: SEARCH_FLAGS,
  diff: DIFF_FLAGS,
  changed: CHANGED_FLAGS,
  state: STATE_FLAGS,
  mcp: MCP_FLAGS,
  help: HELP_FLAGS,
};
