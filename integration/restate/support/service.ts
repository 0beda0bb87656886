/**
 * A service with the given port and options, which prints a line when it listens. `/attempts` returns the number of
 * handler calls, with every retry.
 */
import cluster from 'node:cluster';
import { createServer } from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import { type SiteObjectOptions, siteObject } from '../../../packages/restate/src/index.ts';

const [port = '0', options = '{}', processes = '1'] = process.argv.slice(2);

/** Maximum age of connections without calls, so that a new node gets its share. */
const CONNECTION_MILLISECONDS = 2000;

function serve(): void {
  const handle = restate.createEndpointHandler({
    services: [siteObject(JSON.parse(options) as SiteObjectOptions<string>)],
  });
  let attempts = 0;
  const server = createServer((request, response) => {
    if (request.url === '/attempts') {
      response.end(String(attempts));
      return;
    }
    if (request.url.startsWith('/invoke/')) attempts += 1;
    handle(request, response);
  });
  server.on('session', (session) => {
    setTimeout(() => session.close(), CONNECTION_MILLISECONDS).unref();
  });
  server.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
}

// Processes share the port, each with its own connections.
if (cluster.isPrimary && Number(processes) > 1) for (let at = 0; at < Number(processes); at += 1) cluster.fork();
else serve();
// Exits normally, so that a profiler can write its results.
process.once('SIGTERM', () => process.exit(0));
