/**
 * @refrain/crawl/engine/node: the part of the engine that reads and writes files.
 *
 * @module @refrain/crawl/engine/node
 */

export { lock } from '../store/folder/lock.ts';
export * as warcRecords from '../warc/write.ts';
export * as inputFiles from './input-files.ts';
