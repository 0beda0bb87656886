/**
 * The process of a service. It listens on the given port with the given options and prints a line when it does. `/attempts`
 * returns the number of handler calls, which counts every retry.
 */
import cluster from 'node:cluster';
import { createServer } from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import { type SiteObjectOptions, siteObject } from '../../../packages/restate/src/index.ts';

const [port = '0', options = '{}', processes = '1'] = process.argv.slice(2);

/** A connection ends by itself, when its calls have ended, so that a node that was added gets its share of new ones. */
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

// Several processes share the port; each has its own connections.
if (cluster.isPrimary && Number(processes) > 1) for (let at = 0; at < Number(processes); at += 1) cluster.fork();
else serve();
// A normal exit, so that a profiler can write its results.
process.once('SIGTERM', () => process.exit(0));
