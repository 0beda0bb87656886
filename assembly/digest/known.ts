/**
 * What a table knows of the segments and sightings of a page, one after another. A number each: 0 for what is unknown, 1 for a DF and a
 * page of last sight like those of the last that was known; else DF and 1, and how many pages ago it was seen.
 */
import { Segment } from '../layout';
import { dfMax } from '../table/group';
import { put, take } from './bytes';

let lastDf: u32 = 0;
let lastAgo: u32 = 0;

export function beginKnown(): void {
  lastDf = 0;
  lastAgo = 0;
}

/** Writes what is known of the records from `segment` to `end`; `clock` pages are counted. */
export function putKnown(clock: u32, segment: usize, end: usize): void {
  for (; segment < end; segment += Segment.BYTES) {
    const df = load<u32>(segment, Segment.DF);
    const ago = clock - load<u32>(segment, Segment.PREVIOUS_PAGE);
    if (!df || (df == lastDf && ago == lastAgo)) {
      put(u64(df != 0));
      continue;
    }
    put(df + 1);
    put(ago);
    lastDf = df;
    lastAgo = ago;
  }
}

/** Reads what `putKnown` wrote into records. */
export function takeKnown(clock: u32, segment: usize, end: usize): void {
  for (; segment < end; segment += Segment.BYTES) {
    const code = <u32>take();
    if (code > 1) {
      lastDf = min(code - 1, dfMax);
      lastAgo = <u32>take();
    }
    store<u32>(segment, code ? lastDf : 0, Segment.DF);
    store<u32>(segment, code ? clock - lastAgo : 0, Segment.PREVIOUS_PAGE);
  }
}
