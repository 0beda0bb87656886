/** `refrain INPUT…`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { defineCommand, valuesOf } from '../arguments/command.ts';
import {
  checkNotMisspelt,
  checkReadTwice,
  HELP_FLAGS,
  INPUT_FLAGS,
  type InputArguments,
  KEEPS,
  MODEL_FLAG,
  quiet,
  readInputs,
  SEED,
  SITE_FLAGS,
} from '../arguments/common-flags.ts';
import { DETECTOR_OPTIONS } from '../arguments/detector-flags.ts';
import {
  count,
  flag,
  flagOf,
  share,
  target,
  text,
  toggle,
  usageError,
  type ValuesOf,
  word,
} from '../arguments/flags.ts';
import { FORMATS } from '../arguments/formats.ts';
import { exitCodes } from '../arguments/help.ts';
import { checkKeep } from '../arguments/keep.ts';
import { type Field, readFields } from './fields.ts';

export const JOBS = { default: 1, min: 1, max: 64 } as const;
/** Words of a chunk. */
export const CHUNK_WORDS = { default: 300, min: 10, max: 100_000 } as const;
/** Pages of a site that can be opened in a report. */
export const REPORT_PAGES = { min: 1, max: 100_000 } as const;
export const REPORT_PAGES_DEFAULT = 2000;
const FLUSH_EVERY = '30s';

/** Pages counted in the seconds of a flush: a write of many more needs much memory, some kilobytes for each. */
export const FLUSHED_MAX = 100_000;

export interface Flush {
  readonly pages: number;
  readonly seconds: number;
}

/** Seconds with an `s`, pages without. */
function readFlush(given: string = FLUSH_EVERY): Flush {
  const [, digits, unit] = /^(\d+)(s?)$/.exec(given) ?? [];
  const value = Number(digits);
  if (!(value > 0)) throw usageError(`--flush-every: must be a number of pages (5000) or seconds (30s), not ${given}`);
  return unit === 's' ? { pages: FLUSHED_MAX, seconds: value } : { pages: value, seconds: Number.POSITIVE_INFINITY };
}

const STATE_FLAGS = {
  state: text('FOLDER', 'store of the sites: read first if it exists, and updated'),
  labelOnly: toggle('label by --state and count no page'),
};
const JOBS_FLAG = { jobs: count('COUNT', JOBS, `threads, ${JOBS.min} to ${JOBS.max}`) };
const SHUFFLE_FLAG = {
  shuffle: count('SEED', SEED, 'read files in a random order; the same whole number gives the same order'),
};
const QUIET_FLAG = quiet('print errors only: no progress, no summary');

const PAGES_FLAGS = {
  format: word(
    'FORMAT',
    FORMATS,
    `${FORMATS[0]} (default); text, markdown, html: the content; csv: a table; chunks: pieces of the Markdown for retrieval; ` +
      'warc: the records, without the template; bulk, minisearch: documents for a search engine',
  ),
  out: target(
    'PATH',
    'text, markdown, html: a folder, with one file per page; others: one file; - is standard output (default)',
  ),
  keep: word(
    'PART',
    KEEPS,
    `${KEEPS[0]} (default): what is not template; main: what the page is about; main+comments: and the comments of readers`,
  ),
  fields: text('NAMES', 'ndjson and csv: only these members or columns, with commas: see below'),
  cut: toggle('html: the source without what goes, in place of a document of its own'),
  chunkWords: count(
    'COUNT',
    { min: CHUNK_WORDS.min, max: CHUNK_WORDS.max },
    `chunks: maximum number of words (default ${CHUNK_WORDS.default})`,
  ),
  structured: toggle('with --keep main: add text that a page has in JSON-LD or other data only'),
  bulkIndex: text('NAME', 'bulk: name of the index in every action; default: none'),
  ...INPUT_FLAGS,
  ...SITE_FLAGS,
  state: STATE_FLAGS.state,
  skipKnown: toggle('with --state: write no page that was counted before'),
  events: text('FILE', 'what happens to templates of sites, one JSON line each; - is standard error'),
  labelOnly: STATE_FLAGS.labelOnly,
  relabel: toggle('label every page by all pages; without --state, the input is read twice'),
  keepOne: toggle('keep the first copy of every template block'),
  ...MODEL_FLAG,
  maxRemoved: share('leave a page unchanged if more than this share of its text is template, 0 to 1'),
  ...JOBS_FLAG,
  flushEvery: flag(
    'COUNT',
    `how often --state is saved: a number of pages (5000) or seconds (${FLUSH_EVERY}, default)`,
    readFlush,
  ),
  report: text('FOLDER', 'also make a report, as refrain report does; the input is read once more'),
  pages: count(
    'COUNT',
    REPORT_PAGES,
    `with --report: pages of a site that can be opened (default ${REPORT_PAGES_DEFAULT})`,
  ),
  templates: text(
    'FILE',
    "also write the text of each site's template, once a site, as JSON lines; warc: in the archive too",
  ),
  ...SHUFFLE_FLAG,
  ...QUIET_FLAG,
  ...HELP_FLAGS,
};

