/**
 * `/mcp`: tools for language models, by the Model Context Protocol over Streamable HTTP. Each message stands for itself: there is no
 * session.
 */
import { messageBytes } from '../mcp/messages.ts';
import { type HttpSdk, loadHttpSdk } from '../mcp/sdk.ts';
import { toolServer } from '../mcp/server.ts';
import { readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { ServeError } from './problem.ts';
import type { Service } from './service.ts';

let loading: Promise<HttpSdk> | undefined;

export async function postMcp(exchange: Exchange, { sites, memory, tools, report }: Service): Promise<void> {
  const { request, response } = exchange;
  loading ??= loadHttpSdk();
  const sdk = await loading;
  const message = parsed(await readBody(exchange, memory, messageBytes(sites.options)));
  // A site may be read for minutes. A call ends when its client goes.
  exchange.untimed();
  const server = toolServer(sdk, tools);
  const transport = new sdk.StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close().catch(report));
  await server.connect(transport);
  await transport.handleRequest(request, response, message);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ServeError('REQUEST_INVALID', 'the body is no JSON');
  }
}
