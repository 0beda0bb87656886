import { Detector, type Page } from 'refrain';
import type { BatchMethod, PageSource } from './method.ts';
import { verdictsOf } from './refrain.ts';

/** The package with its second pass: learns all pages of a batch, then labels each by what is known of the other pages. */
export async function createTwoPasses(): Promise<BatchMethod> {
  let detector = await Detector.create();
  let batch: readonly PageSource[] = [];
  let page: Page | undefined;
  return {
    separators: new Set(detector.options.separators),
    fit: async (pages) => {
      batch = pages;
      detector = await Detector.create();
      for (const [at, { html }] of pages.entries()) detector.learn(html, { id: String(at) });
    },
    label: (at) => {
      page = detector.label(batch[at]?.html ?? '', { id: String(at) });
    },
    verdicts: () => verdictsOf(page),
    table: () => {
      const { entries, tableBytes: bytes } = detector.stats;
      return { peak: entries, entries, bytes };
    },
  };
}