/** The flags of `refrain report`: of those of a run, what says which pages are read, and how. */
export const REPORT_FLAGS = {
  out: text('FOLDER', 'folder of the report: new, empty, or an earlier report, which is replaced'),
  pages: count(
    'COUNT',
    REPORT_PAGES,
    `pages of a site that can be opened (default ${REPORT_PAGES_DEFAULT}); figures cover all pages`,
  ),
  ...INPUT_FLAGS,
  ...SITE_FLAGS,
  ...STATE_FLAGS,
  ...MODEL_FLAG,
  ...JOBS_FLAG,
  ...SHUFFLE_FLAG,
  ...QUIET_FLAG,
  ...HELP_FLAGS,
};

/** The report to make. */
export interface ReportRequest {
  readonly folder: string;
  /** Maximum number of pages of a site that can be opened. */
  readonly pages: number;
  /** Whether the run writes nothing else. */
  readonly isAll: boolean;
}

/** Flags that only one format has. */
const ONLY = { cut: 'html', chunkWords: 'chunks', bulkIndex: 'bulk' } as const;

function checkLabelOnly({
  state,
  labelOnly,
}: {
  readonly state: string | undefined;
  readonly labelOnly: boolean;
}): void {
  if (labelOnly && state === undefined) throw usageError('--label-only: needs --state FOLDER, the store to label by');
}

const ABOUT = `Labels every block of the pages of a site as template or content, page by page.

Inputs
  FILE        HTML, WARC or NDJSON; gzipped or not
  FOLDER      the .html, .htm and .xhtml files in it and below, in path order
  -           any of these on standard input
A first word that is the name of a command is that command. To read a file or
folder of the same name, write ./index or refrain -- index.

Output, by --format
  ndjson      one JSON line per page: id, url, site, title, page, counted,
              templateShare, confidence, content and blocks, each with kind,
              ratio, score, length, path, start, end (bytes of the file) and
              text; --fields chooses others
  text, markdown
              the content. On standard output, a line with a form feed names
              each page. --keep chooses another part
  html        a clean document with the content; --cut: the page without its
              template. On standard output, a form feed separates pages
  csv         a table with a row per page; --fields chooses its columns
  chunks      one JSON line per piece of the Markdown, for retrieval
  warc        the records of the input, the pages without their template
  bulk        two lines per page for _bulk of Elasticsearch and OpenSearch
  minisearch  one line per page for addAll of MiniSearch. As in bulk, a document
              has url, title, site, content and length`;

/** Options of a run. */
export interface RunOptions
  extends InputArguments,
    Omit<ValuesOf<typeof PAGES_FLAGS>, 'fields' | 'chunkWords' | 'flushEvery' | 'report' | 'pages'> {
  /** Members of a line, or columns of a table; empty for other formats. */
  readonly fields: readonly Field[];
  readonly chunkWords: number;
  readonly flush: Flush;
  readonly report: ReportRequest | undefined;
  /** Only the given ones: the preset or the state has the others. */
  readonly detector: DetectorOptions;
}

