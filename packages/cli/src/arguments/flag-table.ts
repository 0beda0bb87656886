/** All flags of the command, one row each, and their synonyms. */
import { resolveOptions } from 'refrain';
import { SETTLE, selection } from 'refrain/engine';
import { RUN_MEMORY, readNumber, readOptions, readSeed } from './detector.ts';
import {
  count,
  flag,
  formatSize,
  list,
  option,
  pick,
  share,
  sizeOf,
  target,
  text,
  toggle,
  words,
} from './flag-kinds.ts';
import { checkSiteName, checkUrl, FLUSH, readFlush, readProxy, readShard, readSiteOf } from './flag-values.ts';
import { readHeaders } from './headers.ts';

export const FORMATS = [
  ...(['ndjson', 'text', 'markdown', 'html', 'csv', 'value', 'chunks', 'warc', 'wet', 'bulk', 'minisearch'] as const),
] as const;

const DEFAULTS = resolveOptions();

const PAGES = { min: 1, max: 10_000_000 } as const;
const CHUNK_WORDS = { min: 10, max: 100_000 } as const;
const JOBS = { default: 1, min: 1, max: 64 } as const;
const DEPTH = { min: 0, max: 1000 } as const;
const CONCURRENCY = { min: 1, max: 10_000 } as const;
const RATE = { default: 5, min: 1, max: 10_000 } as const;
const LENGTH = { default: 100_000, min: 1000, max: 10_000_000 } as const;
const PORT = { default: 8080, min: 0, max: 65_535 } as const;
const TIMEOUT = { default: 60, min: 1, max: 86_400 } as const;

/** Rows by names of values: `siteOf` is `--site-of`. */
export const FLAGS = {
  format: words('FORMAT', FORMATS, FORMATS.join(', ')),
  out: target(
    'PATH',
    'a folder, with one file per page, or a file whose ending names the format; - is standard output',
  ),
  keep: words(
    'PART',
    selection.PARTS,
    'main (default): what the page is about; main+comments: and the comments of readers; content: what is not template (default where no model decides); comments; template; all',
  ),
  fields: text('NAMES', 'ndjson, csv and value: these members or columns, with commas'),
  frontmatter: text(
    'NAMES',
    'markdown: metadata of each page above it as YAML: all (default with --out), none, or these with commas',
  ),
  cut: toggle('html: the source of the page without what is removed, in place of a document'),
  chunkWords: count('COUNT', CHUNK_WORDS, 'chunks: maximum number of words (default 300)'),
  bulkIndex: text('NAME', 'bulk: name of the index in every action; default: none'),
  structured: toggle('with main content: add text that a page has in JSON-LD or other data only'),
  templates: text('FILE', "also write the text of each site's template as JSON lines; warc: in the archive too"),
  maxRemoved: share('leave a page unchanged if more than this share of its text is template, 0 to 1'),
  keepOne: toggle('keep the first copy of every template block'),
  rules: text('FOLDER', 'rules by hand, which win over the model: HOST.txt as for Full-Text RSS, or HOST.json'),

  filesFrom: text('FILE', 'file with one input per line, or between NULs; - is standard input'),
  archives: text('PLACE', 'with an index of web archives (CDXJ): folder or address that contains the archives'),
  maxPages: count('COUNT', PAGES, 'maximum number of pages that are read; with --archives: of each site'),
  include: list('GLOB', 'read only pages whose URL or id matches; can be repeated'),
  exclude: list('GLOB', 'skip pages whose URL or id matches; can be repeated'),
  url: option('URL', 'address of the page, if it is the only one', checkUrl),
  site: option('NAME', 'name of the one site that all pages belong to', (name, source) => checkSiteName(source, name)),
  siteOf: flag('PART', 'part of a URL that names the site: host (default), domain or folders:N', readSiteOf),
  shard: option('K/N', 'the K-th of N tasks, from 1, which have each site once: only its sites', readShard),
  allowPrivate: toggle('also read addresses of this machine and of networks that are not public'),
  header: list(
    'HEADER',
    "'Name: value' for the hosts of the addresses, 'https://host Name: value' for one host, '* Name: value' for all, or @FILE with one per line; can be repeated",
    readHeaders,
  ),
  cookies: list(
    'FILE',
    "cookies as curl keeps them, which are written back, or as Playwright's storageState() writes them; can be repeated",
  ),
  proxy: option('URL', 'proxy instead of those of HTTP_PROXY and HTTPS_PROXY; not for hosts of NO_PROXY', readProxy),

  state: text('FOLDER', 'store of the sites: read first if it exists, and updated'),
  flushEvery: flag('COUNT', `how often --state is saved: pages (5000) or seconds (${FLUSH}, default)`, readFlush),
  skipKnown: toggle('with --state: write only pages that no run has written, and append to --out'),
  relabel: toggle('label every page by all pages; with --state: by what it has learned, and count no page'),
  settle: count('COUNT', SETTLE, 'pages of a site that wait to be judged together; 0: each is judged at once'),
  events: text('FILE', 'what happens to templates of sites, as JSON lines; - is standard error'),
  jobs: count('COUNT', JOBS, `threads, ${JOBS.min} to ${JOBS.max}`),
  model: text('FILE', 'model to decide by; default: the one of refrain'),

  maxDepth: count('COUNT', DEPTH, 'links from a start URL to a page, 0 for the start URLs only (default: any)'),
  concurrency: count('COUNT', CONCURRENCY, 'number of requests at the same time'),
  rate: count('COUNT', RATE, 'pages that are requested in a second; robots.txt may allow fewer'),
  userAgent: text('TEXT', 'name that servers see (default: refrain, its version and address)'),
  browser: toggle('run the scripts of pages, in Chromium; needs @crawlee/playwright and playwright'),
  llms: toggle('write llms.txt, a list of the pages, and llms-full.txt, all of them, into --out'),

  port: count('PORT', PORT, 'port to listen on; 0: any that is free'),
  host: flag(
    'ADDRESS',
    'address to listen on (default 127.0.0.1); one that other machines reach needs a token',
    (given = '127.0.0.1') => given,
  ),
  tokenFile: text('FILE', 'file with the token that requests must have; default: that of REFRAIN_TOKEN, if any'),
  timeout: count('SECONDS', TIMEOUT, 'time for a request, and for each line of a stream'),
  web: toggle('tools that read the page or the site at an address'),
  root: text('FOLDER', 'files in this folder are read by tools'),
  maxLength: count('COUNT', LENGTH, 'maximum number of characters of an answer'),

  preset: text('NAME', 'values of all options of the detector: default (default) or paper (Wang et al. 2008)'),
  evidence: text(
    'KIND',
    `what decides: joint (a model), repetition (as in the paper) or page (one page by itself) (default ${DEFAULTS.evidence})`,
  ),
  recall: option(
    'WEIGHT',
    `recall of main content against its precision: high, balanced, low, or 0.1 to 10 (default ${DEFAULTS.recall})`,
    readNumber,
  ),
  unseen: text('WHAT', `text that styles of a page hide from readers: keep or omit (default ${DEFAULTS.unseen})`),
  maxPageBytes: option('SIZE', `largest page (default ${formatSize(DEFAULTS.maxPageBytes)})`, sizeOf),
  maxMemory: option(
    'SIZE',
    `memory of the module, of all threads together (default ${formatSize(RUN_MEMORY.default)})`,
    (given, name) => sizeOf(given, name, RUN_MEMORY),
  ),
  seed: option(
    'SEED',
    'secret of the keys of new sites: a whole number or 32 hexadecimal digits; default: random',
    readSeed,
  ),
  option: list('NAME=VALUE', 'another option of the library, such as templateDf=3; can be repeated', readOptions),

  quiet: toggle('print errors only: no progress, no summary', 'q'),
  help: toggle('print this help', 'h'),
  helpAll: toggle('print all options, formats and exit codes'),
  version: toggle('print the version', 'v'),
};

