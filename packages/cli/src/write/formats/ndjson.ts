/** One line of JSON per page. Blocks that the module writes are much faster. */
import { jsonLine } from '../../formats/json-line.ts';
import { type Field, fieldsFlag, valuesOf } from '../fields.ts';
import { defineFormat } from './format.ts';

/**
 * The default: fields that take no model and no second reading of the page, so that a line costs little beside its blocks. The
 * language is there where its flag asks for it.
 */
const HEAD = [
  'id',
  'url',
  'site',
  'title',
  'page',
  'counted',
  'passed',
  'templateShare',
  'confidence',
  'reason',
  'language',
] as const;
const FIELDS: readonly Field[] = [...HEAD, 'structured', 'blocks', 'content'];

const encoder = new TextEncoder();

export const ndjson = defineFormat({
  name: 'ndjson',
  about: [
    'one JSON line per page: id, url, site, title, page, counted,',
    'templateShare, confidence, content and blocks, each with kind,',
    'ratio, score, length, path, start, end (bytes of the file) and',
    'text; --fields chooses others',
  ],
  fields: FIELDS,
  hasText: true,
  writer(parts) {
    const { fields } = parts;
    const at = fields.indexOf('blocks');
    if (at < 0) return { page: (task, page, way) => jsonLine(valuesOf(task, page, way, parts)(fields)) };
    // The module writes the blocks, and the content if it follows them.
    const content = fields[at + 1] === 'content';
    const [head, rest] = [fields.slice(0, at), fields.slice(at + (content ? 2 : 1))];
    const main = parts.keep !== 'content' || fieldsFlag(fields) !== undefined;
    return {
      page(task, page, way) {
        const { part, room } = way;
        const values = valuesOf(task, page, way, parts);
        const line = page.toLine(values(head), part, { content, main, room });
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
