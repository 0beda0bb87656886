/** A page as a line of NDJSON, written by the module where it can. */
import { shown } from '../check.ts';
import { InputError } from '../errors.ts';
import type { Block } from './block.ts';
import type { PageContext } from './context.ts';

const encoder = new TextEncoder();
const LINE_END = encoder.encode('}\n');

/** What is written of a page. */
interface LinePage {
  readonly blocks: readonly Block[];
  text(part: 'content'): string;
}

export function jsonLine<N>(context: PageContext<N>, page: LinePage, head: object): Uint8Array<ArrayBuffer> {
  const { core, origin } = context;
  const { source, path } = origin;
  const start = encoder.encode(`${headOf(head).slice(0, -1)},`);
  // The module counts source offsets in bytes and writes paths of tag names only.
  const isPlain = source?.shift !== undefined && (path === 'tags' || path === 'none');
  const line = isPlain ? core.renderLine(start, LINE_END, source.shift) : undefined;
  if (line !== undefined) return line;
  const blocks = page.blocks.map(recordOf);
  return encoder.encode(`${JSON.stringify({ ...head, blocks, content: page.text('content') })}\n`);
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

function recordOf(block: Block): object {
  const { kind, kept, ratio: _, score, length, templateLength, ...rest } = block.toJSON();
  const scored = score === undefined ? {} : { score };
  const ratio = Math.floor((templateLength * 1e6) / length) / 1e6;
  return { kind, ...(kept ? { kept } : {}), ratio, ...scored, length, ...rest };
}
