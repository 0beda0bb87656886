/**
 * Addresses that stand in text. Renderers make links of them, and take what follows up to white space for a part of them, as it is
 * written: a backslash in it escapes nothing, and what stands behind a `<` is raw HTML. So an address with more in it than plain
 * characters is written with a backslash in its beginning, and no link is made of it.
 */
import { Out, addressOf, byteAt, here, need } from './out';
import { match } from '../page/match';
import { spend } from '../work';

/** Offset before which nothing is text that may be changed: the end of the last code, link or delimiter. */
let fixed: u32 = 0;
/** Offset before which text was searched. */
let searched: u32 = 0;
/** Bytes of the longest beginning of an address, less one: it may be written in two steps. */
const BEGINNING: u32 = 7;

export function beginBareAddresses(): void {
  fixed = 0;
  searched = 0;
}

/** What was written is not text, or is markup: nothing before the next byte is changed any more. */
export function fixText(): void {
  fixed = here();
}

/** Bytes were added before what was searched. */
export function moveSearched(bytes: u32): void {
  fixed += bytes;
  searched += bytes;
}

/** Whether a word of ASCII stands before an offset. */
function isBehind(at: u32, start: u32, word: string): bool {
  const length = <u32>word.length;
  return at >= start + length && match(addressOf(at - length), addressOf(at), word) == <usize>length;
}

/** Whether the beginning of an address is broken at an offset: at its colon, two slashes behind it, or its first dot. */
function isBreak(at: u32, start: u32, isSlashed: bool): bool {
  const byte = byteAt(at);
  if (byte == 0x2e) return isBehind(at, start, 'www');
  if (byte != 0x3a) return false;
  if (isSlashed) return !at || byteAt(at - 1) != 0x5c;
  return isBehind(at, start, 'mailto') || isBehind(at, start, 'xmpp');
}

/** Writes backslashes before `added` places between two offsets where addresses are broken; of 0, counts these places. */
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

/** Where the text begins that was not searched yet, since the last white space of a line. */
function unsearched(line: u32, end: u32): u32 {
  const again = min(searched, end);
  const low = max(max(line, fixed), again - min(again, BEGINNING));
  let start = end;
  while (start > low && byteAt(start - 1) > 0x20) start--;
  spend(end - start);
  return start;
}

/** Whether an address may begin in the text since the last white space. */
export function hasBareAddress(line: u32): bool {
  const end = here();
  return breakBetween(unsearched(line, end), end, 0) != 0;
}

/**
 * Breaks the addresses in the text since the last white space, before something is written behind them that is no plain text. `line`:
 * where the line begins. Gives the bytes that were added.
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