/** The other commands: the first input may be a misspelling of one. */
const NAMES = ['report', 'rules', 'diff', 'changed', 'index', 'search', 'state', 'mcp', 'help'];

export const pages = defineCommand({
  name: '',
  usage: ['INPUT… [options]'],
  summary: '',
  about: ABOUT,
  flags: PAGES_FLAGS,
  detector: { flags: DETECTOR_OPTIONS },
  exits: exitCodes(
    'all pages done',
    'some pages or inputs failed; the others are done',
    'pages learned are in --state',
  ),
  examples: [
    'refrain site/ > pages.ndjson',
    'refrain site/ --format html --out clean/',
    'refrain news.warc.gz --format text --keep main --out articles/',
    'refrain monday/ --state site.refrain | jq -r .content',
    'refrain site/ --format bulk --bulk-index pages > pages.bulk',
  ],
  read(inputs, values, detector): RunOptions {
    const input = readInputs(inputs, values);
    checkNotMisspelt(inputs, NAMES);
    const { format, state, labelOnly, relabel, report: folder, structured } = values;
    for (const [name, only] of Object.entries(ONLY)) {
      const value = values[name as keyof typeof ONLY];
      if (format !== only && value !== undefined && value !== false)
        throw usageError(`--${flagOf(name)}: works only with --format ${only}`);
    }
    checkLabelOnly(values);
    if (values.skipKnown && (state === undefined || labelOnly || relabel))
      throw usageError('--skip-known: needs --state, and pages that are counted: not --label-only or --relabel');
    if (values.events !== undefined && (labelOnly || relabel))
      throw usageError('--events: needs pages that are counted: not --label-only or --relabel');
    if (relabel && state === undefined) checkReadTwice('--relabel without --state', inputs);
    if (folder === undefined && values.pages !== undefined) throw usageError('--pages: works only with --report');
    if (folder !== undefined) checkReadTwice('--report', inputs);
    if (values.templates === '-') throw usageError('--templates: is a file; it cannot go to standard output');
    checkKeep(values);
    return {
      ...values,
      ...input,
      fields: readFields(values.fields, format, structured),
      chunkWords: values.chunkWords ?? CHUNK_WORDS.default,
      flush: values.flushEvery,
      report: folder === undefined ? undefined : { folder, pages: values.pages ?? REPORT_PAGES_DEFAULT, isAll: false },
      detector,
    };
  },
  run: async (options, context) => (await import('./run.ts')).run(options, context),
});

/** A run that writes nothing but its report. */
export const report = defineCommand({
  name: 'report',
  usage: ['INPUT… --out FOLDER [options]'],
  summary: 'a folder that shows the template of every page',
  about: `Makes a folder of HTML pages that open without a server. Its index.html lists the
sites, how their tables grew and what their template is. Every page can be opened:
its template is tinted, and each block has the reasons of its verdict. Scripts,
styles and pictures of the pages are left out. Inputs are those of refrain --help.
They are read twice: the second time, pages are labelled by all pages.`,
  flags: REPORT_FLAGS,
  detector: { flags: DETECTOR_OPTIONS },
  exits: exitCodes('all pages done', 'some pages or inputs failed; the others are in the report', 'no report was made'),
  examples: [
    'refrain report site/ --out report',
    'refrain crawl.warc.gz --format warc --out clean.warc.gz --report report',
  ],
  read(inputs, values, detector): RunOptions {
    const input = readInputs(inputs, values);
    const { out: folder, pages: shown = REPORT_PAGES_DEFAULT } = values;
    if (folder === undefined) throw usageError('--out: refrain report needs --out FOLDER');
    if (folder === '-') throw usageError('--out: a report is a folder; it cannot go to standard output');
    checkReadTwice('report', inputs);
    checkLabelOnly(values);
    const { flushEvery, ...defaults } = valuesOf(PAGES_FLAGS, new Map());
    return {
      ...{ ...defaults, ...values, ...input },
      ...{ out: undefined, fields: [], chunkWords: CHUNK_WORDS.default, flush: flushEvery, detector },
      report: { folder, pages: shown, isAll: true },
    };
  },
  run: async (options, context) => (await import('./run.ts')).run(options, context),
});
