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
const JOBS = { default: 1, min: 1, max: 64 } as const;
const DEPTH = { min: 0, max: 1000 } as const;

/** Flags by the names of their values: `siteOf` is `--site-of`. */
export const FLAGS = {
  format: words('FORMAT', FORMATS, FORMATS.join(', ')),
  out: target(
    'PATH',
    'a folder, with one file per page, or a file whose ending names the format; - is standard output',
  ),
  keep: words(
    'PART',
    selection.PARTS,
    'main (default): main content; main+comments: also the comments of readers; content: all except template (default if no model decides); comments; template; all',
  ),
  fields: text('NAMES', 'ndjson, csv and value: members or columns, separated by commas'),
  frontmatter: text(
    'NAMES',
    'markdown: YAML metadata above each page, in a comment if it is one of several: all (default with --out), none, or names separated by commas',
  ),
  cut: toggle('html: the source of the page without removed parts, not a new document'),
  chunkWords: count('COUNT', { min: 10, max: 100_000 }, 'chunks: maximum number of words (default 300)'),
  bulkIndex: text('NAME', 'bulk: name of the index in every action; default: none'),
  structured: toggle('with main content: add text that a page has in JSON-LD or other data only'),
  templates: text(
    'FILE',
    "also write the text of each site's template as JSON lines; with warc, also into the archive",
  ),
  maxRemoved: share('keep a page whole if more than this share of its text is template, 0 to 1'),
  keepOne: toggle('keep the first copy of every template block'),
  rules: text('FOLDER', 'manual rules, which override the model: HOST.txt as for Full-Text RSS, or HOST.json'),

  filesFrom: text('FILE', 'file of inputs, one per line or separated by NULs; - is standard input'),
  archives: text('PLACE', 'with an index of web archives (CDXJ): folder or address that contains the archives'),
  maxPages: count('COUNT', PAGES, 'maximum number of pages that are read; with --archives: of each site'),
  include: list('GLOB', 'read only pages whose URL or id matches; can be repeated'),
  exclude: list('GLOB', 'skip pages whose URL or id matches; can be repeated'),
  url: option('URL', 'address of the page, if it is the only one', checkUrl),
  site: option('NAME', 'treat all pages as one site of this name', (name, source) => checkSiteName(source, name)),
  siteOf: flag('PART', 'part of a URL that names the site: host (default), domain or folders:N', readSiteOf),
  shard: option('K/N', 'read only the sites of task K of N, from 1; a site belongs to one task', readShard),
  allowPrivate: toggle('also read addresses of this machine and of networks that are not public'),
  header: list(
    'HEADER',
    "'Name: value' for the hosts of the given URLs, 'https://host Name: value' for one host, '* Name: value' for all, or @FILE with one per line; can be repeated",
    readHeaders,
  ),
  cookies: list('FILE', "cookie file of curl, which is updated, or of Playwright's storageState(); can be repeated"),
  proxy: option('URL', 'proxy instead of those of HTTP_PROXY and HTTPS_PROXY; not for hosts of NO_PROXY', readProxy),

  state: text('FOLDER', 'store of what is learned of sites: read if it exists, and updated'),
  flushEvery: flag(
    'COUNT',
    `interval of saving --state: pages (such as 5000) or seconds (default ${FLUSH})`,
    readFlush,
  ),
  skipKnown: toggle('with --state: skip pages that earlier runs have written, and append to --out'),
  relabel: toggle('learn all pages before any is labelled; with --state: only label, by what it contains'),
  settle: count('COUNT', SETTLE, 'first pages of a site that are judged together; 0: each page at once'),
  events: text('FILE', 'changes of site templates, as JSON lines; - is standard error'),
  jobs: count('COUNT', JOBS, `threads, ${JOBS.min} to ${JOBS.max}`),
  model: text('FILE', 'model file; default: the shipped model'),

  maxDepth: count('COUNT', DEPTH, 'maximum links from a start URL to a page; 0: only start URLs (default: any)'),
  concurrency: count('COUNT', { min: 1, max: 10_000 }, 'number of requests at the same time'),
  rate: count('COUNT', { default: 5, min: 1, max: 10_000 }, 'requests per second; robots.txt may allow fewer'),
  userAgent: text('TEXT', 'User-Agent header (default: refrain, its version and URL)'),
  browser: toggle('run the scripts of pages, in Chromium; needs @crawlee/playwright and playwright'),
  llms: toggle('write llms.txt (a list of the pages) and llms-full.txt (their text) into --out'),

  port: count('PORT', { default: 8080, min: 0, max: 65_535 }, 'port to listen on; 0: any free port'),
  host: flag(
    'ADDRESS',
    'address to listen on (default 127.0.0.1); a token is needed if other machines reach it',
    (given = '127.0.0.1') => given,
  ),
  tokenFile: text('FILE', 'file with the token that requests must have; default: the variable REFRAIN_TOKEN'),
  timeout: count('SECONDS', { default: 60, min: 1, max: 86_400 }, 'time for a request, and for each line of a stream'),
  web: toggle('also offer tools that read pages and sites of the web'),
  root: text('FOLDER', 'folder whose files tools may read'),
  maxLength: count('COUNT', { default: 100_000, min: 1000, max: 10_000_000 }, 'maximum characters of an answer'),

  preset: text('NAME', 'values of all options of the detector: default (default) or paper (Wang et al. 2008)'),
  evidence: text(
    'KIND',
    `what decides: joint (the model), repetition (only, as in the paper) or page (each page by itself) (default ${DEFAULTS.evidence})`,
  ),
  recall: option(
    'WEIGHT',
    `weight of recall against precision of main content: high, balanced, low, or 0.1 to 10 (default ${DEFAULTS.recall})`,
    readNumber,
  ),
  unseen: text('WHAT', `text that styles of a page hide from readers: keep or omit (default ${DEFAULTS.unseen})`),
  maxPageBytes: option('SIZE', `largest page (default ${formatSize(DEFAULTS.maxPageBytes)})`, sizeOf),
  maxMemory: option(
    'SIZE',
    `memory of the module, of all threads together (default ${formatSize(RUN_MEMORY.default)})`,
    (given, name) => sizeOf(given, name, RUN_MEMORY),
  ),
  seed: option('SEED', 'secret seed of new sites: a whole number or 32 hexadecimal digits; default: random', readSeed),
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

/** Synonyms of flags and values, such as `--md` and `--format md`. If a row sets no value, the synonym takes one. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ md: 'format=markdown', markdown: 'format=markdown', text: 'format=text', txt: 'format=text' },
  ...{ html: 'format=html', htm: 'format=html', csv: 'format=csv', warc: 'format=warc', elasticsearch: 'format=bulk' },
  ...{ j: 'format=ndjson', json: 'format=ndjson', jsonl: 'format=ndjson', ndjson: 'format=ndjson', type: 'format' },
  ...{ f: 'format', to: 'format', fmt: 'format', u: 'url', V: 'version', stdout: 'out=-' },
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
