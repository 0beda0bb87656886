/** Documents for search engines: `bulk` and `minisearch`. */
import { text } from '../../arguments/flags.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { bulkLines, type SearchDocument, searchDocument } from '../../formats/search-document.ts';
import type { Parts } from '../fields.ts';
import { defineFormat, type PageWriter } from './format.ts';

interface Written extends SearchDocument {
  readonly passed?: true;
}

/** Documents in the lines that `write` makes. */
const documents = ({ structured }: Parts, write: (document: Written) => string): PageWriter => ({
  page(source) {
    const { task, page, origin, shown } = source;
    const address = { id: task.id, site: task.site, url: origin.url };
    return write({ ...searchDocument(page, address, { part: shown.part, structured }), ...source.values(['passed']) });
  },
});

export const bulk = defineFormat({
  name: 'bulk',
  endings: ['ndjson', 'jsonl'],
  about: ['two lines per page for _bulk of Elasticsearch and OpenSearch'],
  flags: { bulkIndex: text('NAME', 'bulk: name of the index in every action; default: none') },
  hasText: true,
  writer: (parts, { bulkIndex }) => documents(parts, (document) => bulkLines(document, { index: bulkIndex })),
});

export const minisearch = defineFormat({
  name: 'minisearch',
  endings: ['ndjson', 'jsonl'],
  about: [
    'one line per page for addAll of MiniSearch. As in bulk, a document',
    'has url, title, site, kind, text and length',
  ],
  hasText: true,
  writer: (parts) => documents(parts, jsonLine),
});
