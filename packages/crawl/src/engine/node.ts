/**
 * @refrain/crawl/engine/node: the part of the engine that reads and writes files.
 *
 * @module @refrain/crawl/engine/node
 */

/** A lock of a folder, released when its process ends. */
export { lock } from '../store/folder/lock.ts';
/** Writers of WARC records. */
export * as warcRecords from '../warc/write.ts';
/** Inputs by their kinds, and readers of pages, lines and failures. */
export * as inputFiles from './input-files.ts';
