import { DOCUMENT_ORDER, type StreamBaseline, verdictsOf } from '../baselines/baseline.ts';
import { readTree } from '../baselines/document.ts';
import type { SegmentVerdict } from '../evaluation/align.ts';
import type { Method } from './method.ts';

/** Adapts a baseline that reads pages one by one to the interface of methods. */
export async function streamed(baseline: StreamBaseline): Promise<Method> {
  let verdicts: SegmentVerdict[] = [];
  return {
    separators: DOCUMENT_ORDER,
    read: (html, url) => {
      const page = readTree(html, url);
      verdicts = verdictsOf(page, baseline.read(page));
    },
    verdicts: () => verdicts,
    table: () => ({ peak: baseline.entries, entries: baseline.entries, bytes: baseline.bytes }),
  };
}
