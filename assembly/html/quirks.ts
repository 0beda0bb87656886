/** Which documents are in quirks mode; section "The initial insertion mode". */
import { DocumentMode } from './records';
import { Doctype } from './markup';
import { findByte, isLiteral, toLower } from './scan';

/** Prefixes of public identifiers that mean quirks mode, in lower case. A question mark ends each of them, here and below. */
const QUIRKS_STARTS =
  "+//silmaril//dtd html pro v0r11 19970101//?-//as//dtd html 3.0 aswedit + extensions//?-//advasoft ltd//dtd html 3.0 aswedit + extensions//?-//ietf//dtd html 2.0 level 1//?-//ietf//dtd html 2.0 level 2//?-//ietf//dtd html 2.0 strict level 1//?-//ietf//dtd html 2.0 strict level 2//?-//ietf//dtd html 2.0 strict//?-//ietf//dtd html 2.0//?-//ietf//dtd html 2.1e//?-//ietf//dtd html 3.0//?-//ietf//dtd html 3.2 final//?-//ietf//dtd html 3.2//?-//ietf//dtd html 3//?-//ietf//dtd html level 0//?-//ietf//dtd html level 1//?-//ietf//dtd html level 2//?-//ietf//dtd html level 3//?-//ietf//dtd html strict level 0//?-//ietf//dtd html strict level 1//?-//ietf//dtd html strict level 2//?-//ietf//dtd html strict level 3//?-//ietf//dtd html strict//?-//ietf//dtd html//?-//metrius//dtd metrius presentational//?-//microsoft//dtd internet explorer 2.0 html strict//?-//microsoft//dtd internet explorer 2.0 html//?-//microsoft//dtd internet explorer 2.0 tables//?-//microsoft//dtd internet explorer 3.0 html strict//?-//microsoft//dtd internet explorer 3.0 html//?-//microsoft//dtd internet explorer 3.0 tables//?-//netscape comm. corp.//dtd html//?-//netscape comm. corp.//dtd strict html//?-//o'reilly and associates//dtd html 2.0//?-//o'reilly and associates//dtd html extended 1.0//?-//o'reilly and associates//dtd html extended relaxed 1.0//?-//sq//dtd html 2.0 hotmetal + extensions//?-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//?-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//?-//spyglass//dtd html 2.0 extended//?-//sun microsystems corp.//dtd hotjava html//?-//sun microsystems corp.//dtd hotjava strict html//?-//w3c//dtd html 3 1995-03-24//?-//w3c//dtd html 3.2 draft//?-//w3c//dtd html 3.2 final//?-//w3c//dtd html 3.2//?-//w3c//dtd html 3.2s draft//?-//w3c//dtd html 4.0 frameset//?-//w3c//dtd html 4.0 transitional//?-//w3c//dtd html experimental 19960712//?-//w3c//dtd html experimental 970421//?-//w3c//dtd w3 html//?-//w3o//dtd w3 html 3.0//?-//webtechs//dtd mozilla html 2.0//?-//webtechs//dtd mozilla html//?";
/** Prefixes that mean quirks mode without a system identifier, and limited quirks mode with one. */
const QUIRKS_STARTS_ALONE = '-//w3c//dtd html 4.01 frameset//?-//w3c//dtd html 4.01 transitional//?';
/** Prefixes that mean limited quirks mode. */
const LIMITED_STARTS = '-//w3c//dtd xhtml 1.0 frameset//?-//w3c//dtd xhtml 1.0 transitional//?';
/** Whole public identifiers that mean quirks mode. */
const QUIRKS_WHOLE = '-//w3o//dtd w3 html strict 3.0//en//?-/w3c/dtd html 4.0 transitional/en?html?';
/** The system identifier that means quirks mode. */
const QUIRKS_SYSTEM = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';
/** The question mark. */
const MARK: i8 = 0x3f;

/** True if the bytes start with one of the texts or, with `whole`, are equal to one. */
function isListed(at: usize, end: usize, texts: string, whole: bool): bool {
  // A string literal has two bytes per character. The second is 0 for ASCII.
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

/** The mode of a document with the current doctype. */
export function documentModeOf(): u32 {
  const nameLength = Doctype.nameEnd - Doctype.name;
  if (Doctype.forceQuirks || nameLength != 4 || !isLiteral(Doctype.name, 'html')) return DocumentMode.QUIRKS;
  const systemLength = <i32>(Doctype.systemEnd - Doctype.systemId);
  if (systemLength == QUIRKS_SYSTEM.length && isLiteral(Doctype.systemId, QUIRKS_SYSTEM)) return DocumentMode.QUIRKS;
  const id = Doctype.publicId;
  if (!id) return DocumentMode.NO_QUIRKS;
  const end = Doctype.publicEnd;
  if (isListed(id, end, QUIRKS_WHOLE, true) || isListed(id, end, QUIRKS_STARTS, false)) return DocumentMode.QUIRKS;
  if (isListed(id, end, QUIRKS_STARTS_ALONE, false))
    return Doctype.systemId ? DocumentMode.LIMITED_QUIRKS : DocumentMode.QUIRKS;
  return isListed(id, end, LIMITED_STARTS, false) ? DocumentMode.LIMITED_QUIRKS : DocumentMode.NO_QUIRKS;
}
