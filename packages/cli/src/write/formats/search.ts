/** Documents for search engines: `bulk` and `minisearch`. */
import { text } from '../../arguments/flags.ts';
import { bulkLines } from '../../formats/bulk.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { textWithData } from '../fields.ts';
import { defineFormat, type PageWriter } from './format.ts';

/** Documents in the lines that `write` makes. */
const documents = (write: (document: { readonly id: string; readonly text: string }) => string): PageWriter => ({
  page: (source) =>
    write({
      id: source.task.id,
      ...source.values(['url', 'title', 'site', 'kind']),
      text: textWithData(source),
      ...source.values(['passed']),
    }),
});

export const bulk = defineFormat({
  name: 'bulk',
  endings: ['ndjson', 'jsonl'],
  about: ['two lines per page for _bulk of Elasticsearch and OpenSearch'],
  flags: { bulkIndex: text('NAME', 'bulk: name of the index in every action; default: none') },
  hasText: true,
  writer: (_, { bulkIndex }) => documents((document) => bulkLines(document, { index: bulkIndex })),
});

export const minisearch = defineFormat({
  name: 'minisearch',
  endings: ['ndjson', 'jsonl'],
  about: ['one line per page for addAll of MiniSearch. As in bulk, a document', 'has url, title, site, kind and text'],
  hasText: true,
  writer: () => documents(jsonLine),
});
