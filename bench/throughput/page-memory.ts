/** What linear memory a large page takes over its own bytes: of a new detector that has learned that page alone. */
import { Detector, type ResolvedOptions } from 'refrain';
import type { BenchPage } from './pages.ts';

const PAGE_BYTES = 1_000_000;

export interface PageMemory {
  readonly pageBytes: number;
  /** Linear memory in all, less the page's bytes. */
  readonly overPageBytes: number;
}

/** A page of a million bytes: real pages one after another, which the parser takes for one long body. */
export async function measurePageMemory(pages: readonly BenchPage[], options: ResolvedOptions): Promise<PageMemory> {
  const page = new Uint8Array(PAGE_BYTES);
  for (let at = 0, index = 0; at < PAGE_BYTES; index += 1) {
    const bytes = pages[index % pages.length]?.bytes ?? new Uint8Array(1);
    page.set(bytes.subarray(0, PAGE_BYTES - at), at);
    at += bytes.length;
  }
  // The last copy may end inside a character, which the detector would repair at the price of another copy.
  for (let at = PAGE_BYTES - 4; at < PAGE_BYTES; at += 1) page[at] = 0x20;
  const detector = await Detector.create(options);
  detector.learn(page);
  return { pageBytes: PAGE_BYTES, overPageBytes: detector.stats.memoryBytes - PAGE_BYTES };
}
