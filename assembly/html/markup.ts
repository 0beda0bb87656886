/** Comments and doctypes: sections "Markup declaration open state" to "Bogus DOCTYPE state"; document modes. */
import { equalsLiteral, findByte, findDashes, isLiteral, isSpace, skipSpace, toLower } from './scan';
import { DocumentMode } from './records';

/** Addresses of the current comment's data. Written by this file. */
export namespace Comment {
  export let data: usize = 0;
  export let dataEnd: usize = 0;
}

/** Reads a comment from its data on; returns the address after it. */
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
  // The source ends within the comment; a final `--!`, `--` or `-` is not data.
  let dataEnd = end;
  if (dataEnd - at >= 3 && load<u8>(dataEnd - 1) == 0x21 && load<u16>(dataEnd - 3) == 0x2d2d) dataEnd -= 3;
  else if (dataEnd > at && load<u8>(dataEnd - 1) == 0x2d) {
    dataEnd--;
    if (dataEnd > at && load<u8>(dataEnd - 1) == 0x2d) dataEnd--;
  }
  Comment.dataEnd = dataEnd;
  return end;
}

/** Reads a bogus comment from its data on; returns the address after it. */
export function scanBogusComment(at: usize, end: usize): usize {
  Comment.data = at;
  const stop = findByte(0x3e, at, end);
  Comment.dataEnd = stop;
  return min(stop + 1, end);
}

/** The current doctype: addresses in the source, 0 if missing. Written by this file. */
export namespace Doctype {
  export let name: usize = 0;
  export let nameEnd: usize = 0;
  export let publicId: usize = 0;
  export let publicEnd: usize = 0;
  export let systemId: usize = 0;
  export let systemEnd: usize = 0;
  export let forceQuirks: bool = false;
}

function forceQuirks(at: usize): usize {
  Doctype.forceQuirks = true;
  return at;
}

/** Bogus DOCTYPE state. */
function scanBogusDoctype(at: usize, end: usize): usize {
  return min(findByte(0x3e, at, end) + 1, end);
}

function isQuote(at: usize, end: usize): bool {
  return at < end && (load<u8>(at) == 0x22 || load<u8>(at) == 0x27);
}

/** The end of a quoted identifier: its closing quotation mark, an earlier `>`, or `end`. */
function identifierEnd(at: usize, end: usize): usize {
  const quote = load<u8>(at);
  at++;
  while (at < end && load<u8>(at) != quote && load<u8>(at) != 0x3e) at++;
  return at;
}

/** Reads the system identifier from its opening quote on, and the rest of the doctype. */
function scanSystem(at: usize, end: usize): usize {
  Doctype.systemId = at + 1;
  const stop = identifierEnd(at, end);
  Doctype.systemEnd = stop;
  if (stop >= end) return forceQuirks(end);
  if (load<u8>(stop) == 0x3e) return forceQuirks(stop + 1);
  const next = skipSpace(stop + 1, end);
  if (next >= end) return forceQuirks(end);
  // Later characters are ignored and do not set the force-quirks flag.
  return scanBogusDoctype(next, end);
}

/** Reads a doctype after `<!DOCTYPE`; returns the address after it. */
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

// Quirks mode: section "The initial insertion mode". Identifiers are in lower case; a question mark ends each of them.

