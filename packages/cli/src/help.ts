/** The text that --help prints. */
import {
  CHANGED_FLAGS,
  type Command,
  DETECTOR_OPTIONS,
  DIFF_FLAGS,
  INDEX_FLAGS,
  MCP_FLAGS,
  REPORT_FLAGS,
  RULES_FLAGS,
  RUN_FLAGS,
  SEARCH_FLAGS,
  STATE_FLAGS,
} from './flags.ts';
import { columns, detectorRows, rowsOf } from './help-table.ts';
import { USAGE } from './usage.ts';

const SIZES = `A SIZE is a number with K, M or G (KB, KiB and so on mean the same): powers of 1024.
Without a unit it is MiB; for flags that end in -bytes it is bytes.`;

const exitCodes = (ok: string, failed: string, interrupted: string): string => `Exit codes
  0    ${ok}
  1    ${failed}
  2    usage error, or the command could not start
  130  interrupted by Ctrl-C (143: by SIGTERM); ${interrupted}`;

const RUN_EXIT_CODES = exitCodes(
  'all pages done',
  'some pages or inputs failed; the others are done',
  'pages learned are in --state',
);

function runHelp(): string {
  const [own, detector] = [rowsOf(RUN_FLAGS), detectorRows()];
  const table = columns(own, detector);
  return `${USAGE.run}

Labels every block of the pages of a site as template or content, page by page.

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
              has url, title, site, content and length

Options
${table(own)}

Options of the detector
${table(detector)}

${SIZES}

${RUN_EXIT_CODES}

Errors are lines on standard error: refrain: SOURCE: MESSAGE (CODE)

Examples
  refrain site/ > pages.ndjson
  refrain site/ --format html --out clean/
  refrain news.warc.gz --format text --keep main --out articles/
  refrain monday/ --state site.refrain | jq -r .content
  refrain site/ --format bulk --bulk-index pages > pages.bulk

More commands
  refrain report --help   a folder that shows the template of every page
  refrain rules --help    CSS selectors of a site's template and content
  refrain index --help    a search index of the pages without their template
  refrain search --help   search such an index
  refrain diff --help     what changed in the template of a site
  refrain changed --help  what pages say differently in a second crawl
  refrain state --help    sites of a store: list, export, check, repair and more
  refrain mcp --help      tools for language models
`;
}

function reportHelp(): string {
  const [own, detector] = [rowsOf(REPORT_FLAGS), detectorRows()];
  const table = columns(own, detector);
  return `${USAGE.report}

Makes a folder of HTML pages that open without a server. Its index.html lists the
sites, how their tables grew and what their template is. Every page can be opened:
its template is tinted, and each block has the reasons of its verdict. Scripts,
styles and pictures of the pages are left out. Inputs are those of refrain --help.
They are read twice: the second time, pages are labelled by all pages.

Options
${table(own)}

Options of the detector
${table(detector)}

${SIZES}

${exitCodes('all pages done', 'some pages or inputs failed; the others are in the report', 'no report was made')}

Examples
  refrain report site/ --out report
  refrain crawl.warc.gz --format warc --out clean.warc.gz --report report
`;
}

function rulesHelp(): string {
  const [own, detector] = [rowsOf(RULES_FLAGS), detectorRows()];
  const table = columns(own, detector);
  return `${USAGE.rules}

Prints what refrain has learned of a site as CSS selectors and XPath, for each layout
of its pages: regions of the template, content, main content, title, date, author and
repeated items. Each has the pages it was seen on, and how good it is on pages that
it was not made from. Inputs are those of refrain --help, with pages of one site.
With --state, no page is read: the rules of SITE are made from what the store has
learned. A store keeps that only from runs with --events FILE.

Options
${table(own)}

Options of the detector
${table(detector)}

${SIZES}

${exitCodes('the rules are written', 'some pages or inputs failed; the rules are of the others', 'no rules were written')}

Examples
  refrain rules site/ > rules.json
  refrain rules crawl.warc.gz --site www.example.org --out rules.json
  refrain monday/ --site news --state crawl.refrain --events events.ndjson > pages.ndjson
  refrain rules news --state crawl.refrain
`;
}

function indexHelp(): string {
  const own = rowsOf(INDEX_FLAGS);
  const detector = detectorRows(DETECTOR_OPTIONS.filter((option) => option !== 'maxMemory'));
  const table = columns(own, detector);
  return `${USAGE.index}

Builds a search index of the pages without their template, for refrain search.
Inputs are those of refrain --help. The name of a page is its URL; that of a file
is its path below the folder that all inputs share. Pages that fail are reported
and left out. If no page is left, or the build fails, no index is written.

Options
${table(own)}

Options of the detector, for --template incremental; two-stage and none take only
--separators, --max-page-bytes, --max-nodes, --max-depth and --max-work
${table(detector)}

${SIZES}

${exitCodes('all pages are in the index', 'some pages or inputs failed; the others are in the index', 'no index was written')}

Examples
  refrain index site/ --out site.index
  refrain index crawl.warc.gz --out crawl.index --template two-stage --max-memory 1G
`;
}

