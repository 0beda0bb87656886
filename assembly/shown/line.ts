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
import { writeAscii, writeNumber } from './write';

/** Maximum number of bytes of a block's line beside path and text, and the bytes that vectors write beyond the end. */
const BLOCK_REST: usize = 256;
/** Work for a block, beside that for its text. */
const BLOCK_STEPS: u64 = 64;
/** Lines are shorter than this, so that no address is beyond the memory. */
const LINE_MAX: u64 = 0xe0000000;

/** A number of units of which `digits` digits stand behind the point, without zeros at its end. */
function putDecimal(to: usize, units: u32, digits: u32): usize {
  let scale: u32 = 1;
  for (let digit: u32 = 0; digit < digits; ++digit) scale *= 10;
  to = writeNumber(to, units / scale);
  if (units % scale == 0) return to;
  for (; units % 10 == 0; units /= 10) --digits;
  store<u8>(to++, 0x2e);
  for (let at = to + digits; at > to; units /= 10) store<u8>(--at, <u8>(0x30 + (units % 10)));
  return to + digits;
}

/** Log odds in 1/1024, cut to the thousandth. */
function putScore(to: usize, score: i32): usize {
  const thousandths = <u32>((abs<i64>(score) * 1000) >> 10);
  if (score < 0 && thousandths) store<u8>(to++, 0x2d);
  return putDecimal(to, thousandths, 3);
}

/** The second verdict. */
function putMain(to: usize, block: Block): usize {
  const part = block.part;
  to = writeAscii(to, part == Part.MAIN ? ',"main":true,"mainScore":' : ',"main":false,"mainScore":');
  to = putScore(to, block.main);
  return part == Part.COMMENTS ? writeAscii(to, ',"comments":true') : to;
}

function putOffset(to: usize, node: usize, field: usize, shift: u32): usize {
  const offset = load<u32>(node + field);
  return changetype<Node>(node).start == Node.NO_OFFSET ? writeAscii(to, 'null') : writeNumber(to, offset + shift);
}

/** Room for a line. */
let lineRoom: usize = 0;

/** Sets `lineRoom`; a `Status`. */
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
 * `hasScores`, main content if `hasMain`, and the text of the selection; no `text` for an empty one. A `Status`;
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
  let to = writeAscii(output, '"blocks":[');
  const end = blockCount * <u32>Block.BYTES;
  for (let block: u32 = 0; block < end; block += <u32>Block.BYTES) {
    const verdict = blockOf(block).verdict;
    if (verdict == Verdict.NONE) continue;
    const node = blockOf(block).node;
    const length = blockOf(block).length;
    to = writeAscii(to, verdict == Verdict.CONTENT ? '{"verdict":"content"' : '{"verdict":"template"');
    if (verdict == Verdict.KEPT) to = writeAscii(to, ',"kept":true');
    const millionths = (<u64>blockOf(block).templateLength * 1000000) / <u64>length;
    to = putDecimal(writeAscii(to, ',"ratio":'), <u32>millionths, 6);
    if (hasScores) to = putScore(writeAscii(to, ',"score":'), blockOf(block).score);
    if (hasMain) to = putMain(to, blockOf(block));
    to = writeNumber(writeAscii(to, ',"length":'), length);
    // The room was counted with the same paths, so there is memory.
    takePath(node);
    spend(BLOCK_STEPS + (pathBytes() >> 3));
    if (isSpent()) return Status.TOO_COMPLEX;
    to = putPath(writeAscii(to, ',"path":"'));
    if (!to) return Status.NOT_PLAIN;
    to = putOffset(writeAscii(to, '","start":'), Arena.nodes + node, offsetof<Node>('start'), shift);
    to = putOffset(writeAscii(to, ',"end":'), Arena.nodes + node, offsetof<Node>('end'), shift);
    to = writeBlock(block, writeAscii(to, ',"text":"'), true);
    if (!to) return Status.OUT_OF_MEMORY;
    to = writeAscii(to, '"},');
  }
  // The comma behind the last block.
  if (load<u8>(to - 1) == 0x2c) --to;
  store<u8>(to++, 0x5d);
  if (selection) {
    const status = markShown(selection, KEEPS_BUTTONS);
    if (status != Status.OK) return status;
    to = writeSelected(selection, writeAscii(to, ',"text":"'), true);
    if (!to) return Status.OUT_OF_MEMORY;
    store<u8>(to++, 0x22);
  }
  publishOutput(to - output);
  return Status.OK;
}
