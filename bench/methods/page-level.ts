import type { ResolvedOptions } from 'refrain';
import { type Page, PageLevelDetector } from 'refrain/page-level';
import type { Method } from './method.ts';
import { verdictsOf } from './refrain.ts';

/** Page-level detection of Chakrabarti et al., trained while pages are read. */
export async function createPageLevel({ evidence: _, ...options }: ResolvedOptions): Promise<Method> {
  const detector = await PageLevelDetector.create({ ...options, separators: 'blocks' });
  let page: Page<never> | undefined;
  return {
    separators: new Set(detector.options.separators),
    read: (html) => {
      page = detector.learn(html);
    },
    verdicts: () => verdictsOf(page),
    table: () => {
      const { entries, tableBytes: bytes } = detector.stats;
      return { peak: entries, entries, bytes };
    },
  };
}