function searchHelp(): string {
  const own = rowsOf(SEARCH_FLAGS);
  return `${USAGE.search}

Finds the pages of an index that have any word of QUERY outside their template, the
best first. Prints one line per page: score, URL and title, separated by tabs.
Words in double quotes must follow one another; quote them for the shell too.

Options
${columns(own)(own)}

Exit codes
  0    the search ran, with or without results
  2    usage error, or the index could not be read

Examples
  refrain search site.index template detection
  refrain search site.index '"template detection" crawl' --limit 3 --json
`;
}

function diffHelp(): string {
  const own = rowsOf(DIFF_FLAGS);
  return `${USAGE.diff}

Prints what changed in the template of a site, from the rules OLD to the rules NEW:
layouts and regions that are new (+), gone (-), moved or found less often (~). Each
is a file of refrain rules, or a store of runs with --events FILE: its rules are then
made from what it has learned.

Options
${columns(own)(own)}

Exit codes
  0    nothing has changed
  1    the template has changed
  2    usage error, or a file could not be read

Examples
  refrain diff monday.rules.json friday.rules.json
  refrain diff monday.rules.json crawl.refrain --site www.example.org
`;
}

function changedHelp(): string {
  const own = rowsOf(CHANGED_FLAGS);
  return `${USAGE.changed}

Compares two crawls of a site: which pages are new, gone or moved, and what the main
content of the others says differently. OLD and NEW are inputs as in refrain --help,
except for standard input; each is read twice, and judged by itself. Template,
counters, ages and dates of now are no change. A crawl whose pages are not kept can
be a file of lines with id, contentHash and contentDigest, as in the last example:
which pages have changed is known then, and not what they say. A store keeps no
pages and is refused.
Pages are paired by URL, without fragment and tracking parameters; files by their
path. A page with another URL and the same content has moved.

Options
${columns(own)(own)}

${exitCodes('the crawls were compared', 'some pages or inputs failed; the others are compared', 'pages compared so far were printed')}

Examples
  refrain changed monday.warc.gz tuesday.warc.gz
  refrain changed docs-4.2/ docs-5.0/ --format ndjson | jq -r .id
  refrain today/ --fields id,url,contentHash,contentDigest --out today.hashes
  refrain changed yesterday.hashes today.hashes
`;
}

function stateHelp(): string {
  const own = rowsOf(STATE_FLAGS);
  return `${USAGE.state}

Shows and changes the store that refrain INPUT… --state FOLDER made.

Actions
  list FOLDER              print one JSON line per site
  export FOLDER SITE FILE  write the snapshot of a site, for Detector.restore of the
                           library; - is standard output
  import FOLDER SITE FILE  put the snapshot FILE into the store as SITE
  forget FOLDER SITE       remove a site
  check FOLDER             say whether the store is damaged, and what can be saved
  repair FOLDER            write what can be saved to a new store, --out FOLDER; the
                           damaged one is not changed

Options
${columns(own)(own)}

Exit codes
  0    done
  1    check: the store is damaged
  2    usage error, or the store could not be read or changed

Examples
  refrain state list crawl.refrain
  refrain state export crawl.refrain www.example.org example.snapshot
  refrain state repair crawl.refrain --out repaired.refrain
`;
}

function mcpHelp(): string {
  const own = rowsOf(MCP_FLAGS);
  return `${USAGE.mcp}

Serves tools for language models over standard input and output, by the Model
Context Protocol: clean_page, clean_site, site_template and explain_block. What is
learned of a site is used for its later pages. Needs the package
@modelcontextprotocol/sdk.

Options
${columns(own)(own)}

Exit codes
  0    standard input has ended
  2    usage error, or the server could not start

Example
  npx --package @refrain/cli --package @modelcontextprotocol/sdk refrain mcp --state sites
`;
}

const HELPS: Readonly<Record<Command, () => string>> = {
  run: runHelp,
  report: reportHelp,
  rules: rulesHelp,
  index: indexHelp,
  search: searchHelp,
  diff: diffHelp,
  changed: changedHelp,
  state: stateHelp,
  mcp: mcpHelp,
  help: runHelp,
};

export const help = (command: Command): string => HELPS[command]();
