/** Routes of the server: documents of one page, a stream of pages, and tools for language models. */
import { createHash, randomUUID } from 'node:crypto';
import type { Sites } from '@refrain/crawl';
import { hasManyValues, type PageArgument, readNdjsonLines, VALUES_MAX } from '@refrain/crawl/engine';
import { check } from 'refrain/engine';
import { endsRun, errorCode, messageOf } from '../../errors.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { getPage } from '../../read/fetch.ts';
import { messageBytes } from '../mcp/messages.ts';
import { type HttpSdk, loadSdk } from '../mcp/sdk.ts';
import { toolServer } from '../mcp/server.ts';
import type { Tool } from '../mcp/tool-table.ts';
import { addressIn, type ToolOptions, type Tools } from '../mcp/tools.ts';
import type { Exchange } from './exchange.ts';
import { errorOf, hasStatus, ServeError } from './problem.ts';
import {
  acceptedType,
  type ContentRequest,
  DOCUMENT_TYPES,
  JSON_TYPE,
  MARKDOWN_TYPE,
  readContentRequest,
  readQuery,
} from './query.ts';

export interface Service extends Pick<ToolOptions, 'allowPrivate' | 'identity'> {
  readonly sites: Sites;
  readonly tools: Tools;
  readonly toolList: readonly Tool[];
  /** Writes a defect to standard error. */
  report(error: unknown): void;
}

/** The default id is the URL, or a hash of the bytes. A page with neither site nor URL is judged by itself. */
type RequestPage = PageArgument & { readonly html: Uint8Array };

/** Name for pages without a site. No request can use it, and nothing is learned. */
const NO_SITE = randomUUID();

/** The character set in `Content-Type`. Its media type is ignored: every body is a page. */
const charsetIn = (contentType: string | undefined): string | undefined => contentType?.replace(/^[^;]*/, 'text/html');

/**
 * Learns a page, returns the requested part as the accepted type, and saves the sites if it is time.
 *
 * @throws {RefrainError} as `Sites.learn`; the reason why the exchange is over
 * @throws {ServeError} `SERVER_BUSY` without memory for the answer
 */
async function write(
  { sites }: Service,
  page: RequestPage,
  { type, keep: part, fields }: ContentRequest & { readonly type: string },
  exchange: Exchange,
): Promise<Uint8Array> {
  const { url, html } = page;
  const site = page.site ?? (url === undefined ? undefined : sites.siteOf(url));
  const checked = () => {
    exchange.signal.throwIfAborted();
    const id = page.id ?? url ?? createHash('sha256').update(html).digest('hex');
    return sites.check({ ...page, id, site: site ?? NO_SITE, contentType: charsetIn(page.contentType) });
  };
  const written = await sites.judge(checked, {
    learns: site !== undefined,
    part,
    write(judged) {
      if (type === JSON_TYPE)
        return jsonLine(judged.record(fields.filter((field) => field !== 'site' || site !== undefined)));
      return type === MARKDOWN_TYPE ? judged.record(['markdown']).markdown : `${judged.record(['text']).text}\n`;
    },
  });
  // As bytes, because a string is copied when it is sent. Counted here, because the answers of all pages that are judged
  // before the next flush wait for it.
  const answer = Buffer.from(written);
  exchange.hold(answer.length);
  await sites.flushIfDue();
  return answer;
}

/** Answers a request for a document of the page that `read` returns. */
const document =
  (read: (exchange: Exchange, service: Service, url: string | undefined) => Promise<RequestPage>) =>
  async (exchange: Exchange, service: Service): Promise<void> => {
    const { url, site, ...query } = readQuery(exchange.query, ['url', 'site', 'keep', 'fields']);
    const type = acceptedType(exchange, DOCUMENT_TYPES);
    const named = site === undefined ? undefined : check.site(site);
    const address = url === undefined ? undefined : check.url(url).href;
    const wanted = { ...readContentRequest(query), type };
    const page = { ...(await read(exchange, service, address)), site: named };
    exchange.answer(`${type}; charset=utf-8`, await write(service, page, wanted, exchange));
  };

export const postDocument = document(async (exchange, { sites }, url) => {
  const html = await exchange.body(sites.options.maxPageBytes);
  return { url, html, contentType: exchange.request.headers['content-type'] };
});

export const getDocument = document(async (exchange, { sites, allowPrivate, identity }, url) => {
  const address = addressIn({ url });
  const { signal } = exchange;
  const maxBytes = sites.options.maxPageBytes;
  // Reserves memory for a page of the maximum size.
  exchange.hold(maxBytes);
  try {
    return await getPage(address, { maxBytes, allowPrivate, identity, signal });
  } catch (error) {
    if (hasStatus(error) || signal.aborted) throw error;
    throw new ServeError('FETCH_FAILED', `the page could not be read: ${messageOf(error)} (${errorCode(error)})`);
  }
});

const NDJSON_TYPE = 'application/x-ndjson';

/** The answer for a line that is not a page, or for the lines that were not read. */
function errorLine(source: string, error: unknown, more: object = {}): string {
  const [, line, last] = /:(\d+)(?:-(\d+))?$/.exec(source) ?? [];
  const numbers = { ...(line && { line: Number(line) }), ...(last && { lastLine: Number(last) }) };
  return jsonLine({ ...more, ...numbers, error: errorOf(error) });
}

/** Writes a line of JSON for each line with a page, in order, while the request is read. */
export async function postDocuments(exchange: Exchange, service: Service): Promise<void> {
  const wanted = { ...readContentRequest(readQuery(exchange.query, ['keep', 'fields'])), type: JSON_TYPE };
  const type = acceptedType(exchange, [NDJSON_TYPE, JSON_TYPE]);
  exchange.beginBody();
  const { response } = exchange;
  exchange.isStream = true;
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).flushHeaders();
  const options = {
    name: '',
    maxPageBytes: service.sites.options.maxPageBytes,
    // Written immediately, because the next line may arrive much later.
    onFailure: ({ source, error }: { readonly source: string; readonly error: Error }): void => {
      exchange.lineRead();
      response.write(errorLine(source, error));
    },
  };
  for await (const { source, ...page } of readNdjsonLines(exchange.chunks(), options)) {
    exchange.lineRead();
    try {
      await exchange.write(await write(service, page, wanted, exchange));
    } catch (error) {
      if (response.destroyed) return;
      service.report(error);
      const { url, id = url } = page;
      await exchange.write(errorLine(source, error, { id, url }));
      if (endsRun(error) || error instanceof ServeError) break;
    }
  }
  exchange.endStream();
}

let loading: Promise<HttpSdk> | undefined;

/** Tools by the Model Context Protocol over Streamable HTTP, without sessions. */
export async function postMcp(exchange: Exchange, { sites, tools, toolList, report }: Service): Promise<void> {
  const { request, response } = exchange;
  const message = parsed(await exchange.body(messageBytes(sites.options)));
  loading ??= loadSdk('server/streamableHttp.js', 'POST /mcp');
  const sdk = await loading;
  // Reading a site may take minutes. The call ends when its client disconnects.
  exchange.isUntimed = true;
  const server = toolServer(sdk, tools, toolList);
  const transport = new sdk.StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close().catch(report));
  await server.connect(transport);
  await transport.handleRequest(request, response, message);
  exchange.hold(response.writableLength);
}

function parsed(body: Buffer): unknown {
  if (hasManyValues(body)) throw new ServeError('REQUEST_INVALID', `the body has more than ${VALUES_MAX} values`);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ServeError('REQUEST_INVALID', 'the body is not JSON');
  }
}
