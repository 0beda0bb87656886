/** One line of JSON per page. */
import { wrapText } from '../../arguments/help.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { type Field, USUAL_FIELDS } from '../run-fields.ts';
import type { Format } from './format.ts';

/** The default: metadata of a page, and its text. */
const FIELDS: readonly Field[] = [...USUAL_FIELDS, 'text'];

export const ndjson: Format = {
  name: 'ndjson',
  endings: ['ndjson', 'jsonl'],
  about: wrapText(`one JSON line per page: ${FIELDS.join(', ')}; or --fields`, 65),
  fields: FIELDS,
  hasText: true,
  writer: ({ fields }) => ({ page: (source) => jsonLine(source.values(fields)) }),
};
