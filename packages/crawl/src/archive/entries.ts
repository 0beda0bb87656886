import { InputError, LimitError } from 'refrain';
import { DamagedLines } from '../input/damaged-lines.ts';
import { readLines } from '../input/lines.ts';
import { asError, type ReadOptions, reportFailure, untilFailure } from '../reading/failures.ts';
import { type IndexEntry, parseEntry } from './entry.ts';

/** Maximum bytes of a line, which contains a long URL twice. */
const LINE_BYTES = 256 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new InputError('the line is not UTF-8', 'INPUT_DAMAGED');
  }
}

/**
 * Yields the entries of an index that may be pages and that `takes` selects. Failures name the line: `INPUT_DAMAGED`,
 * or `PAGE_TOO_LARGE` for more than 256 KiB. Reading ends at damaged compressed data.
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
      entry = parseEntry(textOf(line.bytes));
    } catch (error) {
      damaged.add(line, asError(error));
      continue;
    }
    damaged.end();
    if (entry !== undefined && takes?.({ url: entry.url }) !== false) yield entry;
  }
  damaged.end();
}
