/**
 * Uses the main parts of the API on real pages in any runtime, and prints digests of all results as one line of JSON.
 * It is plain JavaScript, so that no runtime needs a loader.
 *
 * Run: node test/runtimes/smoke.mjs FOLDER, with HTML files below FOLDER
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { Detector, extract } from 'refrain';
import { HtmlParser } from 'refrain/html';

const folder = argv[2];
const names = readdirSync(folder, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.html'))
  .sort();
const pages = names.map((name) => ({ name, html: readFileSync(join(folder, name)) }));

const digest = (values) => createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);

const verdictsOf = (page) => [page.blocks.map(({ kind, score }) => [kind, score]), page.text('content')];

const detector = await Detector.create({ seed: 1 });
const verdicts = pages.map(({ name, html }) => verdictsOf(detector.learn(html, { id: name })));

const snapshot = detector.snapshot();
const restored = await Detector.restore(snapshot);
const labelled = pages.slice(0, 5).map(({ html }) => verdictsOf(restored.label(html)));
const same = pages.slice(0, 5).map(({ html }) => verdictsOf(detector.label(html)));
if (digest(labelled) !== digest(same)) throw new Error('the restored detector gives other verdicts');

const sites = await Sites.open({ store: new MemoryLevel({ keyEncoding: 'view', valueEncoding: 'view' }) });
const texts = [];
for (const { name, html } of pages) texts.push((await sites.learn(`https://a.example/${name}`, html)).text('content'));
const { sites: count, pages: counted } = sites.stats;
await sites.close();

const parser = await HtmlParser.create();
function nodesOf(html) {
  const cursor = parser.parse(html).cursor();
  const nodes = [];
  for (;;) {
    nodes.push([cursor.name, cursor.text, cursor.start]);
    if (cursor.firstChild()) continue;
    while (!cursor.nextSibling()) if (!cursor.parent()) return nodes;
  }
}

const results = {
  pages: pages.length,
  verdicts: digest(verdicts),
  snapshot: createHash('sha256').update(snapshot).digest('hex').slice(0, 16),
  labelled: digest(labelled),
  documents: digest(await Promise.all(pages.slice(0, 5).map(({ html }) => extract(html)))),
  sites: digest([count, counted, texts]),
  trees: digest(pages.slice(0, 10).map(({ html }) => nodesOf(html))),
};
stdout.write(`${JSON.stringify(results)}\n`);
