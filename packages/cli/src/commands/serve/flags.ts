/** `refrain serve`: flags, help and options. */
import type { DetectorOptions } from 'refrain';
import { describeCommand } from '../../arguments/command.ts';
import { IDENTITY_FLAGS, MIB, PRIVATE_FLAG, SITE_FLAGS } from '../../arguments/common-flags.ts';
import { DETECTOR_OPTIONS } from '../../arguments/detector-flags.ts';
import { count, flag, pick, text, usageError, type ValuesOf } from '../../arguments/flags.ts';
import { type IdentityOptions, identityOptions } from '../../arguments/headers.ts';
import { mcp } from '../mcp/flags.ts';
import { PAGES_FLAGS } from '../pages/flags.ts';
import { isLoopback } from './host.ts';
import { readToken } from './token.ts';

const PORT = { default: 8080, min: 0, max: 65_535 } as const;
/** Requests that are worked on at the same time, and seconds for one. */
const CONCURRENCY = { default: 256, min: 1, max: 10_000 } as const;
const TIMEOUT = { default: 60, min: 1, max: 86_400 } as const;
/** Of one page as long as it may be, and of the tables of some thousand sites. */
const MEMORY = { maxPageBytes: 4 * MIB, maxMemory: 128 * MIB } as const;

const FLAGS = {
  port: count('PORT', PORT, 'port to listen on; 0: any that is free'),
  host: flag(
    'ADDRESS',
    'address to listen on; one that other machines reach needs a token (default 127.0.0.1)',
    (given = '127.0.0.1') => given,
  ),
  tokenFile: text('FILE', 'file with the token that requests must have; default: that of REFRAIN_TOKEN, if any'),
  state: text('FOLDER', 'store of the sites; default: the sites that were used last are known, in memory'),
  ...pick(PAGES_FLAGS, ['flushEvery']),
  ...pick(SITE_FLAGS, ['siteOf']),
  concurrency: count('COUNT', CONCURRENCY, 'requests that are worked on at the same time; more are answered by 503'),
  timeout: count('SECONDS', TIMEOUT, 'time for a request, and for each line of a stream'),
  ...PRIVATE_FLAG,
  ...IDENTITY_FLAGS,
  root: text('FOLDER', '/mcp: files in this folder are read; default: none'),
  ...pick(mcp.flags, ['web', 'maxPages', 'maxLength']),
  ...pick(PAGES_FLAGS, ['model']),
};

/** Options of the server. */
export interface ServeOptions extends ValuesOf<typeof FLAGS> {
  readonly token: string | undefined;
  readonly detector: DetectorOptions;
  readonly identity: IdentityOptions;
}

export const serve = describeCommand({
  name: 'serve',
  usage: ['[--port PORT] [--state FOLDER]'],
  summary: 'documents over HTTP',
  about: `Serves documents over HTTP, and what is learned of a site is used for its later pages:
  POST /document       a page in the body: JSON, text/markdown or text/plain, by Accept
  GET /document?url=   the page at an address of the public network
  POST /documents      NDJSON in, NDJSON out, line by line in order
  POST /mcp            tools for language models; needs @modelcontextprotocol/sdk
  GET /health          whether it runs
Pages take the parameters url, site, keep and fields; errors are problem+json. SIGTERM
ends it in order: what was begun is answered, and what was learned is saved.`,
  flags: FLAGS,
  detector: { flags: DETECTOR_OPTIONS, isListedElsewhere: true },
  exits: { 0: 'a signal has ended it in order', 2: 'usage error, or the server could not start' },
  examples: [
    'refrain serve --state sites',
    "curl --data-binary @page.html 'http://127.0.0.1:8080/document?url=https://a.example/b'",
    'refrain serve --host 0.0.0.0 --token-file token',
  ],
  read(operands, values, detector): ServeOptions {
    if (operands.length > 0) throw usageError('serve: takes no inputs; requests have them');
    const token = readToken(values.tokenFile);
    if (token === undefined && !isLoopback(values.host))
      throw usageError(
        `--host ${values.host}: other machines reach it, so that it needs a token: --token-file FILE, or REFRAIN_TOKEN`,
      );
    return { ...values, token, detector: { ...MEMORY, ...detector }, identity: identityOptions(values, []) };
  },
});
