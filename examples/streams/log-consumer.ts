/**
 * Reads a partition of a log, one page per line: a JSON object with `site` and the members of a `CrawlPage`. Writes a line for each
 * transaction: its offset, the changed states of sites, and the documents. If it was killed, start it again with the same files.
 *
 * Run: npm run build && node --import tsx examples/streams/log-consumer.ts LOG JOURNAL
 */
import { fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type CrawlPage, step } from '@refrain/crawl';

const [log = '', file = ''] = process.argv.slice(2);
const messages = readFileSync(log, 'utf8').trimEnd().split('\n');
const states = new Map<string, string>();
let offset = 0;
let isOver = false;

// An incomplete last line was not committed.
const journal = openSync(file, 'a+');
const lines = readFileSync(file);
ftruncateSync(journal, lines.lastIndexOf('\n') + 1);
for (const line of lines.toString().split('\n').slice(0, -1)) {
  const transaction = JSON.parse(line);
  ({ offset, isOver } = transaction);
  for (const [site, state] of Object.entries<string>(transaction.states)) states.set(site, state);
}

while (!isOver) {
  isOver = offset === messages.length;
  const bySite = new Map<string, CrawlPage[]>();
  // At the end, held pages are judged.
  if (isOver) for (const site of states.keys()) bySite.set(site, []);
  for (const message of messages.slice(offset, offset + 10)) {
    const { site, ...page } = JSON.parse(message);
    bySite.set(site, [...(bySite.get(site) ?? []), page]);
    offset += 1;
  }
  const transaction = { offset, isOver, states: {} as Record<string, string>, documents: [] as object[] };
  for (const [site, pages] of bySite) {
    const state = Buffer.from(states.get(site) ?? '', 'base64');
    const made = await step({
      site,
      state: states.has(site) ? state : undefined,
      pages,
      last: isOver,
      options: { settle: 4 },
    });
    transaction.states[site] = Buffer.from(made.state).toString('base64');
    states.set(site, transaction.states[site]);
    // A page that occurs twice in the log has one document.
    transaction.documents.push(...made.documents.filter(({ counted, error }) => counted || error));
  }
  writeSync(journal, `${JSON.stringify(transaction)}\n`);
  fsyncSync(journal);
  console.log(`committed ${offset}`);
}
