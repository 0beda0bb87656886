/** The code that is timed, shared by Node and the worker in Chromium. */
import type { Detector, DetectorOptions } from 'refrain/browser';

/** A page, and the site whose detector learns it. */
export interface WebPage {
  readonly site: string;
  readonly bytes: Uint8Array;
}

/** `Detector.create` of the entry in use. */
export type Create = (options: DetectorOptions) => Promise<Pick<Detector, 'learn' | 'label'>>;

async function createDetectors(pages: readonly WebPage[], create: Create, options: DetectorOptions) {
  const detectors = new Map<string, Awaited<ReturnType<Create>>>();
  for (const { site } of pages) if (!detectors.has(site)) detectors.set(site, await create(options));
  return (site: string) => {
    const detector = detectors.get(site);
    if (detector === undefined) throw new Error(`there is no detector for ${site}`);
    return detector;
  };
}

/** All verdicts on each page, as text. */
export async function verdictsOf(
  pages: readonly WebPage[],
  create: Create,
  options: DetectorOptions,
): Promise<readonly string[]> {
  const detectorOf = await createDetectors(pages, create, options);
  return pages.map(({ site, bytes }) => JSON.stringify(detectorOf(site).learn(bytes).toJSON()));
}

/** Milliseconds in which new detectors learn all pages. */
export async function timeRound(pages: readonly WebPage[], create: Create, options: DetectorOptions): Promise<number> {
  const detectorOf = await createDetectors(pages, create, options);
  // As in a running crawl: `label` makes memory resident and leaves the tables empty.
  for (const { site, bytes } of pages) detectorOf(site).label(bytes);
  let found = 0;
  const start = performance.now();
  for (const { site, bytes } of pages) {
    const { template, content } = detectorOf(site).learn(bytes).lengths;
    found += template + content;
  }
  const milliseconds = performance.now() - start;
  if (found === 0) throw new Error('nothing was found');
  return milliseconds;
}
