/** `refrain crawl`: flags, help and options. */
import { describeCommand, valuesOf } from '../../arguments/command.ts';
import { IDENTITY_FLAGS, PATTERN_FLAGS, PRIVATE_FLAG, SITE_FLAGS } from '../../arguments/common-flags.ts';
import { DETECTOR_OPTIONS } from '../../arguments/detector-flags.ts';
import { count, pick, text, toggle, usageError, type ValuesOf } from '../../arguments/flags.ts';
import { type IdentityOptions, identityOptions, withoutPasswords } from '../../arguments/headers.ts';
import { exitCodes } from '../../arguments/help.ts';
import type { SiteCrawlOptions } from '../../read/crawl/crawler.ts';
import { checkAddress } from '../../read/inputs.ts';
import { hostFolder } from '../../write/file-name.ts';
import { FORMATS } from '../../write/formats/index.ts';
import { targetOf } from '../../write/target.ts';
import { PAGES_FLAGS, type RunOptions, runOptions } from '../pages/flags.ts';

const MAX_PAGES = { default: 1000, min: 1, max: 10_000_000 } as const;
const MAX_DEPTH = { min: 0, max: 1000 } as const;
const CONCURRENCY = { default: 4, min: 1, max: 64 } as const;
const RATE = { default: 5, min: 1, max: 10_000 } as const;

const FLAGS = {
  ...pick(PAGES_FLAGS, ['format', 'out', 'keep', 'md', 'print', 'fields']),
  ...(Object.assign({}, ...FORMATS.map(({ flags }) => flags)) as object),
  ...pick(PAGES_FLAGS, ['structured', 'guessEncoding', 'detectLanguage']),
  state: text('FOLDER', 'pages of the crawl; default: the folder .refrain in a folder of --out'),
  maxPages: count('COUNT', MAX_PAGES, 'pages that are read'),
  maxDepth: count('COUNT', MAX_DEPTH, 'links from a start URL to a page, 0 for the start URLs alone (default: any)'),
  concurrency: count('COUNT', CONCURRENCY, 'pages that are asked for at the same time'),
  rate: count('COUNT', RATE, 'pages that are asked for in a second; robots.txt may want less'),
  userAgent: text('TEXT', 'name that servers see (default: refrain, its version and address)'),
  browser: toggle('run the scripts of pages, in Chromium; needs @crawlee/playwright and playwright'),
  saveFiles: toggle('keep what is no page, such as PDF, up to 64 MiB each: in the folder files of --out'),
  acceptMarkdown: toggle('ask for pages as Markdown first, and write those as they come: nothing of them is judged'),
  llms: toggle('write llms.txt, a list of the pages, and llms-full.txt, all of them, into --out'),
  ...PATTERN_FLAGS,
  ...PRIVATE_FLAG,
  ...IDENTITY_FLAGS,
  storageState: text('FILE', "cookies and local storage of a browser, as Playwright's storageState() writes them"),
  ...SITE_FLAGS,
  ...pick(PAGES_FLAGS, ['skipKnown', 'keepOne', 'maxRemoved', 'rules', 'templates', 'model', 'jobs', 'quiet']),
};

/** Options of a crawl, and of the run that writes its pages. */
export type CrawlRunOptions = Omit<RunOptions, 'isRead' | 'allowPrivate' | 'identity'> &
  Pick<ValuesOf<typeof FLAGS>, 'browser' | 'llms' | 'saveFiles'> &
  Omit<SiteCrawlOptions, 'maxPageBytes' | 'siteOf' | 'keeper' | 'identity'> & { readonly identity: IdentityOptions };

export const crawl = describeCommand({
  name: 'crawl',
  usage: ['ADDRESS… [options]'],
  summary: 'the pages of a site as clean documents',
  about: `Reads the pages of a site, and then writes them without their template: each is judged
by all of them: as Markdown, without --out and --format in a folder that has the name
of the host. Needs Crawlee: npm install @crawlee/basic.
It begins at the addresses, sitemaps and feeds, follows links within their sites (see
--site-of), and does what robots.txt says. A crawl that was stopped or killed goes
on when the same command runs again; after its end, the same command asks for all
pages again, and writes those that have changed.`,
  flags: FLAGS,
  // The depth of a crawl has the name of a limit of the parser.
  detector: { flags: DETECTOR_OPTIONS.filter((name) => name !== 'maxDepth') },
  exits: exitCodes('all pages done', 'some pages failed; the others are done', 'pages read are in --state'),
  examples: [
    'refrain crawl https://docs.example.org/',
    "refrain crawl https://example.org/ --include '**/blog/**' --max-pages 500",
    'refrain crawl https://example.org/ --format chunks --state example > example.chunks',
  ],
  read(operands, values, detector, given): CrawlRunOptions {
    if (operands.length === 0) throw usageError('crawl: needs an address; a folder of this name is ./crawl');
    for (const address of operands) checkAddress(address);
    const { inputs: addresses, headers } = withoutPasswords(operands);
    const asking = identityOptions(values, addresses);
    const identity = { ...asking, headers: [...asking.headers, ...headers] };
    const all = { ...valuesOf(PAGES_FLAGS, new Map()), ...values };
    const target = targetOf(all, given);
    const host = `${hostFolder(new URL(addresses[0] ?? '').host)}/`;
    const isOpen = target.format === 'auto' && !given.includes('out');
    const named = { ...all, out: isOpen ? host : all.out, format: target.format === 'auto' ? 'markdown' : all.format };
    // The inputs are given when they are read.
    const options = runOptions([], { ...named, skipKnown: false, state: undefined }, detector, given);
    const { fields, format, isFolder } = options;
    const needsMarkdown = values.llms ? '--llms' : values.acceptMarkdown ? '--accept-markdown' : undefined;
    if (needsMarkdown !== undefined && !(isFolder && format === 'markdown'))
      throw usageError(`${needsMarkdown}: needs Markdown files in a folder as --out`);
    if (values.acceptMarkdown && values.browser) throw usageError('--accept-markdown: a browser reads HTML');
    if (values.saveFiles && !isFolder) throw usageError('--save-files: needs a folder as --out');
    return { ...options, ...values, ...{ out: named.out, fields, format, isFolder }, addresses, identity };
  },
});
