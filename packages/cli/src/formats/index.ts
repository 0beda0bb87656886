/**
 * @refrain/cli/formats: pages without their template as documents for search engines. For Node.
 *
 * @module @refrain/cli/formats
 */

export { type Chunk, type ChunkSource, chunksOf } from './chunks.ts';
export { jsonLine } from './json-line.ts';
export {
  type BulkOptions,
  bulkId,
  bulkLines,
  type DocumentOptions,
  type PageAddress,
  type SearchDocument,
  searchDocument,
} from './search-document.ts';
