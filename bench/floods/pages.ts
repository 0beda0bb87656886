/** Pages that are made to be slow, each read by several kinds of detector, with everything that can be asked of a page. */
import { Detector, type DetectorOptions, type Page } from 'refrain';
import { PageLevelDetector } from 'refrain/page-level';
import { floods } from '../../test/support/floods.ts';
import type { Kind, Read } from './kind.ts';

const SETTINGS: Readonly<Record<string, DetectorOptions>> = {
  default: {},
  repetition: { evidence: 'repetition' },
  indexed: { path: 'indexed' },
  classes: { path: 'classes' },
};

/** Explanations are for people, who read them one by one. */
const EXPLAINED = 100;

/** Reads all that a page has to say. */
function readAll(page: Page<never>): void {
  page.text('content');
  page.html({ remove: 'template' });
  page.toLine({ id: 'x' });
  const { blocks } = page.toJSON();
  for (const { path } of blocks) if (path.length === 0) return;
  for (const block of page.blocks.slice(0, EXPLAINED)) block.explain();
  if (page.title.length > page.lengths.content) return;
}

const encoder = new TextEncoder();

export const pageKinds: readonly Kind[] = Object.entries(floods).map(([name, make]) => ({
  name,
  make: (bytes) => encoder.encode(make(bytes)),
  reads: {
    ...Object.fromEntries(
      Object.entries(SETTINGS).map(([setting, options]): [string, () => Promise<Read>] => [
        setting,
        async () => {
          const detector = await Detector.create(options);
          return (bytes) => readAll(detector.learn(bytes));
        },
      ]),
    ),
    pageLevel: async () => {
      const detector = await PageLevelDetector.create();
      return (bytes) => void detector.learn(bytes);
    },
  },
}));
