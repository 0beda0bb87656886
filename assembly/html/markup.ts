/** Comments and doctypes: sections "Markup declaration open state" to "Bogus DOCTYPE state". */
import { findByte, findDashes, isLiteral, isSpace, skipSpace } from './scan';

/** The current comment: the addresses of its data. Written by this file. */
export namespace Comment {
  export let data: usize = 0;
  export let dataEnd: usize = 0;
}

/** Reads a comment whose data starts at `at`, after `<!--`; returns the address after it. */
export function scanComment(at: usize, end: usize): usize {
  Comment.data = at;
  if (at < end && load<u8>(at) == 0x3e) {
    Comment.dataEnd = at;
    return at + 1;
  }
  if (at + 1 < end && load<u16>(at) == 0x3e2d) {
    Comment.dataEnd = at;
    return at + 2;
  }
  let next = at;
  for (;;) {
    const dashes = findDashes(next, end);
    next = dashes + 2;
    if (next > end) break;
    while (next < end && load<u8>(next) == 0x2d) next++;
    if (next >= end) break;
    const byte = load<u8>(next);
    if (byte == 0x3e) {
      Comment.dataEnd = next - 2;
      return next + 1;
    }
    if (byte == 0x21 && next + 1 < end && load<u8>(next, 1) == 0x3e) {
      Comment.dataEnd = next - 2;
      return next + 2;
    }
  }
  // The source ends before the comment does. `--!`, `--` or `-` at the end are not part of its data.
  let dataEnd = end;
  if (dataEnd - at >= 3 && load<u8>(dataEnd - 1) == 0x21 && load<u16>(dataEnd - 3) == 0x2d2d) dataEnd -= 3;
  else if (dataEnd > at && load<u8>(dataEnd - 1) == 0x2d) {
    dataEnd--;
    if (dataEnd > at && load<u8>(dataEnd - 1) == 0x2d) dataEnd--;
  }
  Comment.dataEnd = dataEnd;
  return end;
}

/** Reads a bogus comment whose data starts at `at`; returns the address after it. */
export function scanBogusComment(at: usize, end: usize): usize {
  Comment.data = at;
  const stop = findByte(0x3e, at, end);
  Comment.dataEnd = stop;
  return min(stop + 1, end);
}

/** The current doctype, as addresses in the source; 0 for a missing name or identifier. Written by this file. */
export namespace Doctype {
  export let name: usize = 0;
  export let nameEnd: usize = 0;
  export let publicId: usize = 0;
  export let publicEnd: usize = 0;
  export let systemId: usize = 0;
  export let systemEnd: usize = 0;
  export let forceQuirks: bool = false;
}

/** Sets the force-quirks flag and returns `at`. */
function forceQuirks(at: usize): usize {
  Doctype.forceQuirks = true;
  return at;
}

/** Bogus DOCTYPE state */
function scanBogusDoctype(at: usize, end: usize): usize {
  return min(findByte(0x3e, at, end) + 1, end);
}

function isQuote(at: usize, end: usize): bool {
  return at < end && (load<u8>(at) == 0x22 || load<u8>(at) == 0x27);
}

/** The end of the identifier that is quoted at `at`: its closing quote, or a `>` before that, or `end`. */
function identifierEnd(at: usize, end: usize): usize {
  const quote = load<u8>(at);
  at++;
  while (at < end && load<u8>(at) != quote && load<u8>(at) != 0x3e) at++;
  return at;
}

/** Reads the system identifier, whose opening quote is at `at`, and the rest of the doctype. */
function scanSystem(at: usize, end: usize): usize {
  Doctype.systemId = at + 1;
  const stop = identifierEnd(at, end);
  Doctype.systemEnd = stop;
  if (stop >= end) return forceQuirks(end);
  if (load<u8>(stop) == 0x3e) return forceQuirks(stop + 1);
  const next = skipSpace(stop + 1, end);
  if (next >= end) return forceQuirks(end);
  // Characters after the identifier are ignored and do not set the force-quirks flag.
  return scanBogusDoctype(next, end);
}

/** Reads a doctype from after `<!DOCTYPE`; returns the address after it. */
export function scanDoctype(at: usize, end: usize): usize {
  Doctype.publicId = 0;
  Doctype.publicEnd = 0;
  Doctype.systemId = 0;
  Doctype.systemEnd = 0;
  Doctype.forceQuirks = false;
  at = skipSpace(at, end);
  Doctype.name = at;
  while (at < end && load<u8>(at) != 0x3e && !isSpace(load<u8>(at))) at++;
  Doctype.nameEnd = at;
  if (at == Doctype.name) {
    Doctype.name = 0;
    Doctype.nameEnd = 0;
    return forceQuirks(at < end ? at + 1 : end);
  }
  // After DOCTYPE name state
  at = skipSpace(at, end);
  if (at >= end) return forceQuirks(end);
  if (load<u8>(at) == 0x3e) return at + 1;
  const isPublic = end - at >= 6 && isLiteral(at, 'public');
  if (!isPublic && !(end - at >= 6 && isLiteral(at, 'system'))) return scanBogusDoctype(forceQuirks(at), end);
  at = skipSpace(at + 6, end);
  if (at >= end) return forceQuirks(end);
  if (load<u8>(at) == 0x3e) return forceQuirks(at + 1);
  if (!isQuote(at, end)) return scanBogusDoctype(forceQuirks(at), end);
  if (!isPublic) return scanSystem(at, end);
  Doctype.publicId = at + 1;
  at = identifierEnd(at, end);
  Doctype.publicEnd = at;
  if (at >= end) return forceQuirks(end);
  if (load<u8>(at) == 0x3e) return forceQuirks(at + 1);
  at = skipSpace(at + 1, end);
  if (at >= end) return forceQuirks(end);
  if (load<u8>(at) == 0x3e) return at + 1;
  if (!isQuote(at, end)) return scanBogusDoctype(forceQuirks(at), end);
  return scanSystem(at, end);
}
