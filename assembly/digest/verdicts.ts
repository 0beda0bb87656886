/**
 * From a digest to verdicts. The owner of the table looks up and counts what the digest names, and writes what was known: its answer.
 * Whoever made the digest judges the page by the answer, which is the same as a page judged by the table itself.
 *
 *   0         1      9        13      17      21       25       26        27
 *   │ version │ seal │ number │ known │ fresh │ layout │ is new │ counted │ what was known │ seal │
 *
 * The first seal is that of the digest, the last that of the answer. number: pages of the site after this one; known: pages that are
 * evidence; fresh: different segments that were new; layout: of the page, and whether the page founded it.
 */
import { Digest, Page, Status } from '../layout';
import { ROLE_JUDGE, ROLE_OWNER, ROLE_WHOLE, judgeKnown, labelPage, learnPage, pagesKnown, setRole } from '../detect/detect';
import { PAGE, output, reserveOutput, segmentCount, tape, tapeHolds } from '../page/arena';
import { setLayout } from '../layouts/layouts';
import { sightingCount } from '../evidence/sightings';
import { Work } from '../work';
import { NUMBER_BYTES, at, begin, end, isDamaged } from './bytes';
import { isSealed, readDigest, sealOutput, sealed, workDone } from './digest';
import { beginKnown } from './known';

const NUMBER_AT: usize = Digest.ANSWER_TO + 8;
const KNOWN_AT: usize = NUMBER_AT + 4;
const FRESH_AT: usize = KNOWN_AT + 4;
const LAYOUT_AT: usize = FRESH_AT + 4;
const IS_NEW_AT: usize = LAYOUT_AT + 4;
const COUNTED_AT: usize = IS_NEW_AT + 1;
const CODES_AT: usize = COUNTED_AT + 1;

/** Reads the digest in the input and starts the answer. What can fail for the answer fails here. */
function open(table: usize, bytes: u32): u32 {
  const status = readDigest(table, bytes);
  if (status != Status.OK) return status;
  const records = <usize>segmentCount + sightingCount() + 3;
  if (!reserveOutput(records * (NUMBER_BYTES + NUMBER_BYTES))) return Status.OUT_OF_MEMORY;
  store<u8>(output, <u8>Digest.VERSION);
  store<u64>(output, sealed, Digest.ANSWER_TO);
  begin(output + CODES_AT, 0);
  beginKnown();
  setRole(ROLE_OWNER);
  return Status.OK;
}

/** Ends the answer, unless the page was refused. */
function close(table: usize, status: u32): u32 {
  setRole(ROLE_WHOLE);
  if (status != Status.OK) return status;
  store<u32>(output, load<u32>(PAGE, Page.NUMBER), NUMBER_AT);
  store<u32>(output, pagesKnown, KNOWN_AT);
  store<u32>(output, load<u32>(PAGE, Page.NEW_SEGMENTS), FRESH_AT);
  store<u32>(output, load<u32>(PAGE, Page.LAYOUT), LAYOUT_AT);
  store<u8>(output, load<u8>(PAGE, Page.IS_NEW_LAYOUT), IS_NEW_AT);
  store<u8>(output, load<u8>(PAGE, Page.COUNTED), COUNTED_AT);
  sealOutput(table);
  return Status.OK;
}

/** Counts the page of the digest in the first `bytes` bytes of the input as `learnHtml` counts a page; the answer is the output. */
export function learnDigest(table: usize, bytes: u32, id: u64, hasId: bool): u32 {
  const status = open(table, bytes);
  return status == Status.OK ? close(table, learnPage(table, id, hasId)) : status;
}

/** `learnDigest` that counts nothing. The last three parameters as in `labelHtml`. */
export function labelDigest(table: usize, bytes: u32, id: u64, hasId: bool, isCounted: bool): u32 {
  const status = open(table, bytes);
  return status == Status.OK ? close(table, labelPage(table, id, hasId, isCounted)) : status;
}

/**
 * Judges the page whose digest was made last by the answer in the first `bytes` bytes of the tape, since the page is in the input. A
 * `STATUS_…` code; after `Status.BAD_DIGEST` another answer may be applied.
 */
export function applyAnswer(table: usize, bytes: u32): u32 {
  assert(tapeHolds((bytes + 3) >> 2), 'verdicts: the answer is not on the tape');
  // A digest ends the use of what its instance sealed before; `sealed` is that of the page.
  if (!isSealed(table, tape, bytes) || <usize>bytes < CODES_AT + Digest.SEAL_BYTES || load<u64>(tape, Digest.ANSWER_TO) != sealed) return Status.BAD_DIGEST;
  begin(tape + CODES_AT, tape + bytes - Digest.SEAL_BYTES);
  beginKnown();
  Work.done = workDone;
  setRole(ROLE_JUDGE);
  const counted = load<u8>(tape, COUNTED_AT) != 0;
  const status = judgeKnown(load<u32>(tape, NUMBER_AT), load<u32>(tape, KNOWN_AT), load<u32>(tape, FRESH_AT), counted);
  setRole(ROLE_WHOLE);
  setLayout(load<u32>(tape, LAYOUT_AT), load<u8>(tape, IS_NEW_AT) != 0);
  return status == Status.OK && (isDamaged || at != end) ? Status.BAD_DIGEST : status;
}
