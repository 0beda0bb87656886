/**
 * Chunks of pages for retrieval, and lines for search engines. For Node.
 *
 * @module @refrain/cli/formats
 */

export { type BulkOptions, bulkId, bulkLines } from './bulk.ts';
export { type Chunk, type ChunkSource, chunksOf } from './chunks.ts';
export { jsonLine } from './json-line.ts';
