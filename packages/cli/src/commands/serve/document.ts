/** `/document`: one page, which the request has or names. */
import { check } from 'refrain/engine';
import { messageOf, shownCode } from '../../errors.ts';
import { getPage } from '../../read/fetch.ts';
import { readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { pageAs, type RequestPage } from './pages.ts';
import { hasStatus, ServeError } from './problem.ts';
import { acceptedType, DOCUMENT_TYPES, readQuery, readWanted } from './query.ts';
import type { Service } from './service.ts';

const NAMES = ['url', 'site', 'keep', 'fields'] as const;

/** The parameters of a request for a document, and the type of the answer. */
function readRequest(exchange: Exchange) {
  const { url, site, ...query } = readQuery(exchange.query, NAMES);
  const type = acceptedType(exchange, DOCUMENT_TYPES);
  return {
    url: url === undefined ? undefined : check.url(url).href,
    site: site === undefined ? undefined : check.site(site),
    wanted: { ...readWanted(query), type },
  };
}

async function answer(
  exchange: Exchange,
  { sites }: Service,
  page: RequestPage,
  wanted: ReturnType<typeof readRequest>['wanted'],
) {
  const written = await pageAs(sites, page, wanted, exchange);
  exchange.answer(`${wanted.type}; charset=utf-8`, written);
}

/** The page in the body. */
export async function postDocument(exchange: Exchange, service: Service): Promise<void> {
  const { url, site, wanted } = readRequest(exchange);
  const html = await readBody(exchange, service.memory, service.sites.options.maxPageBytes);
  const contentType = exchange.request.headers['content-type'];
  await answer(exchange, service, { url, site, html, contentType }, wanted);
}

/** The page at an address. */
export async function getDocument(exchange: Exchange, service: Service): Promise<void> {
  const { url, site, wanted } = readRequest(exchange);
  if (url === undefined || !/^https?:/.test(url))
    throw new ServeError(
      'REQUEST_INVALID',
      'the parameter url must be an address that begins with http:// or https://',
    );
  const page = await fetched(url, exchange, service);
  await answer(exchange, service, { ...page, site }, wanted);
}

async function fetched(
  address: string,
  { response, signal }: Exchange,
  { sites, allowPrivate, identity, memory }: Service,
) {
  const maxBytes = sites.options.maxPageBytes;
  // It may become so large.
  memory.take(maxBytes);
  response.once('close', () => memory.give(maxBytes));
  try {
    return await getPage(address, { maxBytes, allowPrivate, identity, signal });
  } catch (error) {
    if (hasStatus(error) || signal.aborted) throw error;
    throw new ServeError('FETCH_FAILED', `the page could not be read: ${messageOf(error)} (${shownCode(error)})`);
  }
}
