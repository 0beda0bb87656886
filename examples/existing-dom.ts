/**
 * Hides the template of an existing document: here that of linkedom, in a browser the page itself.
 *
 * Run: npm run build && node --import tsx examples/existing-dom.ts
 */
import { parseHTML } from 'linkedom';
import { Detector } from 'refrain';

const pageOf = (day: number): string => `<html><body>
  <div class="menu"><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a></div>
  <div class="frame">All rights reserved <div class="story"><p>On day ${day} the river rose by ${day * 3} inches, and nobody in
    the town had seen it do so before. The mayor said that the bridge would hold, but few believed her.</p></div></div>
</body></html>`;

using detector = await Detector.create();
for (let day = 1; day <= 6; day += 1) {
  const { document } = parseHTML(pageOf(day));
  const { blocks } = detector.learnTree(document.documentElement, { id: `day ${day}` });
  const contents = blocks.flatMap(({ verdict, element }) => (verdict === 'content' && element ? [element] : []));
  for (const { verdict, element } of blocks) {
    // An element is hidden only if no content block is inside it.
    if (verdict === 'template' && !contents.some((content) => element?.contains(content)))
      element?.setAttribute('hidden', '');
  }
  const state = [...document.querySelectorAll('div')].map(
    (div) => `${div.className} ${div.hasAttribute('hidden') ? 'hidden' : 'shown'}`,
  );
  console.log(`day ${day}: ${state.join(', ')}`);
}
