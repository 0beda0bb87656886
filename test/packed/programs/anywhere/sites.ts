import { Sites } from '@refrain/crawl';
import { templateStream } from '@refrain/crawl/streams';

// Node makes a folder of this name, browsers a database. Page and worker share databases and run at the same time.
const location = `sites-${crypto.randomUUID()}`;
const sites = await Sites.open({ location });
const writer = templateStream(sites).writable.getWriter;
const page = await sites.learn('https://a.example/1', '<!doctype html><p>Hello');
const blocks = page.blocks.length;
await sites.close();

const again = await Sites.open({ location });
const list: [string, number][] = [];
for await (const { site, pages } of again.list()) list.push([site, pages]);
await again.close();

export const outcome = { blocks, list, stream: typeof writer };
export const expected = { blocks: 1, list: [['a.example', 1]], stream: 'function' };
