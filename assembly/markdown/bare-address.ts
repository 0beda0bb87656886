/**
 * Breaks bare URLs in text. Renderers link a bare URL up to the next white space, exactly as written: a backslash in it escapes nothing,
 * and `<` begins raw HTML. So a URL with escapes or delimiters gets a backslash near its start, which prevents the link.
 */
import { Out, addressOf, byteAt, here, need } from './out';
import { match } from '../page/match';
import { spend } from '../work';

/** Offset up to which bytes must not be changed: the end of the last code, link or delimiter. */
let fixed: u32 = 0;
/** Offset up to which text was searched. */
let searched: u32 = 0;
/** One byte less than the longest beginning of a URL: text that was searched may end within a beginning. */
const BEGINNING: u32 = 7;

export function beginBareAddresses(): void {
  fixed = 0;
  searched = 0;
}

/** Protects what was written up to here: it is markup, or not text. */
export function fixText(): void {
  fixed = here();
}

/** Adjusts offsets after bytes were inserted before them. */
export function moveSearched(bytes: u32): void {
  fixed += bytes;
  searched += bytes;
}

function isBehind(at: u32, start: u32, word: string): bool {
  const length = <u32>word.length;
  return at >= start + length && match(addressOf(at - length), addressOf(at), word) == <usize>length;
}

/** True if a backslash before a byte breaks a URL: before the colon of `://` or of a known scheme, or before the dot after `www`. */
function isBreak(at: u32, start: u32, isSlashed: bool): bool {
  const byte = byteAt(at);
  if (byte == 0x2e) return isBehind(at, start, 'www');
  if (byte != 0x3a) return false;
  if (isSlashed) return !at || byteAt(at - 1) != 0x5c;
  return isBehind(at, start, 'mailto') || isBehind(at, start, 'xmpp');
}

/** Inserts the `added` backslashes that break URLs between two offsets. If `added` is 0, only counts them. */
function breakBetween(start: u32, end: u32, added: u32): u32 {
  let found: u32 = 0;
  let to = end + added;
  let slashes: u32 = 0;
  for (let at = end; at-- > start; ) {
    const byte = byteAt(at);
    const isFound = isBreak(at, start, slashes > 1);
    slashes = byte == 0x2f ? slashes + 1 : 0;
    found += u32(isFound);
    if (!added) continue;
    store<u8>(addressOf(--to), byte);
    if (isFound) store<u8>(addressOf(--to), 0x5c);
  }
  return found;
}

/** The start of text after the last white space of a line, without text that was already searched. */
function unsearched(line: u32, end: u32): u32 {
  const again = min(searched, end);
  const low = max(max(line, fixed), again - min(again, BEGINNING));
  let start = end;
  while (start > low && byteAt(start - 1) > 0x20) start--;
  spend(end - start);
  return start;
}

/** True if a URL may begin in the text since the last white space. */
export function hasBareAddress(line: u32): bool {
  const end = here();
  return breakBetween(unsearched(line, end), end, 0) != 0;
}

/**
 * Breaks the URLs in the text since the last white space, before anything except plain text is written. `line`: start of the line. Returns
 * the number of inserted bytes.
 */
export function breakBareAddresses(line: u32): u32 {
  const end = here();
  const start = unsearched(line, end);
  searched = end;
  const added = breakBetween(start, end, 0);
  if (!added || !need(added)) return 0;
  breakBetween(start, end, added);
  Out.to += added;
  searched = here();
  return added;
}
