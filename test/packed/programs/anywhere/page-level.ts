import { PageLevelDetector, smoothTree } from '@refrain/page-level';

const html = '<!doctype html><ul><li><a href="/">Home page</a><li><a href="/news">All the news</a></ul><p>A story.';
const detector = await PageLevelDetector.create();
const blocks = detector.learn(html).blocks.length;
const other = await PageLevelDetector.create({}, { regression: detector.save() });
const { values, sections } = smoothTree({ parents: [-1, 0, 0], scores: [0.3, 0.8, 0.2] }, 0.25);

export const outcome = { blocks, again: other.learn(html).blocks.length, values: [...values], sections };
export const expected = { blocks: 3, again: 3, values: [0.2, 0.8, 0.2], sections: 2 };
