/** A page as a line of NDJSON, written by the module where it can. */
import { encoder } from '../bytes/decoders.ts';
import * as check from '../check.ts';
import type { Core } from '../core.ts';
import { InputError } from '../errors.ts';
import { type Block, recordsOf } from './block.ts';
import type { PageContext } from './context.ts';
import type { BlockRecord, Part } from './records.ts';
import { selectionOf } from './selection.ts';

const BRACE = 0x7d;
const LINE_FEED = 0x0a;

/** What a line has. */
export interface LineOptions {
  /** Memory for the output, which begins there if it fits. Otherwise, and by default, new memory is taken. */
  readonly room?: Uint8Array<ArrayBuffer>;
  /** Whether it has the text of the part. Default: true. */
  readonly text?: boolean;
  /** Whether its blocks have `main`, `mainScore` and `comments`, where a model decides. Default: true. */
  readonly main?: boolean;
}

/** What is written of a page. */
interface LinePage {
  readonly blocks: readonly Block[];
  text(part?: Part): string;
}

export function jsonLine<N>(
  context: PageContext<N>,
  page: LinePage,
  head: object,
  part: Part | undefined,
  options: LineOptions,
): Uint8Array<ArrayBuffer> {
  const given = check.object('page.toLine', options, ['text', 'main', 'room']);
  const text = check.boolean('text', given.text ?? true);
  const main = check.boolean('main', given.main ?? true);
  const room = checkRoom(given);
  const selection = text ? selectionOf(context.core, part) : 0;
  const {
    core,
    source,
    options: { path },
  } = context;
  const json = headOf(head).slice(0, -1);
  // The module counts source offsets in bytes and writes paths of tag names only.
  const isPlain = source?.shift !== undefined && (path === 'tags' || path === 'none');
  if (isPlain && core.renderLine(source.shift, selection, main)) return joined(core, json, room);
  const blocks = recordsOf(context, page.blocks).map((record) => inLine(record, main));
  const line = encoder.encode(`${JSON.stringify({ ...head, blocks, ...(text && { text: page.text(part) }) })}\n`);
  const memory = memoryFor(line.length, room);
  memory.set(line);
  return memory;
}

/** The line of a head, without its brace, and of the members that the module wrote. */
function joined(core: Core, head: string, room: LineOptions['room']): Uint8Array<ArrayBuffer> {
  const start = encoder.encode(head === '{' ? head : `${head},`);
  const members = core.output();
  const end = start.length + members.length;
  const line = memoryFor(end + 2, room);
  line.set(start);
  line.set(members, start.length);
  line[end] = BRACE;
  line[end + 1] = LINE_FEED;
  return line;
}

/** The head as JSON: an object. */
function headOf(head: unknown): string {
  try {
    const json: unknown = JSON.stringify(head);
    if (typeof json === 'string' && json.startsWith('{')) return json;
  } catch (cause) {
    throw new InputError('the head of a line cannot be written as JSON', 'INPUT_INVALID', { cause });
  }
  throw new InputError(`the head of a line must be an object, not ${check.shown(head)}`);
}

/** The record with its ratio cut to the millionth. Members stay in their order. */
function inLine({ templateLength, ...record }: BlockRecord, withMain: boolean): object {
  const ratio = Math.floor((templateLength * 1e6) / record.length) / 1e6;
  if (withMain) return { ...record, ratio };
  const { main: _, mainScore: __, comments: ___, ...rest } = record;
  return { ...rest, ratio };
}

// Memory that the caller gives for an output, so that nothing is allocated for it.

/** @throws {OptionError} `OPTION_INVALID` */
export function checkRoom({ room }: { readonly room?: Uint8Array<ArrayBuffer> }): Uint8Array<ArrayBuffer> | undefined {
  if (room === undefined || (room as unknown) instanceof Uint8Array) return room;
  throw check.optionError('room', 'a Uint8Array', room);
}

/** Memory of a length, in the room where it fits. */
export const memoryFor = (length: number, room: Uint8Array<ArrayBuffer> | undefined): Uint8Array<ArrayBuffer> =>
  room !== undefined && room.length >= length ? room.subarray(0, length) : new Uint8Array(length);
