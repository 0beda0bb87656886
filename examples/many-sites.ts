/**
 * Many sites in one store, in two runs. The second run continues the first one, although it repeats some pages.
 *
 * Run: npm run build && node --import tsx examples/many-sites.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';

const NEWS = ['a flood', 'a fair', 'a fire', 'new trams', 'an election', 'no news', 'a wedding', 'snow'];

/** Simulates the web: returns bytes and content type, as a crawler receives them. */
function fetchPage(url: string): { bytes: Uint8Array; contentType: string } {
  const { host, pathname } = new URL(url);
  const news = `${NEWS[Number(pathname.slice(-1)) - 1]} in ${host.split('.')[0]}`;
  const html = `<body><nav>${host} | News | About</nav><main><p>${pathname}: ${news}</p></main></body>`;
  return { bytes: new TextEncoder().encode(html), contentType: 'text/html; charset=utf-8' };
}

const crawl = Array.from({ length: 8 }, (_, day) =>
  ['https://one.example', 'https://two.example', 'https://three.example'].map((site) => `${site}/day/${day + 1}`),
).flat();

async function run(location: string, urls: readonly string[]): Promise<void> {
  // Opens or creates the store. Tables of recently used sites are in memory, up to the limit.
  const sites = await Sites.open({ location, maxMemory: 64 * 1024 * 1024 });
  let counted = 0;
  let template = 0;
  for (const url of urls) {
    const { bytes, contentType } = fetchPage(url);
    const page = await sites.learn(url, bytes, { contentType });
    if (page.counted) counted += 1;
    if (page.blocks[0]?.verdict === 'template') template += 1;
  }
  console.log(`${urls.length} pages, ${counted} of them new; the menu was template on ${template}`);
  await sites.close();
}

const folder = await mkdtemp(join(tmpdir(), 'refrain-example-'));
const location = join(folder, 'crawl');
await run(location, crawl.slice(0, 15));
await run(location, crawl.slice(9)); // repeats six pages, which are not counted twice

const sites = await Sites.open({ location });
for await (const { site, pages, entries } of sites.list()) {
  console.log(`${site}: ${pages} pages, ${entries} entries`);
}
// A second pass labels the first pages of a site with the final table.
const [first = ''] = crawl;
const again = await sites.relabel(first, fetchPage(first).bytes);
console.log(`${first}: ${again.blocks[0]?.verdict} ${again.text('template')}; ${again.blocks[1]?.verdict}`);
await sites.close();
await rm(folder, { recursive: true });
