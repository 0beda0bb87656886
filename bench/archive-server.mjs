/** Serves the archives of a folder by ranges, on the loopback, in a process of its own; `/counts` says what it has sent since it was asked last. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const folder = process.argv[2];
let requests = 0;
let bytes = 0;

const server = createServer((request, response) => {
  if (request.url === '/counts') {
    response.end(JSON.stringify({ requests, bytes }));
    [requests, bytes] = [0, 0];
    return;
  }
  const path = join(folder, decodeURIComponent(request.url));
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range).map(Number);
  requests += 1;
  bytes += to - from + 1;
  response.writeHead(206, {
    'content-length': to - from + 1,
    'content-range': `bytes ${from}-${to}/${statSync(path).size}`,
  });
  createReadStream(path, { start: from, end: to }).pipe(response);
});

server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
