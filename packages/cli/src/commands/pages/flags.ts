/** `refrain INPUT…` and `refrain report`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { SETTLE } from 'refrain/engine';
import { describeCommand, valuesOf } from '../../arguments/command.ts';
import { INPUT_FLAGS, MODEL_FLAG, partFlag, quiet, SITE_FLAGS } from '../../arguments/common-flags.ts';
import { DETECTOR_OPTIONS } from '../../arguments/detector-flags.ts';
import {
  count,
  flag,
  option,
  share,
  target,
  text,
  toggle,
  usageError,
  type ValuesOf,
  wordOption,
} from '../../arguments/flags.ts';
import { exitCodes, wrapped } from '../../arguments/help.ts';
import { FLUSHED_MAX, type Flush } from '../../judge/batch.ts';
import { listRules } from '../../judge/rules-folder.ts';
import { checkAddress, checkReadTwice, type InputArguments, readInputs } from '../../read/inputs.ts';
import { pageTest } from '../../read/patterns.ts';
import { readShard } from '../../read/shard.ts';
import { FIELDS, type Field, readFields } from '../../write/fields.ts';
import { checkFlags } from '../../write/formats/format.ts';
import { FORMATS, formatNamed } from '../../write/formats/index.ts';
import type { ReportRequest } from '../../write/report/making.ts';
import { type Target, targetOf } from '../../write/target.ts';

export const JOBS = { default: 1, min: 1, max: 64 } as const;
/** Pages of a site that can be opened in a report. */
const REPORT_PAGES = { min: 1, max: 100_000 } as const;
export const REPORT_PAGES_DEFAULT = 2000;
const FLUSH_EVERY = '30s';

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

/** Flags of every run that come last in the help. */
const RUN_FLAGS = {
  ...MODEL_FLAG,
  jobs: count('COUNT', JOBS, `threads, ${JOBS.min} to ${JOBS.max}`),
  ...quiet('print errors only: no progress, no summary'),
};

const FORMAT_NAMES = FORMATS.map(({ name }) => name);

/** What people call a format. */
const FORMAT_SYNONYMS = {
  ...{ md: 'markdown', json: 'ndjson', jsonl: 'ndjson', 'json-lines': 'ndjson', jsonlines: 'ndjson' },
  ...{ txt: 'text', plain: 'text', htm: 'html', excel: 'csv', tsv: 'csv', xlsx: 'csv', elasticsearch: 'bulk' },
};

