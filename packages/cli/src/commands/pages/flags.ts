/** `refrain INPUT…` and `refrain report`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { describeCommand, valuesOf } from '../../arguments/command-line.ts';
import { pick, usageError, type ValuesOf } from '../../arguments/flag-kinds.ts';
import { FLAGS, INPUT_FLAGS } from '../../arguments/flag-table.ts';
import { exitCodes, wrapText } from '../../arguments/help.ts';
import { listRules, type RulesFile } from '../../judge/rules-folder.ts';
import { checkReadTwice, type InputArguments, readInputs } from '../../read/inputs.ts';
import { pageTest } from '../../read/patterns.ts';
import { checkFlags } from '../../write/formats/format.ts';
import { FORMATS, formatByName } from '../../write/formats/index.ts';
import { frontmatterFields } from '../../write/formats/markdown.ts';
import type { ReportRequest } from '../../write/report/report-builder.ts';
import { FIELDS, type Field, readFields } from '../../write/run-fields.ts';
import { type Target, targetOf } from '../../write/target.ts';

/** Default number of pages per site that can be opened in a report. */
const REPORT_PAGES = 2000;

export const OUTPUT_FLAGS = pick(FLAGS, [
  ...(['format', 'out', 'keep', 'fields', 'frontmatter', 'cut', 'chunkWords', 'bulkIndex', 'structured'] as const),
]);

export const PAGES_FLAGS = {
  ...OUTPUT_FLAGS,
  ...INPUT_FLAGS,
  maxPages: { ...FLAGS.maxPages, meaning: 'with --archives: pages in the sample of each site (default: all)' },
  ...pick(FLAGS, ['url', 'site', 'siteOf', 'shard', 'state', 'skipKnown', 'events', 'relabel', 'settle']),
  ...pick(FLAGS, ['keepOne', 'maxRemoved', 'flushEvery', 'rules', 'templates', 'model', 'jobs', 'quiet']),
};

const REPORT_FLAGS = {
  out: {
    ...FLAGS.out,
    value: 'FOLDER',
    meaning: 'folder of the report: new, empty, or an earlier report, which is replaced',
  },
  ...INPUT_FLAGS,
  maxPages: {
    ...FLAGS.maxPages,
    meaning: `pages of a site that can be opened (default ${REPORT_PAGES}); figures cover all pages. With --archives: its sample`,
  },
  ...pick(FLAGS, ['site', 'siteOf', 'state', 'relabel', 'model', 'jobs', 'quiet']),
};

export interface RunOptions
  extends InputArguments,
    Omit<
      ValuesOf<typeof PAGES_FLAGS>,
      'format' | 'fields' | 'frontmatter' | 'rules' | 'shard' | keyof typeof INPUT_FLAGS
    >,
    Target {
  /** Members of a line, or columns of a table; empty for other formats. */
  readonly fields: readonly Field[];
  /** Front matter: metadata above the Markdown of a page. */
  readonly frontmatter: readonly Field[];
  readonly rules: readonly RulesFile[];
  readonly report: ReportRequest | undefined;
  /** The only host of a crawl: its pages need no folder of this name. */
  readonly home?: string | undefined;
  /** Only the given options; the others come from the preset or the state. */
  readonly detector: DetectorOptions;
}

const keepingFlag = ({ keepOne, maxRemoved }: Pick<RunOptions, 'keepOne' | 'maxRemoved'>): string | undefined =>
  keepOne ? 'keep-one' : maxRemoved === undefined ? undefined : 'max-removed';

/** @throws {CommandError} if flags contradict each other */
function checkTogether(values: Omit<ValuesOf<typeof PAGES_FLAGS>, 'format'> & Target, inputs: readonly string[]): void {
  const { format, keep, structured, state, relabel, skipKnown } = values;
  if (skipKnown && (state === undefined || relabel))
    throw usageError('--skip-known: needs --state, and pages that are counted: not --relabel');
  if (values.events !== undefined && relabel) throw usageError('--events: needs pages that are counted: not --relabel');
  if (relabel && state === undefined) checkReadTwice('--relabel without --state', inputs);
  if (values.maxPages !== undefined && values.archives === undefined)
    throw usageError('--max-pages: samples an index of web archives; it needs --archives');
  if (values.templates === '-') throw usageError('--templates: must be a file, not standard output');
  const keeping = keepingFlag(values);
  if (keep !== undefined && keep !== 'content' && keeping !== undefined)
    throw usageError(`--${keeping}: keeps template in the content; it has no meaning with --keep ${keep}`);
  if (!structured) return;
  if (keep !== undefined && keep !== 'main' && keep !== 'main+comments')
    throw usageError('--structured: works only with --keep main or --keep main+comments');
  if (formatByName(format).hasText !== true)
    throw usageError(`--structured: the format ${format} has no text to add it to`);
}