/** Prefixes of public identifiers for quirks mode. */
const QUIRKS_STARTS =
  "+//silmaril//dtd html pro v0r11 19970101//?-//as//dtd html 3.0 aswedit + extensions//?-//advasoft ltd//dtd html 3.0 aswedit + extensions//?-//ietf//dtd html 2.0 level 1//?-//ietf//dtd html 2.0 level 2//?-//ietf//dtd html 2.0 strict level 1//?-//ietf//dtd html 2.0 strict level 2//?-//ietf//dtd html 2.0 strict//?-//ietf//dtd html 2.0//?-//ietf//dtd html 2.1e//?-//ietf//dtd html 3.0//?-//ietf//dtd html 3.2 final//?-//ietf//dtd html 3.2//?-//ietf//dtd html 3//?-//ietf//dtd html level 0//?-//ietf//dtd html level 1//?-//ietf//dtd html level 2//?-//ietf//dtd html level 3//?-//ietf//dtd html strict level 0//?-//ietf//dtd html strict level 1//?-//ietf//dtd html strict level 2//?-//ietf//dtd html strict level 3//?-//ietf//dtd html strict//?-//ietf//dtd html//?-//metrius//dtd metrius presentational//?-//microsoft//dtd internet explorer 2.0 html strict//?-//microsoft//dtd internet explorer 2.0 html//?-//microsoft//dtd internet explorer 2.0 tables//?-//microsoft//dtd internet explorer 3.0 html strict//?-//microsoft//dtd internet explorer 3.0 html//?-//microsoft//dtd internet explorer 3.0 tables//?-//netscape comm. corp.//dtd html//?-//netscape comm. corp.//dtd strict html//?-//o'reilly and associates//dtd html 2.0//?-//o'reilly and associates//dtd html extended 1.0//?-//o'reilly and associates//dtd html extended relaxed 1.0//?-//sq//dtd html 2.0 hotmetal + extensions//?-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//?-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//?-//spyglass//dtd html 2.0 extended//?-//sun microsystems corp.//dtd hotjava html//?-//sun microsystems corp.//dtd hotjava strict html//?-//w3c//dtd html 3 1995-03-24//?-//w3c//dtd html 3.2 draft//?-//w3c//dtd html 3.2 final//?-//w3c//dtd html 3.2//?-//w3c//dtd html 3.2s draft//?-//w3c//dtd html 4.0 frameset//?-//w3c//dtd html 4.0 transitional//?-//w3c//dtd html experimental 19960712//?-//w3c//dtd html experimental 970421//?-//w3c//dtd w3 html//?-//w3o//dtd w3 html 3.0//?-//webtechs//dtd mozilla html 2.0//?-//webtechs//dtd mozilla html//?";
/** Prefixes for quirks mode if the system identifier is missing, otherwise for limited quirks mode. */
const QUIRKS_STARTS_ALONE = '-//w3c//dtd html 4.01 frameset//?-//w3c//dtd html 4.01 transitional//?';
/** Prefixes for limited quirks mode. */
const LIMITED_STARTS = '-//w3c//dtd xhtml 1.0 frameset//?-//w3c//dtd xhtml 1.0 transitional//?';
/** Whole public identifiers for quirks mode. */
const QUIRKS_WHOLE = '-//w3o//dtd w3 html strict 3.0//en//?-/w3c/dtd html 4.0 transitional/en?html?';
/** System identifier for quirks mode. */
const QUIRKS_SYSTEM = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';
const MARK: i8 = 0x3f;

/** True if the bytes start with one of the texts; with `whole`, if they equal one. */
function isListed(at: usize, end: usize, texts: string, whole: bool): bool {
  // String literals have two bytes per character; the second one is 0 for ASCII.
  let text = changetype<usize>(texts);
  const last = text + ((<usize>texts.length) << 1);
  while (text < last) {
    let next = at;
    for (; next < end && toLower(load<u8>(next)) == <u32>load<u16>(text); text += 2) next++;
    if (load<u16>(text) == MARK && (!whole || next == end)) return true;
    text = findByte(MARK, text, last) + 2;
  }
  return false;
}

export function documentModeOf(): u32 {
  if (Doctype.forceQuirks || !equalsLiteral(Doctype.name, Doctype.nameEnd, 'html')) return DocumentMode.QUIRKS;
  if (equalsLiteral(Doctype.systemId, Doctype.systemEnd, QUIRKS_SYSTEM)) return DocumentMode.QUIRKS;
  const id = Doctype.publicId;
  if (!id) return DocumentMode.NO_QUIRKS;
  const end = Doctype.publicEnd;
  if (isListed(id, end, QUIRKS_WHOLE, true) || isListed(id, end, QUIRKS_STARTS, false)) return DocumentMode.QUIRKS;
  if (isListed(id, end, QUIRKS_STARTS_ALONE, false))
    return Doctype.systemId ? DocumentMode.LIMITED_QUIRKS : DocumentMode.QUIRKS;
  return isListed(id, end, LIMITED_STARTS, false) ? DocumentMode.LIMITED_QUIRKS : DocumentMode.NO_QUIRKS;
}
