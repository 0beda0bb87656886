import type { ResolvedOptions } from 'refrain';
import { twinSettings } from '../../bench/twin/settings.ts';
import { ReferenceDetector, type ReferencePage } from '../../test/reference/detector.ts';
import type { Method } from './method.ts';

/** Bytes of an entry without its text and path: DF and last page. */
const COUNT_BYTES = 8;

/** The twin in plain TypeScript. Its table stores full texts and paths, as that of the paper does. */
export async function createTwin(options: ResolvedOptions): Promise<Method> {
  const twin = new ReferenceDetector(twinSettings(options));
  let page: ReferencePage | undefined;
  return {
    separators: new Set(options.separators),
    read: (html) => {
      page = twin.learn(html);
    },
    verdicts: () =>
      (page?.blocks ?? []).flatMap(({ kind, segments }) =>
        segments.map(({ text }) => ({ text, template: kind === 'template' })),
      ),
    table: () => {
      let bytes = 0;
      for (const { text, path } of twin.table())
        bytes += Buffer.byteLength(text) + Buffer.byteLength(path) + COUNT_BYTES;
      return { peak: twin.expandedEntries, entries: twin.entries, bytes };
    },
  };
}