/**
 * The options of a run without its inputs.
 *
 * @throws {CommandError} if flags contradict each other
 */
export function runOptions(
  inputs: readonly string[],
  flags: ValuesOf<typeof PAGES_FLAGS>,
  detector: DetectorOptions,
  given: readonly string[],
): RunOptions {
  const values = { ...flags, ...targetOf(flags, given) };
  const format = formatByName(values.format);
  checkFlags(format, FORMATS, given);
  if (values.relabel && given.includes('settle'))
    throw usageError('--settle: no page waits with --relabel, which judges every page by all pages');
  checkTogether(values, inputs);
  return {
    ...values,
    // These flags keep template as part of the content.
    keep: values.keep ?? (keepingFlag(values) === undefined ? undefined : 'content'),
    ...{ inputs, listFile: undefined, isRead: pageTest(values.include, values.exclude) },
    fields: readFields(values, format),
    frontmatter: frontmatterFields(values),
    rules: values.rules === undefined ? [] : listRules(values.rules),
    ...{ report: undefined, detector },
  };
}

const ABOUT = `Labels every block of the pages of a site as template or content, page by page.

Inputs
  FILE        HTML, WARC or NDJSON; gzipped or not. Or an index of WARCs (CDXJ),
              with --archives
  FOLDER      the .html, .htm and .xhtml files in it and below, in path order
  -           any of these on standard input; a pipe needs no dash
  URL         the address of a page, which begins with http:// or https://
A first word that is the name of a command is that command. To read a file or
folder of the same name, write ./index or refrain -- index.

Output: the Markdown of a single page; one JSON line per page of several. -o NAME/ is a
folder with the Markdown of each page. The ending of -o NAME.csv, or of NAME.csv.gz,
selects a format. Formats for --format
${FORMATS.map(({ name, about }) => `  ${name.padEnd(10)}  ${about.join(`\n${' '.repeat(14)}`)}`).join('\n')}
Fields for --fields, --print and --frontmatter
${wrapText(Object.keys(FIELDS).join(' '), 76)
  .map((line) => `  ${line}`)
  .join('\n')}`;

export const pages = describeCommand({
  name: '',
  usage: ['FILE|FOLDER|URL… [options]'],
  summary: '',
  about: ABOUT,
  flags: PAGES_FLAGS,
  brief: ['out', 'format', 'fields', 'keep', 'url', 'state', 'relabel', 'quiet'],
  hasDetector: true,
  exits: exitCodes(
    'all pages done',
    'some pages or inputs failed; the others are done',
    'pages learned are in --state',
  ),
  examples: [
    'refrain https://example.org/ -o page.md',
    'refrain page.html -p title',
    'refrain site/ -o pages/',
    'refrain site/ > pages.ndjson',
    'curl -s "$URL" | refrain --url "$URL"',
    'refrain site/ --format html -o clean/',
    'refrain monday/ --site example --state site.refrain | jq -r .text',
    'refrain site/ --format bulk --bulk-index pages > pages.bulk',
  ],
  read: (inputs, flags, detector, given): RunOptions => ({
    ...runOptions(inputs, flags, detector, given),
    ...readInputs(inputs, flags),
  }),
});

export const report = describeCommand({
  name: 'report',
  usage: ['INPUT… --out FOLDER [options]'],
  summary: 'a folder that shows the template of every page',
  about: `Makes a folder of HTML pages that open without a server. Its index.html lists the
sites, how their tables grew and what their template is. Every page can be opened:
its template is tinted, and each block has the reasons of its verdict. Scripts,
styles and pictures of the pages are left out. Inputs are those of refrain --help.
They are read twice: all pages are learned before any is labelled.`,
  flags: REPORT_FLAGS,
  hasDetector: true,
  exits: exitCodes('all pages done', 'some pages or inputs failed; the others are in the report', 'no report was made'),
  examples: ['refrain report site/ --out report'],
  read(inputs, values, detector): RunOptions {
    const input = readInputs(inputs, values);
    const { out: folder, maxPages = REPORT_PAGES } = values;
    if (folder === undefined) throw usageError('--out: refrain report needs --out FOLDER');
    checkReadTwice('report', inputs);
    const run = runOptions(
      inputs,
      { ...valuesOf(PAGES_FLAGS), ...values, out: undefined, maxPages: undefined },
      detector,
      [],
    );
    return { ...run, ...input, report: { folder, pages: maxPages } };
  },
});