export const PAGES_FLAGS = {
  format: wordOption('FORMAT', FORMAT_NAMES, FORMAT_NAMES.join(', '), FORMAT_SYNONYMS),
  out: target(
    'PATH',
    'a folder, with one file per page, or a file whose ending names the format; - is standard output',
  ),
  keep: partFlag(
    'main (default): what the page is about; main+comments: and the comments of readers; content: what is not template (default where no model decides); comments; template; all',
  ),
  md: toggle('the same as --format markdown'),
  print: text('FIELD', 'the same as --format value --fields FIELD: one field of each page as it is', 'p'),
  fields: text('NAMES', 'ndjson, csv and value: these members or columns, with commas: see --help-all'),
  ...(Object.assign({}, ...FORMATS.map(({ flags }) => flags)) as object),
  structured: toggle('with main content: add text that a page has in JSON-LD or other data only'),
  guessEncoding: toggle('guess the character set of pages that name none; needs the package jschardet'),
  detectLanguage: toggle('say the language of pages that name none, by their text; needs the package eld'),
  ...INPUT_FLAGS,
  url: option('URL', 'address of the page, where it is the only one', checkAddress),
  ...SITE_FLAGS,
  shard: option(
    'K/N',
    'the K-th of N tasks, from 1: only sites that are its own by their names; N tasks have each site once',
    readShard,
  ),
  ...STATE_FLAGS,
  skipKnown: toggle(
    'with --state: write no page that was written before, and go on behind the end of --out; on standard output a killed run may repeat pages',
  ),
  events: text('FILE', 'what happens to templates of sites, one JSON line each; - is standard error'),
  relabel: toggle('label every page by all pages; without --state, the input is read twice'),
  settle: count(
    'COUNT',
    SETTLE,
    'pages of a site that wait for each other, to be judged by all of them; 0: none waits',
  ),
  keepOne: toggle('keep the first copy of every template block'),
  maxRemoved: share('leave a page unchanged if more than this share of its text is template, 0 to 1'),
  flushEvery: flag(
    'COUNT',
    `how often --state is saved: a number of pages (5000) or seconds (${FLUSH_EVERY}, default)`,
    readFlush,
  ),
  rules: flag(
    'FOLDER',
    'rules by hand, which win over the model: HOST.txt as for Full-Text RSS, or HOST.json; what they miss is reported',
    (given) => (given === undefined ? [] : listRules(given)),
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
  ...RUN_FLAGS,
};

/** The flags of `refrain report`: of those of a run, what says which pages are read, and how. */
const REPORT_FLAGS = {
  out: text('FOLDER', 'folder of the report: new, empty, or an earlier report, which is replaced', 'o'),
  pages: count(
    'COUNT',
    REPORT_PAGES,
    `pages of a site that can be opened (default ${REPORT_PAGES_DEFAULT}); figures cover all pages`,
  ),
  ...INPUT_FLAGS,
  ...SITE_FLAGS,
  ...STATE_FLAGS,
  ...RUN_FLAGS,
};

/** Options of a run. */
export interface RunOptions
  extends InputArguments,
    Omit<ValuesOf<typeof PAGES_FLAGS>, 'format' | 'fields' | 'report' | 'pages' | 'shard' | keyof typeof INPUT_FLAGS>,
    Target {
  /** Members of a line, or columns of a table; empty for other formats. */
  readonly fields: readonly Field[];
  /** Values of flags that only the format has. */
  readonly formatValues: object;
  readonly report: ReportRequest | undefined;
  /** Only the given ones: the preset or the state has the others. */
  readonly detector: DetectorOptions;
}

function checkLabelOnly({ state, labelOnly }: Pick<RunOptions, 'state' | 'labelOnly'>): void {
  if (labelOnly && state === undefined) throw usageError('--label-only: needs --state FOLDER, the store to label by');
}

/** The flag that keeps template in the content. */
const keepingFlag = ({ keepOne, maxRemoved }: Pick<RunOptions, 'keepOne' | 'maxRemoved'>): string | undefined =>
  keepOne ? 'keep-one' : maxRemoved === undefined ? undefined : 'max-removed';

/** @throws {CommandError} where flags have no meaning beside each other */
function checkTogether(values: Omit<ValuesOf<typeof PAGES_FLAGS>, 'format'> & Target, inputs: readonly string[]): void {
  const { format, keep, structured, state, labelOnly, relabel, skipKnown } = values;
  checkLabelOnly(values);
  if (skipKnown && (state === undefined || labelOnly || relabel))
    throw usageError('--skip-known: needs --state, and pages that are counted: not --label-only or --relabel');
  if (values.events !== undefined && (labelOnly || relabel))
    throw usageError('--events: needs pages that are counted: not --label-only or --relabel');
  if (relabel && state === undefined) checkReadTwice('--relabel without --state', inputs);
  if (values.report !== undefined) checkReadTwice('--report', inputs);
  else if (values.pages !== undefined) throw usageError('--pages: works only with --report');
  if (values.templates === '-') throw usageError('--templates: is a file; it cannot go to standard output');
  const keeping = keepingFlag(values);
  if (keep !== undefined && keep !== 'content' && keeping !== undefined)
    throw usageError(`--${keeping}: keeps template in the content; it has no meaning with --keep ${keep}`);
  if (values.detectLanguage && formatNamed(format).fields === undefined && format !== 'markdown')
    throw usageError(`--detect-language: the format ${format} does not say the language of a page`);
  if (!structured) return;
  if (keep !== undefined && keep !== 'main' && keep !== 'main+comments')
    throw usageError('--structured: works only with --keep main or --keep main+comments');
  if (formatNamed(format).hasText !== true)
    throw usageError(`--structured: the format ${format} has no text to add it to`);
}

/**
 * The options of a run without its inputs.
 *
 * @throws {CommandError} where flags have no meaning beside each other
 */
export function runOptions(
  inputs: readonly string[],
  flags: ValuesOf<typeof PAGES_FLAGS>,
  detector: DetectorOptions,
  given: readonly string[],
): RunOptions {
  const values = { ...flags, ...targetOf(flags, given) };
  if (values.print !== undefined && values.fields !== undefined)
    throw usageError('--print: names the field; it has no meaning with --fields');
  const { report: folder, pages: shown = REPORT_PAGES_DEFAULT } = values;
  const format = formatNamed(values.format);
  checkFlags(format, FORMATS, given);
  if (values.relabel && given.includes('settle'))
    throw usageError('--settle: no page waits with --relabel, which judges every page by all pages');
  checkTogether(values, inputs);
  const ofFormat = Object.entries(values).filter(([name]) => Object.hasOwn(format.flags, name));
  return {
    ...values,
    // What is kept of the template stands in the content.
    keep: values.keep ?? (keepingFlag(values) === undefined ? undefined : 'content'),
    ...{ inputs, listFile: undefined, isRead: pageTest(values.include, values.exclude) },
    fields: readFields(values, format),
    formatValues: Object.fromEntries(ofFormat),
    report: folder === undefined ? undefined : { folder, pages: shown, flag: '--report' },
    detector,
  };
}

const ABOUT = `Labels every block of the pages of a site as template or content, page by page.

Inputs
  FILE        HTML, WARC or NDJSON; gzipped or not. Or an index of WARCs (CDXJ),
              with --archives
  FOLDER      the .html, .htm and .xhtml files in it and below, in path order
  -           any of these on standard input; a pipe needs no dash
  ADDRESS     a page of the web, which begins with http:// or https://
A first word that is the name of a command is that command. To read a file or
folder of the same name, write ./index or refrain -- index.

Output: the Markdown of a page that is the only input, else one JSON line per page.
-o NAME/ is a folder with the Markdown of each page; -o NAME.csv and others name a
format by their ending, each also with .gz. By --format
${FORMATS.map(({ name, about }) => `  ${name.padEnd(10)}  ${about.join(`\n${' '.repeat(14)}`)}`).join('\n')}
Fields for --fields, --print and --frontmatter
${wrapped(Object.keys(FIELDS).join(' '), 76)
  .map((line) => `  ${line}`)
  .join('\n')}`;

export const pages = describeCommand({
  name: '',
  usage: ['INPUT… [options]'],
  summary: '',
  about: ABOUT,
  flags: PAGES_FLAGS,
  brief: ['out', 'format', 'print', 'fields', 'keep', 'url', 'state', 'relabel', 'quiet', 'helpAll'],
  detector: { flags: DETECTOR_OPTIONS },
  exits: exitCodes(
    'all pages done',
    'some pages or inputs failed; the others are done',
    'pages learned are in --state',
  ),
  examples: [
    'refrain page.html',
    'refrain site/ -o pages/',
    'refrain site/ > pages.ndjson',
    'curl -s "$URL" | refrain --url "$URL"',
    'refrain site/ --format html -o clean/',
    'refrain monday/ --state site.refrain | jq -r .text',
    'refrain site/ --format bulk --bulk-index pages > pages.bulk',
  ],
  read(inputs, flags, detector, given): RunOptions {
    const input = readInputs(inputs, flags);
    return { ...runOptions(inputs, flags, detector, given), ...input };
  },
});

/** A run that writes nothing but its report. */
export const report = describeCommand({
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
    return {
      ...{ ...valuesOf(PAGES_FLAGS, new Map()), ...values, ...input },
      ...{ out: undefined, format: 'auto', isFolder: false, fields: [], formatValues: {}, detector },
      report: { folder, pages: shown, flag: '--out' },
    };
  },
});