export const HELP_FLAGS = pick(FLAGS, ['help', 'helpAll', 'version']);

export const IDENTITY_FLAGS = pick(FLAGS, ['allowPrivate', 'header', 'cookies', 'proxy']);

export const INPUT_FLAGS = {
  ...pick(FLAGS, ['filesFrom', 'archives', 'maxPages', 'include', 'exclude']),
  ...IDENTITY_FLAGS,
};

/**
 * Synonyms of flags and values, such as `--md` and `--format md`. Without a value here, the value follows the synonym.
 */
export const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ md: 'format=markdown', markdown: 'format=markdown', text: 'format=text', txt: 'format=text' },
  ...{ html: 'format=html', htm: 'format=html', csv: 'format=csv', warc: 'format=warc', elasticsearch: 'format=bulk' },
  ...{ json: 'format=ndjson', jsonl: 'format=ndjson', ndjson: 'format=ndjson', type: 'format' },
  ...{ p: 'format=value fields', print: 'format=value fields', title: 'format=value fields=title' },
  ...{ author: 'format=value fields=authors', date: 'format=value fields=published' },
  ...{ field: 'fields', columns: 'fields' },
  ...{ main: 'keep=main', article: 'keep=main', comments: 'keep=main+comments', content: 'keep=content' },
  ...{ everything: 'keep=all', 'no-template': 'keep=content' },
  ...{ output: 'out', 'output-dir': 'out', outdir: 'out', directory: 'out', dest: 'out' },
  ...{ 'no-frontmatter': 'frontmatter=none', 'front-matter': 'frontmatter' },
  ...{ base: 'url', 'base-url': 'url', domain: 'site-of=domain', ignore: 'exclude' },
  ...{ 'cookie-jar': 'cookies', 'storage-state': 'cookies' },
  ...{ store: 'state', cache: 'state', resume: 'state', 'label-only': 'relabel', 'two-pass': 'relabel' },
  ...{ threads: 'jobs', workers: 'jobs', parallel: 'jobs', silent: 'quiet', memory: 'max-memory' },
  ...{ depth: 'max-depth', limit: 'max-pages', pages: 'max-pages', 'pages-per-site': 'max-pages' },
};
