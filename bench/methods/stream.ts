import type { StreamBaseline } from '../baselines/baseline.ts';
import { readTree } from '../baselines/document.ts';
import type { SegmentVerdict } from '../evaluation/align.ts';
import type { Method } from './method.ts';

/** A baseline that takes pages one by one, as a method. */
export async function streamed(baseline: StreamBaseline): Promise<Method> {
  let verdicts: SegmentVerdict[] = [];
  return {
    separators: new Set(),
    read: (html, url) => {
      const page = readTree(html, url);
      const template = baseline.read(page);
      verdicts = page.texts.map(({ text, index }) => ({ text, template: template[index] === true }));
    },
    verdicts: () => verdicts,
    table: () => ({ peak: baseline.entries, entries: baseline.entries, bytes: baseline.bytes }),
  };
}
