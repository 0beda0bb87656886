/** `refrain serve`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { describeCommand } from '../../arguments/command-line.ts';
import { MIB, pick, usageError, type ValuesOf } from '../../arguments/flag-kinds.ts';
import { FLAGS, IDENTITY_FLAGS } from '../../arguments/flag-table.ts';
import { type IdentityOptions, identityOptions } from '../../arguments/headers.ts';
import { PAGES_OF_CALL } from '../mcp/flags.ts';
import { isLoopback, readToken } from './access.ts';

const CONCURRENCY = 256;
/** Enough for one page of the maximum size and the tables of a few thousand sites. */
const MEMORY = { maxPageBytes: 4 * MIB, maxMemory: 128 * MIB } as const;

const OWN = {
  ...pick(FLAGS, ['port', 'host', 'tokenFile']),
  state: { ...FLAGS.state, meaning: 'store of the sites; default: what is learned is forgotten when the server ends' },
  ...pick(FLAGS, ['flushEvery', 'siteOf']),
  concurrency: {
    ...FLAGS.concurrency,
    meaning: `requests that are processed at the same time; more are answered by 503 (default ${CONCURRENCY})`,
  },
  ...pick(FLAGS, ['timeout']),
  ...IDENTITY_FLAGS,
  root: { ...FLAGS.root, meaning: '/mcp: folder whose files tools may read; default: none' },
  ...pick(FLAGS, ['web']),
  maxPages: { ...FLAGS.maxPages, meaning: `/mcp: maximum number of pages of a call (default ${PAGES_OF_CALL})` },
  ...pick(FLAGS, ['maxLength', 'model']),
};

export interface ServeOptions extends Omit<ValuesOf<typeof OWN>, 'maxPages' | 'concurrency'> {
  readonly maxPages: number;
  readonly concurrency: number;
  readonly token: string | undefined;
  readonly detector: DetectorOptions;
  readonly identity: IdentityOptions;
}

export const serve = describeCommand({
  name: 'serve',
  usage: ['[--port PORT] [--state FOLDER]'],
  summary: 'documents over HTTP',
  about: `Serves documents over HTTP. What is learned of a site is used for its later pages.
  POST /document       a page in the body: JSON, text/markdown or text/plain, by Accept
  GET /document?url=   the page at an address of the public network
  POST /documents      NDJSON in, NDJSON out, line by line in order
  POST /mcp            tools for language models; needs @modelcontextprotocol/sdk
  GET /health          answers if the server runs
Requests for documents take the parameters url, site, keep and fields; errors are
problem+json. At SIGTERM the server completes current requests, and saves what it has
learned.`,
  flags: OWN,
  hasDetector: true,
  exits: { 0: 'a signal has ended it', 2: 'usage error, or the server could not start' },
  examples: [
    'refrain serve --state sites',
    "curl --data-binary @page.html 'http://127.0.0.1:8080/document?url=https://a.example/b'",
    'refrain serve --host 0.0.0.0 --token-file token',
  ],
  read(operands, { maxPages = PAGES_OF_CALL, concurrency = CONCURRENCY, ...values }, detector): ServeOptions {
    if (operands.length > 0) throw usageError('serve: takes no inputs; requests contain the pages');
    const token = readToken(values.tokenFile);
    if (token === undefined && !isLoopback(values.host))
      throw usageError(
        `--host ${values.host}: other machines can reach it, so it needs a token: --token-file FILE, or REFRAIN_TOKEN`,
      );
    const identity = identityOptions(values, []);
    return { ...values, maxPages, concurrency, token, detector: { ...MEMORY, ...detector }, identity };
  },
});
