/**
 * Feeds a file of pages to a store, from a position before the last flush, until it is killed. Waits while another
 * process has the store open. Plain JavaScript, so that no TypeScript loader runs in the process.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Sites } from '@refrain/crawl';

const FLUSHED_EVERY = 60;
/** Milliseconds. */
const PAUSE = 10;
/** Maximum number of pages before the last flush that are repeated. */
const REPEATED = 1500;

const { location, ...options } = JSON.parse(process.argv[2]);
const pages = readFileSync('pages.ndjson', 'utf8').trimEnd().split('\n');
const open = () =>
  Sites.open({ location, ...options }).catch((error) => {
    if (error.code !== 'STORE_LOCKED') throw error;
    return setTimeout(PAUSE).then(open);
  });
const sites = await open();
const flushed = existsSync('flushed') ? Number(readFileSync('flushed', 'utf8')) : 0;
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
