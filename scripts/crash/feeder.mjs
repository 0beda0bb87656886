/**
 * Feeds a file of pages to a store, from a position before the last flush, until it is killed. Plain JavaScript, so
 * that no TypeScript loader runs in the process.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Sites } from '@refrain/crawl';

const FLUSHED_EVERY = 60;
/** Maximum number of pages before the last flush that are repeated. */
const REPEATED = 1500;

const { location, ...options } = JSON.parse(process.argv[2]);
const pages = readFileSync('pages.ndjson', 'utf8').trimEnd().split('\n');
const flushed = existsSync('flushed') ? Number(readFileSync('flushed', 'utf8')) : 0;
const sites = await Sites.open({ location, ...options });
const start = Math.max(0, flushed - ((process.pid * 7919) % REPEATED));
for (const [at, line] of pages.slice(start).entries()) {
  const { url, html } = JSON.parse(line);
  await sites.learn(url, html);
  if ((at + 1) % FLUSHED_EVERY !== 0) continue;
  await sites.flush();
  // Written atomically: after a kill, the file contains the old or the new position.
  writeFileSync('flushed.new', String(Math.max(flushed, start + at + 1)));
  renameSync('flushed.new', 'flushed');
}
await sites.close();
writeFileSync('flushed', String(pages.length));
