/** Documents for search engines: `bulk` and `minisearch`. */
import { bulkLines } from '../../formats/bulk.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { textWithData } from '../run-fields.ts';
import type { Format, PageWriter } from './format.ts';

const documents = (write: (document: { readonly id: string; readonly text: string }) => string): PageWriter => ({
  page: (source) =>
    write({
      id: source.task.id,
      ...source.values(['url', 'title', 'site', 'kind']),
      text: textWithData(source),
      ...source.values(['passed']),
    }),
});

export const bulk: Format = {
  name: 'bulk',
  endings: ['ndjson', 'jsonl'],
  about: ['two lines per page for _bulk of Elasticsearch and OpenSearch'],
  flags: ['bulkIndex'],
  hasText: true,
  writer: ({ bulkIndex }) => documents((document) => bulkLines(document, { index: bulkIndex })),
};

export const minisearch: Format = {
  name: 'minisearch',
  endings: ['ndjson', 'jsonl'],
  about: ['one line per page for addAll of MiniSearch. As in bulk, a document', 'has url, title, site, kind and text'],
  hasText: true,
  writer: () => documents(jsonLine),
};
