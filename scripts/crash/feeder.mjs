/**
 * Feeds pages of a crawl from a position on, prints its progress on standard output, and may be killed at any time. Plain
 * JavaScript, so that no TypeScript loader runs in the process.
 */
import { openSync, readFileSync, readSync } from 'node:fs';
import { Sites } from '@refrain/crawl';

const { crawl, options, from, until, flushedEvery, reportedEvery } = JSON.parse(process.argv[2], (_, value) =>
  value === 'Infinity' ? Number.POSITIVE_INFINITY : value,
);
// Writing to a pipe is synchronous: a printed step has happened before the next one begins.
const print = (text) => process.stdout.write(`${text}\n`);

const bytes = readFileSync(crawl.ends);
const ends = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
const file = openSync(crawl.file, 'r');

function readPage(position) {
  const start = position === 0 ? 0 : ends[position - 1];
  const page = Buffer.allocUnsafe(ends[position] - start);
  readSync(file, page, 0, page.length, start);
  const line = page.indexOf(10);
  return { url: page.toString('latin1', 0, line), html: page.subarray(line + 1) };
}

print('opening');
const sites = await Sites.open(options);
print('open');
for (let position = from; position < until; position += 1) {
  const { url, html } = readPage(position);
  await sites.learn(url, html);
  const done = position + 1;
  if (done % reportedEvery === 0) print(`at ${done}`);
  if (done % flushedEvery !== 0) continue;
  print('flushing');
  await sites.flush();
  print(`flushed ${done}`);
}
const { evicted, loaded } = sites.stats();
print(`closing ${evicted} ${loaded}`);
await sites.close();
print(`flushed ${until}`);
print('closed');
