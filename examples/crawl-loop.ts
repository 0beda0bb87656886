/**
 * A crawl that follows the links of its pages, is interrupted, and continues from a snapshot.
 *
 * Run: npm run build && node --import tsx examples/crawl-loop.ts
 */
import { Detector } from 'refrain';

const START = 'https://post.example/monday';
const STORIES: Readonly<Record<string, string>> = {
  monday: 'After eleven weeks of repair the old bridge is open to cars and bicycles.',
  tuesday: 'The council has bought the empty mill, where forty families could live.',
  wednesday: 'A storm has broken nine trees in the park, and nobody was hurt.',
  thursday: 'The ferry will run at night again, because so many people asked for it.',
  friday: 'Two schools share one kitchen from autumn on, which saves a third of the cost.',
  saturday: 'The harbour festival begins with a race of rafts that children have built.',
};
const DAYS = Object.keys(STORIES);

/** Replaces the web. Each page links to the page of the next day. */
async function fetchPage(url: string): Promise<string> {
  const day = new URL(url).pathname.slice(1);
  const next = DAYS[DAYS.indexOf(day) + 1] ?? DAYS[0];
  return `<body><ul class="menu"><li><a href="/monday">Start</a></li></ul>
  <div class="story"><p>${STORIES[day]} <a href="${next}">Next: ${next}</a></p></div></body>`;
}

/** Reads at most `count` pages, and adds their links to the queue, a set of URLs. */
async function crawl(detector: Detector, queue: Set<string>, seen: Set<string>, count: number): Promise<void> {
  for (const url of queue) {
    if (seen.size >= count) break;
    queue.delete(url);
    seen.add(url);
    const page = detector.learn(await fetchPage(url), { id: url });
    const { text, links } = page.document({ url, fields: ['text', 'links'] });
    for (const { url: link, main } of links) if (main && !seen.has(link)) queue.add(link);
    console.log(`${page.number} ${url}: ${text}`);
  }
}

const detector = await Detector.create();
const [queue, seen] = [new Set([START]), new Set<string>()];
await crawl(detector, queue, seen, 3);
const state = detector.snapshot(); // bytes for a file or a database

const restored = await Detector.restore(state);
await crawl(restored, queue, seen, 6);
const { pages, entries, tableBytes } = restored.stats;
console.log(`${state.length} bytes of state; ${pages} pages counted, ${entries} entries in ${tableBytes} bytes`);
