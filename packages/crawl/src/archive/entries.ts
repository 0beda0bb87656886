import { InputError, LimitError } from 'refrain';
import { DamagedLines } from '../input/damaged-lines.ts';
import { readLines } from '../input/lines.ts';
import { asError, type ReadOptions, reportFailure, untilFailure } from '../reading/page.ts';
import { type IndexEntry, parseEntry } from './entry.ts';

/** Maximum length of a line, in bytes. A long URL occurs twice in it. */
const LINE_BYTES = 256 * 1024;

/** The URL of a line, if it has no escapes: lines of other pages are then not parsed. */
const URL_MEMBER = /"url": ?"([^"\\]+)"/;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws {InputError} `INPUT_DAMAGED` */
function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new InputError('the line is not UTF-8', 'INPUT_DAMAGED');
  }
}

/** The URL of a line without escapes. With several objects it may belong to another one, hence undefined. */
const urlIn = (text: string): string | undefined =>
  text.indexOf('{') === text.lastIndexOf('{') ? URL_MEMBER.exec(text)?.[1] : undefined;

/**
 * The entries of an index that may be pages and are wanted. Failures name the line: `INPUT_DAMAGED`, or
 * `PAGE_TOO_LARGE` for more than 256 KiB. Reading ends at damaged compressed data.
 */
export async function* readEntries(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions & { readonly name: string },
): AsyncGenerator<IndexEntry> {
  const { name, takes } = options;
  const lines = readLines(chunks, LINE_BYTES);
  const damaged = new DamagedLines(options);
  for await (const line of untilFailure(lines, (error) => reportFailure(options, { source: name, error }))) {
    let entry: IndexEntry | undefined;
    try {
      if (line.bytes === undefined) throw new LimitError('PAGE_TOO_LARGE', `the line has ${line.length} bytes`);
      const text = textOf(line.bytes);
      const url = takes === undefined ? undefined : urlIn(text);
      if (url === undefined) {
        entry = parseEntry(text);
        if (entry !== undefined && takes?.(entry) === false) entry = undefined;
      } else if (takes?.({ url }) !== false) entry = parseEntry(text);
    } catch (error) {
      damaged.add(line, asError(error));
      continue;
    }
    damaged.end();
    if (entry !== undefined) yield entry;
  }
  damaged.end();
}
