/**
 * The blocks of a page as a part of a line of JSON, as the command writes it. Writing these lines is most of the work of a
 * crawl after the verdicts, so the module does it.
 */
import { Status } from '../layout';
import { Node } from '../html/records';
import { Block, Verdict, Blocks, Part } from '../page/records';
import { Arena } from '../html/nodes';
import { PAGE, blockCount, blockOf, output, publishOutput, reserveOutput } from '../page/arena';
import { ESCAPE_MAX } from './escape';
import { beginWork, isSpent, spend } from '../work';
import { KEEPS_BUTTONS, markShown } from './visible-nodes';
import { clearPath, pathBytes, putPath, takePath } from './path';
import { keepWritten, writtenRoom, textRoom, writeBlock, writeSelected } from './render';

/** Maximum number of bytes of a block's line beside path and text, and the bytes that vectors write beyond the end. */
const BLOCK_REST: usize = 256;
/** Work for a block, beside that for its text. */
const BLOCK_STEPS: u64 = 64;
/** Lines are shorter than this, so that no address is beyond the memory. */
const LINE_MAX: u64 = 0xe0000000;

/** Writes an ASCII literal, sixteen characters at a time: up to fifteen bytes more than it has are written. */
function put(to: usize, text: string): usize {
  const from = changetype<usize>(text);
  const length = <usize>text.length;
  for (let at: usize = 0; at < length; at += 16) {
    v128.store(to + at, v128.narrow<i16>(v128.load(from + 2 * at), v128.load(from + 2 * at, 16)));
  }
  return to + length;
}

function putNumber(to: usize, value: u32): usize {
  let digits: usize = 1;
  for (let power: u64 = 10; power <= <u64>value; power *= 10) ++digits;
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

/** The second verdict. */
function putMain(to: usize, block: Block): usize {
  const part = block.part;
  to = put(to, part == Part.MAIN ? ',"main":true,"mainScore":' : ',"main":false,"mainScore":');
  to = putScore(to, block.main);
  return part == Part.COMMENTS ? put(to, ',"comments":true') : to;
}

function putOffset(to: usize, node: usize, field: usize, shift: u32): usize {
  const offset = load<u32>(node + field);
  return changetype<Node>(node).start == Node.NO_OFFSET ? put(to, 'null') : putNumber(to, offset + shift);
}

/** Room for a line. */
let lineRoom: usize = 0;

/** Sets `lineRoom`; a `STATUS_…` code. */
function measureLine(): u32 {
  let bytes: u64 = 0;
  // The text of the page stands in the blocks and in the content.
  let room = <u64>textRoom() * ESCAPE_MAX * 2 + BLOCK_REST;
  const end = blockCount * <u32>Block.BYTES;
  for (let block: u32 = 0; block < end; block += <u32>Block.BYTES) {
    if (blockOf(block).verdict == Verdict.NONE) continue;
    if (!takePath(blockOf(block).node)) return Status.OUT_OF_MEMORY;
    bytes += Blocks.RECORD_BYTES + pathBytes();
    room += BLOCK_REST - Blocks.RECORD_BYTES;
  }
  if (bytes > <u64>PAGE.bytes * Blocks.BYTES_PER_BYTE + Blocks.BYTES_MIN) return Status.TOO_COMPLEX;
  room += bytes;
  if (room + writtenRoom() >= LINE_MAX) return Status.OUT_OF_MEMORY;
  lineRoom = <usize>room;
  return Status.OK;
}

/**
 * Writes `"blocks":[…],"text":"…"` to the output: paths by tag names, source offsets with `shift` added, scores if
 * `hasScores`, main content if `hasMain`, and the text of the selection; no `text` for an empty one. A `STATUS_…` code;
 * `Status.NOT_PLAIN` if a path has a name that needs escapes: the caller writes the line then.
 */
export function renderLine(shift: u32, hasScores: bool, hasMain: bool, selection: u32): u32 {
  beginWork();
  spend(blockCount);
  clearPath();
  let status = measureLine();
  clearPath();
  if (status != Status.OK) return status;
  if (!reserveOutput(lineRoom + writtenRoom())) return Status.OUT_OF_MEMORY;
  keepWritten(output + lineRoom);
  status = writeLine(shift, hasScores, hasMain, selection);
  clearPath();
  return isSpent() ? Status.TOO_COMPLEX : status;
}

function writeLine(shift: u32, hasScores: bool, hasMain: bool, selection: u32): u32 {
  let to = put(output, '"blocks":[');
  const end = blockCount * <u32>Block.BYTES;
  for (let block: u32 = 0; block < end; block += <u32>Block.BYTES) {
    const verdict = blockOf(block).verdict;
    if (verdict == Verdict.NONE) continue;
    const node = blockOf(block).node;
    const length = blockOf(block).length;
    to = put(to, verdict == Verdict.CONTENT ? '{"verdict":"content"' : '{"verdict":"template"');
    if (verdict == Verdict.KEPT) to = put(to, ',"kept":true');
    to = putRatio(put(to, ',"ratio":'), blockOf(block).templateLength, length);
    if (hasScores) to = putScore(put(to, ',"score":'), blockOf(block).score);
    if (hasMain) to = putMain(to, blockOf(block));
    to = putNumber(put(to, ',"length":'), length);
    // The room was counted with the same paths, so there is memory.
    takePath(node);
    spend(BLOCK_STEPS + (pathBytes() >> 3));
    if (isSpent()) return Status.TOO_COMPLEX;
    to = putPath(put(to, ',"path":"'));
    if (!to) return Status.NOT_PLAIN;
    to = putOffset(put(to, '","start":'), Arena.nodes + node, offsetof<Node>('start'), shift);
    to = putOffset(put(to, ',"end":'), Arena.nodes + node, offsetof<Node>('end'), shift);
    to = writeBlock(block, put(to, ',"text":"'), true);
    if (!to) return Status.OUT_OF_MEMORY;
    to = put(to, '"},');
  }
  // The comma behind the last block.
  if (load<u8>(to - 1) == 0x2c) --to;
  store<u8>(to++, 0x5d);
  if (selection) {
    const status = markShown(selection, KEEPS_BUTTONS);
    if (status != Status.OK) return status;
    to = writeSelected(selection, put(to, ',"text":"'), true);
    if (!to) return Status.OUT_OF_MEMORY;
    store<u8>(to++, 0x22);
  }
  publishOutput(to - output);
  return Status.OK;
}
