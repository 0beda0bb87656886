/** Inputs by their kinds, and readers of pages, lines and failures. */
export { readPage, readPageBytes } from '../input/file.ts';
export type { PageFile } from '../input/folder.ts';
export { type Archive, readArchive, STDIN, sortInputs } from '../input/inputs.ts';
export { readLines } from '../input/lines.ts';
export { openPlain } from '../input/ndjson.ts';
export { openFile } from '../reading/bytes.ts';
export { checkReadOptions, reportFailure, untilFailure } from '../reading/failures.ts';
export { inflatePage, isGzip } from '../reading/gzip.ts';
export { collect } from '../reading/join.ts';
export { secondsUntil } from '../reading/retry-after.ts';
export { fieldOf } from '../warc/capture.ts';
