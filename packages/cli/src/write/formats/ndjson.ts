/** One line of JSON per page. Blocks that the module writes are much faster. */
import { jsonLine } from '../../formats/json-line.ts';
import { type Field, USUAL_FIELDS, valuesOf } from '../fields.ts';
import { defineFormat } from './format.ts';

/** The default: what a page says, and the text of it. Blocks and scores are for those who ask. */
const FIELDS: readonly Field[] = [...USUAL_FIELDS, 'text'];

const encoder = new TextEncoder();

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
  writer(parts) {
    const { fields } = parts;
    const at = fields.indexOf('blocks');
    if (at < 0) return { page: (task, page, shown) => jsonLine(valuesOf(task, page, shown, parts)(fields)) };
    // The module writes the blocks, and the text if it follows them.
    const text = fields[at + 1] === 'text';
    const [head, rest] = [fields.slice(0, at), fields.slice(at + (text ? 2 : 1))];
    const main = parts.keep !== 'content';
    return {
      page(task, page, shown) {
        const values = valuesOf(task, page, shown, parts);
        const line = page.toLine(values(head), shown.part, { text, main });
        const more = rest.length === 0 ? {} : values(rest);
        return Object.keys(more).length === 0 ? line : withTail(line, `,${jsonLine(more).slice(1)}`);
      },
    };
  },
});

/** A line with more members in place of the brace and the line feed at its end. */
function withTail(line: Uint8Array, members: string): Uint8Array {
  const tail = encoder.encode(members);
  const whole = new Uint8Array(line.length - 2 + tail.length);
  whole.set(line.subarray(0, -2));
  whole.set(tail, line.length - 2);
  return whole;
}
