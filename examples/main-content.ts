/**
 * The main content of two pages: an article with comments and teasers, and a product whose description is only in its
 * data (JSON-LD).
 *
 * Run: npm run build && node --import tsx examples/main-content.ts
 */
import { Detector } from 'refrain';
import { StructuredReader } from 'refrain/structured';

const MENU =
  '<header class="site-header"><nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav></header>';
const FOOTER =
  '<footer class="site-footer"><p>© River Post. All rights reserved. <a href="/privacy">Privacy</a></p></footer>';

const STORY = [
  'The bridge over the river opened again on Monday, after a year of repairs that cost twice as much as planned. Hundreds of people walked across it in the first hour, and most of them came back the same way.',
  'The council paid for the stones with money that it had saved for a new town hall since 1998. “We can meet in a tent,” the mayor said, “but we cannot cross the river in one.” Nobody disagreed with her.',
  'Trains will follow in spring, when the rails on the northern bank have been replaced as well. Until then the bus takes the bridge every twenty minutes, and the ferry goes on Sundays only.',
];

const article = `<!DOCTYPE html><title>The bridge opens again</title>${MENU}
  <main><article><h1>The bridge opens again</h1>${STORY.map((text) => `<p>${text}</p>`).join('')}</article>
  <aside class="related"><h3>Related</h3><ul><li><a href="/1">Ferry sold to museum</a></li><li><a href="/2">Mayor wins</a></li></ul></aside>
  <section id="comments"><h3>2 comments</h3><ol class="comment-list">
  <li class="comment"><b>Anna</b><p>I walked over it with my dog.</p></li><li class="comment"><b>Bert</b><p>Less than I had expected.</p></li>
  </ol></section></main>${FOOTER}`;

const socks = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Green socks',
  description: '<p>Knitted from wool and silk, by hand.<p>Wash them cold.',
  offers: { price: 17, priceCurrency: 'EUR' },
};
const product = `<!DOCTYPE html><title>Green socks</title><script type="application/ld+json">${JSON.stringify(socks)}</script><p>Loading`;

const detector = await Detector.create();
const structured = await StructuredReader.create();
for (const html of [article, product]) {
  const page = detector.learn(html);
  const { kind, kindConfidence = 0 } = page;
  console.log(page.title + (kind === undefined ? '' : ` (${kind}, ${Math.round(100 * kindConfidence)} %)`));
  for (const line of page.text().split('\n')) console.log(`  main: ${line.slice(0, 60)}`);
  console.log(`  comments: ${page.blocks.filter(({ comments }) => comments).length} blocks`);
  for (const line of structured.text(page).split('\n')) console.log(`  in its data: ${line}`);
}
