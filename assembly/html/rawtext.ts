/**
 * Ends of RCDATA, raw text and scripts: sections "RCDATA state", "RAWTEXT state", "Script data state" and following. They end at an end tag
 * with the name of their element. But in a script, the end tag of a `<script` between `<!--` and `-->` is text.
 */
import { Tag, spellingLength, spellingOf } from './names';
import { findByte, isSpace, sameIgnoringCase } from './scan';

/** True if the tag name at `at` equals `name`, which is in lower case. */
function isNamed(at: usize, end: usize, name: usize, length: usize): bool {
  if (at + length >= end || !sameIgnoringCase(at, name, <u32>length)) return false;
  const byte = <u32>load<u8>(at + length);
  return byte == 0x2f || byte == 0x3e || isSpace(byte);
}

/** The `<` of the first end tag with the name, or `end`. */
export function findEndTag(at: usize, end: usize, name: usize, length: usize): usize {
  at = findByte(0x3c, at, end);
  while (at < end) {
    if (load<u8>(at, 1) == 0x2f && isNamed(at + 2, end, name, length)) return at;
    at = findByte(0x3c, at + 1, end);
  }
  return end;
}

/** `findEndTag` for scripts; in the script data double escaped state, the end tag is text. */
export function findScriptEnd(at: usize, end: usize): usize {
  const script = spellingOf(Tag.SCRIPT);
  const length = <usize>spellingLength(Tag.SCRIPT);
  // Script data state
  for (;;) {
    at = findByte(0x3c, at, end);
    if (at >= end) break;
    if (load<u8>(at, 1) == 0x2f) {
      if (isNamed(at + 2, end, script, length)) return at;
      at++;
      continue;
    }
    if (at + 4 > end || load<u32>(at) != 0x2d2d213c) {
      at++;
      continue;
    }
    // Script data escaped dash dash state: `<!-->` is complete, because its dashes belong to both ends.
    at += 4;
    let dashes: u32 = 2;
    let doubled = false;
    for (; at < end; at++) {
      const byte = <u32>load<u8>(at);
      if (byte == 0x2d) {
        dashes++;
        continue;
      }
      if (byte == 0x3e && dashes >= 2) {
        at++;
        break;
      }
      dashes = 0;
      if (byte != 0x3c) continue;
      const closing = load<u8>(at, 1) == 0x2f;
      if (!isNamed(at + (closing ? 2 : 1), end, script, length)) continue;
      if (closing && !doubled) return at;
      doubled = !closing;
      at += closing ? length + 1 : length;
    }
  }
  return end;
}
