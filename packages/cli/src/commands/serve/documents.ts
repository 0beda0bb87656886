/** `POST /documents`: a line of JSON for each line with a page, in the same order, while the request is read. */
import { readNdjsonLines } from '@refrain/crawl/engine';
import { endsRun } from '../../errors.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { beginBody, StreamBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { pageAs } from './pages.ts';
import { errorOf, ServeError } from './problem.ts';
import { acceptedType, JSON_TYPE, readQuery, readWanted } from './query.ts';
import type { Service } from './service.ts';

const NDJSON_TYPE = 'application/x-ndjson';

/** A line in place of a page: of which line of the request, or of all from there on. */
function errorLine(source: string, error: unknown, more: object = {}): string {
  const [, line, last] = /:(\d+)(?:-(\d+))?$/.exec(source) ?? [];
  const numbers = { ...(line && { line: Number(line) }), ...(last && { lastLine: Number(last) }) };
  return jsonLine({ ...more, ...numbers, error: errorOf(error) });
}

export async function postDocuments(exchange: Exchange, service: Service): Promise<void> {
  const { sites, memory, report } = service;
  const wanted = { ...readWanted(readQuery(exchange.query, ['keep', 'fields'])), type: JSON_TYPE };
  const type = acceptedType(exchange, [NDJSON_TYPE, JSON_TYPE]);
  beginBody(exchange);
  const { response } = exchange;
  exchange.isStream = true;
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).flushHeaders();
  const body = new StreamBody(exchange, memory);
  const options = {
    name: '',
    maxPageBytes: sites.options.maxPageBytes,
    // At once: the next line may be long in coming.
    onFailure: ({ source, error }: { readonly source: string; readonly error: Error }): void => {
      body.lineRead();
      response.write(errorLine(source, error));
    },
  };
  for await (const { source, ...page } of readNdjsonLines(body.chunks(), options)) {
    body.lineRead();
    try {
      await exchange.write(await pageAs(sites, page, wanted, exchange));
    } catch (error) {
      if (response.destroyed) return;
      report(error);
      const { url, id = url } = page;
      await exchange.write(errorLine(source, error, { id, url }));
      if (endsRun(error) || error instanceof ServeError) break;
    }
  }
  exchange.endStream();
}
