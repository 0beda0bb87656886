/**
 * The blocks of a page as a part of a line of JSON, as the command writes it. Writing these lines is most of the work of a
 * crawl after the verdicts, so the module does it.
 */
import {
  BLOCK_BYTES,
  BLOCK_KIND,
  BLOCK_KIND_CONTENT,
  BLOCK_KIND_KEPT,
  BLOCK_KIND_NONE,
  BLOCK_LENGTH,
  BLOCK_NODE,
  BLOCK_SCORE,
  BLOCK_TEMPLATE_LENGTH,
  NODE_END,
  NODE_PARENT,
  NODE_START,
  NODE_TAG,
  NODE_TEXT,
  NODE_TEXT_LENGTH,
  NO_OFFSET,
  STATUS_NOT_PLAIN,
  STATUS_OK,
  STATUS_OUT_OF_MEMORY,
} from '../layout';
import { spellingLength, spellingOf } from '../html/names';
import { Arena } from '../html/nodes';
import { blockCount, blocks, output, publishOutput, reserveOutput } from './arena';
import { ESCAPE_MAX } from './escape';
import { blockRoom, kindsRoom, writeBlock, writeKinds } from './render';

/** Maximum number of bytes of a block's line beside path and text, and the bytes that vectors write beyond the end. */
const BLOCK_REST: usize = 192;
const SLASH: u8 = 0x2f;

/** Writes an ASCII literal. */
// @ts-ignore: decorator
@inline
function put(to: usize, text: string): usize {
  for (let index = 0; index < text.length; ++index) store<u8>(to++, <u8>text.charCodeAt(index));
  return to;
}

function putNumber(to: usize, value: u32): usize {
  let digits: usize = 1;
  for (let rest = value / 10; rest; rest /= 10) ++digits;
  for (let at = to + digits; at > to; value /= 10) store<u8>(--at, <u8>(0x30 + (value % 10)));
  return to + digits;
}

/** A ratio, cut to the millionth. */
function putRatio(to: usize, part: u32, whole: u32): usize {
  let millionths = <u32>((<u64>part * 1000000) / <u64>whole);
  if (millionths == 0 || millionths == 1000000) {
    store<u8>(to, <u8>(millionths ? 0x31 : 0x30));
    return to + 1;
  }
  let digits: usize = 6;
  for (; millionths % 10 == 0; millionths /= 10) --digits;
  store<u16>(to, 0x2e30);
  to += 2;
  for (let at = to + digits; at > to; millionths /= 10) store<u8>(--at, <u8>(0x30 + (millionths % 10)));
  return to + digits;
}

/** Log odds in 1/1024, cut to the thousandth. */
function putScore(to: usize, score: i32): usize {
  const thousandths = <u32>((abs<i64>(score) * 1000) >> 10);
  if (score < 0 && thousandths) store<u8>(to++, 0x2d);
  to = putNumber(to, thousandths / 1000);
  let rest = thousandths % 1000;
  if (!rest) return to;
  let digits: usize = 3;
  for (; rest % 10 == 0; rest /= 10) --digits;
  store<u8>(to++, 0x2e);
  for (let at = to + digits; at > to; rest /= 10) store<u8>(--at, <u8>(0x30 + (rest % 10)));
  return to + digits;
}

function putOffset(to: usize, node: usize, field: usize, shift: u32): usize {
  const offset = load<u32>(node + field);
  return load<u32>(node, NODE_START) == NO_OFFSET ? put(to, 'null') : putNumber(to, offset + shift);
}

// @ts-ignore: decorator
@inline
function nameBytes(node: usize): u32 {
  const tag = <u32>load<u16>(node, NODE_TAG);
  return tag ? spellingLength(tag) : load<u32>(node, NODE_TEXT_LENGTH);
}

/** Bytes of a path from the root down to an element, slashes included. */
function pathBytes(element: u32): u32 {
  let bytes: u32 = 0;
  for (let node = element; node; node = load<u32>(Arena.nodes + node, NODE_PARENT)) {
    bytes += nameBytes(Arena.nodes + node) + 1;
  }
  return bytes - 1;
}

