/**
 * One life of a crawl: feeds pages from a position on, says on standard output where it is, and expects to be killed.
 * No TypeScript, so that little but the product runs here.
 */
import { openSync, readFileSync, readSync } from 'node:fs';
import { Sites } from '@refrain/crawl';

const { crawl, options, from, until, flushedEvery, toldEvery } = JSON.parse(process.argv[2], (_, value) =>
  value === 'Infinity' ? Number.POSITIVE_INFINITY : value,
);
// Writing to a pipe is synchronous: what is said has happened.
const say = (text) => process.stdout.write(`${text}\n`);

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

say('opening');
const sites = await Sites.open(options);
say('open');
for (let position = from; position < until; position += 1) {
  const { url, html } = readPage(position);
  await sites.learn(url, html);
  const done = position + 1;
  if (done % toldEvery === 0) say(`at ${done}`);
  if (done % flushedEvery !== 0) continue;
  say('flushing');
  await sites.flush();
  say(`flushed ${done}`);
}
const { evicted, loaded } = sites.stats();
say(`closing ${evicted} ${loaded}`);
await sites.close();
say(`flushed ${until}`);
say('closed');
