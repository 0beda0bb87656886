import { type ResolvedOptions, resolveOptions } from 'refrain';
import type { Command } from './arguments.ts';
import {
  DETECTOR_FLAGS,
  DETECTOR_OPTIONS,
  type Flag,
  flagOf,
  INDEX_FLAGS,
  REPORT_FLAGS,
  RUN_FLAGS,
  SEARCH_FLAGS,
} from './flags.ts';

const RUN = { usage: 'usage: refrain INPUT… [options]', more: 'refrain --help says more' };

const HINTS: Readonly<Record<Command, { readonly usage: string; readonly more: string }>> = {
  run: RUN,
  state: RUN,
  report: {
    usage: 'usage: refrain report INPUT… --out FOLDER [options]',
    more: 'refrain report --help says more; an input called report is ./report',
  },
  index: {
    usage: 'usage: refrain index INPUT… --out FILE [options]',
    more: 'refrain index --help says more; an input called index is ./index',
  },
  search: {
    usage: 'usage: refrain search FILE QUERY… [options]',
    more: 'refrain search --help says more; an input called search is ./search',
  },
};

/** A word on the usage for who got it wrong. */
export const hint = (command: Command): string => `${HINTS[command].usage}\n${HINTS[command].more}\n`;

interface Line {
  readonly flag: string;
  readonly meaning: string;
}

function line(name: string, { value, short, meaning }: Flag): Line {
  const spelling = short === undefined ? `    --${name}` : `-${short}, --${name}`;
  return { flag: value === undefined ? spelling : `${spelling} ${value}`, meaning };
}

const linesOf = (flags: Readonly<Record<string, Flag>>): Line[] =>
  Object.entries(flags).map(([name, flag]) => line(name, flag));

/** The defaults are those that the library has. */
function detectorLines(): Line[] {
  const defaults: Partial<Record<string, ResolvedOptions[keyof ResolvedOptions]>> = { ...resolveOptions() };
  return DETECTOR_OPTIONS.map((option) => {
    const { flag, meaning } = line(flagOf(option), DETECTOR_FLAGS[option]);
    const value = defaults[option];
    return {
      flag,
      meaning: value === undefined || Array.isArray(value) ? meaning : `${meaning} (default ${String(value)})`,
    };
  });
}

/** A function that sets lines in two columns, the second of which begins where all have room before it. */
function columns(...groups: readonly (readonly Line[])[]): (lines: readonly Line[]) => string {
  const width = Math.max(...groups.flat().map(({ flag }) => flag.length));
  return (lines) => lines.map(({ flag, meaning }) => `  ${flag.padEnd(width)}  ${meaning}`).join('\n');
}

function runHelp(): string {
  const [own, detector] = [linesOf(RUN_FLAGS), detectorLines()];
  const table = columns(own, detector);
  return `${HINTS.run.usage}

Tells template from content on the pages of one site, page by page, in path order.
An INPUT is an HTML file, or a folder with .html, .htm and .xhtml files in it or below;
a WARC or NDJSON, gzipped or not; or - for any of these on standard input.
Each page gives one JSON line on standard output: id, site, page, counted, content, and
blocks, each with kind, ratio, score, length, path, start, end (bytes of the file) and text.
As text or html, pages follow one another with a form feed between them.
As bulk, each gives the two lines that _bulk of Elasticsearch and OpenSearch takes; as
minisearch, one line, the JSON of a document for addAll. Documents have url, title, site,
content and length.

Options
${table(own)}

Options of the detector
${table(detector)}

Exit code: 0 all pages done; 1 a page or input failed, the others are done; 2 the command
could not run as asked; 130 interrupted, what was learned until then is in --state.

Examples
  refrain site/ > pages.ndjson
  refrain site/ --format html --out clean/
  refrain monday/ --state site.refrain | jq -r .content
  refrain site/ --format bulk --bulk-index pages > pages.bulk

More commands: refrain state list|export|import|forget, refrain report --help,
refrain index --help, refrain search --help
`;
}

function reportHelp(): string {
  const [own, detector] = [linesOf(REPORT_FLAGS), detectorLines()];
  const table = columns(own, detector);
  return `${HINTS.report.usage}

Makes a folder of pages to look at, which open from disk: index.html in it names the sites,
how their tables grew and what their template is; each of their pages can be seen with its
template tinted, and says of every block why it is what it is. Scripts, styles and pictures of
the pages are left out, so they can do nothing. Inputs are those of refrain --help, and are
read twice: the second time by what all pages have taught.

Options
${table(own)}

Options of the detector
${table(detector)}

Exit code: 0 all pages done; 1 a page or input failed, the others are in the report; 2 no
report was made; 130 interrupted, no report was made.

Examples
  refrain report site/ --out report
  refrain crawl.warc.gz --format warc --out clean.warc.gz --report report
`;
}

function indexHelp(): string {
  const own = linesOf(INDEX_FLAGS);
  const detector = detectorLines().filter(({ flag }) => !flag.includes('--max-memory'));
  const table = columns(own, detector);
  return `${HINTS.index.usage}

Builds an index of the pages without their template, to be asked by refrain search.
Inputs are those of refrain --help. A page of a file is named by its path from the folder
that all inputs have in common, any other by its URL. A page that fails is told of and
left out; where none is left, where the build fails or is interrupted, nothing is written.

Options
${table(own)}

Options of the detector, with --template incremental (with two-stage and none, only
--separators, --max-page-bytes, --max-nodes and --max-depth)
${table(detector)}

Exit code: 0 all pages indexed; 1 a page or input failed, the others are indexed; 2 no
index was written; 130 interrupted, no index was written.

Examples
  refrain index site/ --out site.index
  refrain index crawl.warc.gz --out crawl.index --template two-stage --max-memory 1024
`;
}

function searchHelp(): string {
  const own = linesOf(SEARCH_FLAGS);
  return `${HINTS.search.usage}

Finds the pages of an index that have any word of the QUERY outside their template, best
first: a line for each, with its score, URL and title between tabs. Words in double quotes
have to stand one behind the other; mind that the shell takes quotes of its own away.

Options
${columns(own)(own)}

Exit code: 0 the index was asked, whatever was found; 2 it could not be.

Examples
  refrain search site.index template detection
  refrain search site.index '"template detection" crawl' --limit 3 --json
`;
}

const HELPS: Readonly<Record<Command, () => string>> = {
  run: runHelp,
  state: runHelp,
  report: reportHelp,
  index: indexHelp,
  search: searchHelp,
};

export const help = (command: Command): string => HELPS[command]();
