/** Linear memory of a new detector that has learned one large page, without the bytes of the page. */
import { Detector, type ResolvedOptions } from 'refrain';
import type { BenchPage } from './pages.ts';

const PAGE_BYTES = 1_000_000;

export interface PageMemory {
  readonly pageBytes: number;
  /** Linear memory minus the bytes of the page. */
  readonly overPageBytes: number;
}

/** Learns a page of a million bytes: concatenated real pages, which the parser reads as one long body. */
export async function measurePageMemory(pages: readonly BenchPage[], options: ResolvedOptions): Promise<PageMemory> {
  const page = new Uint8Array(PAGE_BYTES);
  for (let at = 0, index = 0; at < PAGE_BYTES; index += 1) {
    const bytes = pages[index % pages.length]?.bytes ?? new Uint8Array(1);
    page.set(bytes.subarray(0, PAGE_BYTES - at), at);
    at += bytes.length;
  }
  // The last copy may end inside a character, and the detector would copy the page to repair it.
  for (let at = PAGE_BYTES - 4; at < PAGE_BYTES; at += 1) page[at] = 0x20;
  const detector = await Detector.create(options);
  detector.learn(page);
  return { pageBytes: PAGE_BYTES, overPageBytes: detector.stats.memoryBytes - PAGE_BYTES };
}
