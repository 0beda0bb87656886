/** `refrain crawl`: flags, help and options. */
import { describeCommand, valuesOf } from '../../arguments/command-line.ts';
import { pick, usageError, type ValuesOf } from '../../arguments/flag-kinds.ts';
import { FLAGS, IDENTITY_FLAGS } from '../../arguments/flag-table.ts';
import { checkUrl } from '../../arguments/flag-values.ts';
import { type IdentityOptions, identityOptions, withoutPasswords } from '../../arguments/headers.ts';
import { exitCodes } from '../../arguments/help.ts';
import type { SiteCrawlOptions } from '../../read/crawl/crawler.ts';
import { readablePart } from '../../write/file-name.ts';
import { targetOf } from '../../write/target.ts';
import { OUTPUT_FLAGS, PAGES_FLAGS, type RunOptions, runOptions } from '../pages/flags.ts';

const MAX_PAGES = 1000;
const CONCURRENCY = 4;

const OWN = {
  ...OUTPUT_FLAGS,
  state: { ...FLAGS.state, meaning: 'folder for the pages as read; default: .refrain in the folder of --out' },
  maxPages: { ...FLAGS.maxPages, meaning: `maximum number of pages that are read (default ${MAX_PAGES})` },
  ...pick(FLAGS, ['maxDepth']),
  concurrency: { ...FLAGS.concurrency, meaning: `number of requests at the same time (default ${CONCURRENCY})` },
  ...pick(FLAGS, ['rate', 'userAgent', 'browser', 'llms', 'include', 'exclude']),
  ...IDENTITY_FLAGS,
  ...pick(PAGES_FLAGS, ['site', 'siteOf', 'skipKnown', 'keepOne', 'maxRemoved', 'rules', 'templates', 'model', 'jobs']),
  ...pick(FLAGS, ['quiet']),
};

/** Options of a crawl, and of the run that writes its pages. */
export type CrawlRunOptions = Omit<RunOptions, 'isRead' | 'allowPrivate' | 'identity'> &
  Pick<ValuesOf<typeof OWN>, 'browser' | 'llms'> &
  Omit<SiteCrawlOptions, 'maxPageBytes' | 'siteOf' | 'identity'> & { readonly identity: IdentityOptions };

export const crawl = describeCommand({
  name: 'crawl',
  usage: ['ADDRESS… [options]'],
  summary: 'the pages of a site as clean documents',
  about: `Reads the pages of a site, then writes them without their template, as Markdown. Each
page is judged by all pages. Without --out and --format, the output is a folder with
the name of the host. Needs Crawlee: npm install @crawlee/basic.
The crawl begins at the addresses, sitemaps and feeds, follows links within their
sites (see --site-of), and obeys robots.txt. The same command continues a crawl that
was stopped or killed. After a complete crawl, it requests all pages again, and writes
those that have changed.`,
  flags: OWN,
  hasDetector: true,
  exits: exitCodes('all pages done', 'some pages failed; the others are done', 'pages read are in --state'),
  examples: [
    'refrain crawl https://docs.example.org/',
    "refrain crawl https://example.org/ --include '**/blog/**' --max-pages 500",
    'refrain crawl https://example.org/ --format chunks --state example > example.chunks',
  ],
  read(operands, { maxPages = MAX_PAGES, concurrency = CONCURRENCY, ...values }, detector, given): CrawlRunOptions {
    if (operands.length === 0) throw usageError('crawl: needs an address; a folder of this name is ./crawl');
    for (const address of operands) checkUrl(address);
    const { inputs: addresses, headers } = withoutPasswords(operands);
    const requestOptions = identityOptions(values, addresses);
    const identity = { ...requestOptions, headers: [...requestOptions.headers, ...headers] };
    const all = { ...valuesOf(PAGES_FLAGS), ...values };
    const target = targetOf(all, given);
    const host = `${readablePart(new URL(addresses[0] ?? '').host)}/`;
    const isOpen = target.format === 'auto' && !given.includes('out');
    const named = { ...all, out: isOpen ? host : all.out, format: target.format === 'auto' ? 'markdown' : all.format };
    // Without inputs: the crawl provides the pages.
    const options = runOptions([], { ...named, skipKnown: false, state: undefined }, detector, given);
    const { format, isFolder } = options;
    if (values.llms && !(isFolder && format === 'markdown'))
      throw usageError('--llms: needs Markdown files in a folder as --out');
    const { state, skipKnown, maxDepth, rate, userAgent, browser, llms, allowPrivate } = values;
    return {
      ...{ ...options, state, skipKnown, maxPages, maxDepth, concurrency, rate, userAgent, browser, llms },
      ...{ allowPrivate, addresses, identity, isRead: options.isRead },
    };
  },
});
