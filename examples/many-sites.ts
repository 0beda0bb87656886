/**
 * Many sites in one store, in two runs: the second goes on where the first ended, though it is fed from further back.
 *
 * Run: npm run build && node --import tsx examples/many-sites.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';

/** Stands for the web: bytes and headers as a crawler has them. */
function fetchPage(url: string): { bytes: Uint8Array; contentType: string } {
  const html = `<body><nav>${new URL(url).host} | News | About</nav><main><p>What happened at ${url}</p></main></body>`;
  return { bytes: new TextEncoder().encode(html), contentType: 'text/html; charset=utf-8' };
}

const crawl = Array.from({ length: 8 }, (_, day) =>
  ['https://one.example', 'https://two.example', 'https://three.example'].map((site) => `${site}/day/${day + 1}`),
).flat();

async function run(location: string, urls: readonly string[]): Promise<void> {
  // Opens the store, or makes it; of the sites that were used last the tables are in memory, never more than that.
  const sites = await Sites.open({ location, maxMemory: 64 * 1024 * 1024 });
  let counted = 0;
  let template = 0;
  for (const url of urls) {
    const { bytes, contentType } = fetchPage(url);
    const page = await sites.learn(url, bytes, { contentType });
    if (page.counted) counted += 1;
    if (page.blocks[0]?.kind === 'template') template += 1;
  }
  console.log(`${urls.length} pages, ${counted} of them new; on ${template} the menu was known`);
  await sites.close();
}

const folder = await mkdtemp(join(tmpdir(), 'refrain-example-'));
const location = join(folder, 'crawl');
await run(location, crawl.slice(0, 15));
await run(location, crawl.slice(9)); // from further back: no page is counted twice

const sites = await Sites.open({ location });
for await (const { site, pages, entries } of sites.list()) {
  console.log(`${site}: ${pages} pages, ${entries} entries`);
}
// The second pass: what the first pages of a site are by what all of them have taught.
const [first = ''] = crawl;
const again = await sites.relabel(first, fetchPage(first).bytes);
console.log(`${first}: ${again.blocks[0]?.kind} ${again.text('template')}; ${again.blocks[1]?.kind}`);
await sites.close();
await rm(folder, { recursive: true });
