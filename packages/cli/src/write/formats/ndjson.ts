/** One line of JSON per page. */
import { jsonLine } from '../../formats/json-line.ts';
import { type Field, USUAL_FIELDS } from '../fields.ts';
import { defineFormat } from './format.ts';

/** The default: what a page says, and the text of it. Blocks and scores are for those who ask. */
const FIELDS: readonly Field[] = [...USUAL_FIELDS, 'text'];

export const ndjson = defineFormat({
  name: 'ndjson',
  endings: ['ndjson', 'jsonl'],
  about: [
    'one JSON line per page: id, url, site, title, authors, published,',
    'language, kind, confidence, reason and text; --fields chooses',
    'others, such as blocks with their verdicts and scores',
  ],
  fields: FIELDS,
  hasText: true,
  writer: ({ fields }) => ({ page: (source) => jsonLine(source.values(fields)) }),
});