/** Writes a path of `bytes` bytes, from its end; false if a name has characters that may need escapes. */
function putPath(to: usize, bytes: u32, element: u32): bool {
  let at = to + bytes;
  for (let node = element; node; node = load<u32>(Arena.nodes + node, NODE_PARENT)) {
    const record = Arena.nodes + node;
    const tag = <u32>load<u16>(record, NODE_TAG);
    const length = nameBytes(record);
    at -= length;
    if (tag) memory.copy(at, spellingOf(tag), length);
    else if (!putName(at, load<usize>(record, NODE_TEXT), length)) return false;
    if (at > to) store<u8>(--at, SLASH);
  }
  return true;
}

/** Writes an unknown name in lower case; false unless it has only ASCII letters, digits, `-`, `_`, `:` and `.`. */
function putName(to: usize, name: usize, length: u32): bool {
  for (let index: u32 = 0; index < length; ++index) {
    const byte = <u32>load<u8>(name + index);
    const isLetter = (byte | 0x20) - 0x61 < 26;
    if (!isLetter && byte - 0x30 >= 10 && byte != 0x2d && byte != 0x5f && byte != 0x3a && byte != 0x2e) return false;
    store<u8>(to + index, <u8>(isLetter ? byte | 0x20 : byte));
  }
  return true;
}

/**
 * Writes `"blocks":[…],"content":"…"` to the output: paths by tag names, source offsets with `shift` added, and scores
 * if `hasScores`. A `STATUS_…` code; `STATUS_NOT_PLAIN` if a path has a name that needs escapes: the caller writes the line
 * then.
 */
export function renderLine(shift: u32, hasScores: bool): u32 {
  let room = kindsRoom() * ESCAPE_MAX + BLOCK_REST;
  const end = blockCount * <u32>BLOCK_BYTES;
  for (let block: u32 = 0; block < end; block += <u32>BLOCK_BYTES) {
    if (load<u32>(blocks + block, BLOCK_KIND) == BLOCK_KIND_NONE) continue;
    room += blockRoom(block) * ESCAPE_MAX + pathBytes(load<u32>(blocks + block, BLOCK_NODE)) + BLOCK_REST;
  }
  if (!reserveOutput(room)) return STATUS_OUT_OF_MEMORY;
  let to = put(output, '"blocks":[');
  for (let block: u32 = 0; block < end; block += <u32>BLOCK_BYTES) {
    const kind = load<u32>(blocks + block, BLOCK_KIND);
    if (kind == BLOCK_KIND_NONE) continue;
    const node = load<u32>(blocks + block, BLOCK_NODE);
    const length = load<u32>(blocks + block, BLOCK_LENGTH);
    to = put(to, kind == BLOCK_KIND_CONTENT ? '{"kind":"content"' : '{"kind":"template"');
    if (kind == BLOCK_KIND_KEPT) to = put(to, ',"kept":true');
    to = putRatio(put(to, ',"ratio":'), load<u32>(blocks + block, BLOCK_TEMPLATE_LENGTH), length);
    if (hasScores) to = putScore(put(to, ',"score":'), load<i32>(blocks + block, BLOCK_SCORE));
    to = putNumber(put(to, ',"length":'), length);
    to = put(to, ',"path":"');
    const bytes = pathBytes(node);
    if (!putPath(to, bytes, node)) return STATUS_NOT_PLAIN;
    to = putOffset(put(to + bytes, '","start":'), Arena.nodes + node, NODE_START, shift);
    to = putOffset(put(to, ',"end":'), Arena.nodes + node, NODE_END, shift);
    to = writeBlock(block, put(to, ',"text":"'), true);
    if (!to) return STATUS_OUT_OF_MEMORY;
    to = put(to, '"},');
  }
  // The comma behind the last block.
  if (load<u8>(to - 1) == 0x2c) --to;
  to = writeKinds((1 << BLOCK_KIND_CONTENT) | (1 << BLOCK_KIND_KEPT), put(to, '],"content":"'), true);
  if (!to) return STATUS_OUT_OF_MEMORY;
  store<u8>(to, 0x22);
  publishOutput(to + 1 - output);
  return STATUS_OK;
}
