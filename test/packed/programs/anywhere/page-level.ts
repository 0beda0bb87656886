import { PageLevelDetector } from 'refrain/page-level';

const html = '<!doctype html><ul><li><a href="/">Home page</a><li><a href="/news">All the news</a></ul><p>A story.';
const detector = await PageLevelDetector.create();
const blocks = detector.learn(html).blocks.length;
const other = await PageLevelDetector.create({}, { regression: detector.save() });

export const outcome = { blocks, again: other.learn(html).blocks.length };
export const expected = { blocks: 3, again: 3 };
