/**
 * @refrain/crawl/engine/node: the part of the engine that reads and writes files.
 *
 * @module @refrain/crawl/engine/node
 */

/** A lock of a folder, which ends with its process. */
export { lock } from '../store/folder/lock.ts';
/** Records of a WARC as they are written. */
export * as warcRecords from '../warc/write.ts';
/** Inputs by their kinds, and how their pages, lines and failures are read. */
export * as inputFiles from './input-files.ts';
