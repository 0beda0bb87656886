/**
 * @refrain/cli/formats: pages without their template as other search engines take them. For Node.
 *
 * @module @refrain/cli/formats
 */

export { type BulkOptions, bulkId, bulkLines } from './bulk.ts';
export { jsonLine } from './json-line.ts';
export { type PageAddress, type SearchDocument, searchDocument } from './search-document.ts';
