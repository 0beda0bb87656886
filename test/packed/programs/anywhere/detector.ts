import { Detector } from 'refrain';

const html = (number: number): string => `<!doctype html><title>Story ${number}</title>
<ul><li><a href="/">Home page</a><li><a href="/news">All the news</a></ul><div><p>Story ${number} is about the river.</div>`;

const detector = await Detector.create();
for (let number = 0; number < 8; number += 1) detector.learn(html(number), { id: `/${number}` });
const restored = await Detector.restore(detector.snapshot());
const page = restored.label(html(8));

export const outcome = {
  pages: restored.stats.pages,
  kinds: page.blocks.map(({ verdict }) => verdict),
  text: page.text('content'),
};
export const expected = {
  pages: 8,
  kinds: ['template', 'template', 'content'],
  text: 'Story 8 is about the river.',
};
