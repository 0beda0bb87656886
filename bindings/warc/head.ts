/** Heads of records and responses: a line, fields, an empty line. */
import { InputError } from '../errors.ts';
import type { Field } from './capture.ts';

/** A longer head is taken for a broken one. */
export const HEAD_MOST = 256 * 1024;

export interface Head {
  readonly line: string;
  readonly fields: readonly Field[];
  /** Bytes of all of it, the empty line included. */
  readonly bytes: number;
}

/** Where the empty line behind a head ends; −1 where there is none. */
export function headEnd(bytes: Buffer): number {
  const crlf = bytes.indexOf('\r\n\r\n');
  const lf = bytes.subarray(0, crlf < 0 ? bytes.length : crlf).indexOf('\n\n');
  if (lf >= 0) return lf + 2;
  return crlf < 0 ? -1 : crlf + 4;
}

/**
 * Takes a head apart. A line that begins with white space goes on with the one before it.
 *
 * @throws {InputError} `INPUT_DAMAGED` where a line is no field
 */
export function parseHead(bytes: Buffer, end: number, { lenient }: { readonly lenient: boolean }): Head {
  // Heads are UTF-8 in WARCs, and in HTTP whatever servers send.
  const [line = '', ...lines] = bytes.toString('utf8', 0, end).trimEnd().split(/\r?\n/);
  const fields: [string, string][] = [];
  for (const text of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(text) && last !== undefined) {
      last[1] += ` ${text.trim()}`;
      continue;
    }
    const colon = text.indexOf(':');
    if (colon > 0) fields.push([text.slice(0, colon).trim(), text.slice(colon + 1).trim()]);
    else if (!lenient) throw new InputError('a header of the record is no header', 'INPUT_DAMAGED');
  }
  return { line, fields, bytes: end };
}
