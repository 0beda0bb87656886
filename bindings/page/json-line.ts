/** A page as a line of NDJSON, written by the module where it can. */
import { shown } from '../check.ts';
import { InputError } from '../errors.ts';
import type { Block } from './block.ts';
import type { PageContext } from './context.ts';
import { recordsOf } from './plain.ts';
import type { BlockRecord } from './records.ts';
import { type Choice, selectionOf } from './selection.ts';

const encoder = new TextEncoder();
const LINE_END = encoder.encode('}\n');

/** What is written of a page. */
interface LinePage {
  readonly blocks: readonly Block[];
  text(part: Choice): string;
}

export function jsonLine<N>(
  context: PageContext<N>,
  page: LinePage,
  head: object,
  part: Choice,
): Uint8Array<ArrayBuffer> {
  const selection = selectionOf(context.core, 'part', part);
  const { core, origin } = context;
  const { source, path } = origin;
  const start = encoder.encode(`${headOf(head).slice(0, -1)},`);
  // The module counts source offsets in bytes and writes paths of tag names only.
  const isPlain = source?.shift !== undefined && (path === 'tags' || path === 'none');
  const line = isPlain ? core.renderLine(start, LINE_END, source.shift, selection) : undefined;
  if (line !== undefined) return line;
  const blocks = recordsOf(context, page.blocks).map(inLine);
  return encoder.encode(`${JSON.stringify({ ...head, blocks, content: page.text(part) })}\n`);
}

/** The head as JSON: an object with a member at least. */
function headOf(head: unknown): string {
  try {
    const json: unknown = JSON.stringify(head);
    if (typeof json === 'string' && json.startsWith('{"')) return json;
  } catch (cause) {
    throw new InputError('the head of a line cannot be written as JSON', 'INPUT_INVALID', { cause });
  }
  throw new InputError(`the head of a line must be an object with a member at least, not ${shown(head)}`);
}

/** The record with its ratio cut to the millionth. Members stay in their order. */
function inLine({ templateLength, ...record }: BlockRecord): object {
  return { ...record, ratio: Math.floor((templateLength * 1e6) / record.length) / 1e6 };
}
