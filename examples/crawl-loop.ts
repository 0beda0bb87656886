/**
 * A crawl that is interrupted and continued from a snapshot.
 *
 * Run: npm run build && node --import tsx examples/crawl-loop.ts
 */
import { Detector } from 'refrain';

/** Replaces the web. */
const fetchPage = async (url: string): Promise<string> =>
  `<body><ul class="menu"><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul>
  <div class="story"><p>What happened at ${url} was seen by nobody, and so the council believed none of it.</p></div></body>`;

async function crawl(detector: Detector, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    // A page with a known id is labelled and not counted again.
    const page = detector.learn(await fetchPage(url), { id: url });
    const verdicts = page.blocks.map(({ verdict }) => verdict).join(', ');
    console.log(`${page.number} ${url}: ${verdicts}; content: ${page.text('content').replace('\n', ' / ')}`);
  }
}

const detector = await Detector.create();
await crawl(detector, ['/monday', '/tuesday', '/wednesday']);
const state = detector.snapshot(); // bytes for a file or a database

const restored = await Detector.restore(state);
await crawl(restored, ['/wednesday', '/thursday', '/friday', '/saturday']);
const { pages, entries, tableBytes } = restored.stats;
console.log(`${state.length} bytes of state; ${pages} pages counted, ${entries} entries in ${tableBytes} bytes`);
