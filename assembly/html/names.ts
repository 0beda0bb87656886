// Written by scripts/generate-names.ts from scripts/elements.txt; change the rows there.

/** Numbers of element names; 0 is any other name. */
export const enum Tag {
  OTHER = 0,
  A = 1,
  ARTICLE = 7,
  ASIDE = 8,
  AUDIO = 9,
  BASE = 11,
  BASEFONT = 12,
  BGSOUND = 15,
  BLOCKQUOTE = 18,
  BODY = 19,
  BR = 20,
  BUTTON = 21,
  CAPTION = 23,
  CODE = 26,
  COL = 27,
  COLGROUP = 28,
  DATALIST = 32,
  DD = 33,
  DIALOG = 37,
  DIV = 39,
  DL = 40,
  DT = 41,
  EMBED = 43,
  FIGCAPTION = 45,
  FIGURE = 46,
  FONT = 47,
  FORM = 49,
  FRAME = 50,
  FRAMESET = 51,
  H1 = 52,
  H2 = 53,
  HEAD = 58,
  HR = 61,
  HTML = 62,
  IFRAME = 64,
  IMG = 66,
  INPUT = 67,
  LABEL = 72,
  LI = 74,
  LINK = 75,
  MAIN = 77,
  META = 83,
  NOBR = 88,
  NOEMBED = 89,
  NOFRAMES = 90,
  NOSCRIPT = 91,
  OBJECT = 92,
  OL = 93,
  OPTGROUP = 94,
  OPTION = 95,
  P = 97,
  PICTURE = 99,
  PLAINTEXT = 100,
  PRE = 101,
  RTC = 108,
  RUBY = 109,
  SCRIPT = 112,
  SELECT = 115,
  SELECTEDCONTENT = 116,
  SLOT = 118,
  SOURCE = 120,
  SPAN = 122,
  STYLE = 125,
  SUMMARY = 127,
  SUP = 128,
  SVG = 129,
  TABLE = 130,
  TBODY = 131,
  TD = 132,
  TEMPLATE = 133,
  TEXTAREA = 134,
  TFOOT = 135,
  TH = 136,
  THEAD = 137,
  TIME = 138,
  TITLE = 139,
  TR = 140,
  UL = 144,
  VIDEO = 146,
  XMP = 148,
  MATH = 149,
  MI = 150,
  MS = 153,
  MTEXT = 154,
  MGLYPH = 155,
  MALIGNMARK = 156,
  ANNOTATION_XML = 157,
  DESC = 158,
  FOREIGNOBJECT = 159,
  COUNT = 177,
}

/** The names in the order of `Tag`, each followed by one byte of white space. */
const NAMES = `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl
dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i
iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee menu menuitem meta
meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param picture plaintext
pre progress q rb rbc rp rt rtc ruby s samp script search section select selectedcontent shadow slot small source
spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr
track tt u ul var video wbr xmp math mi mo mn ms mtext mglyph malignmark annotation-xml desc foreignobject circle
clippath defs ellipse g line lineargradient mask path polygon polyline radialgradient rect stop symbol tspan
use
`;

/** Bytes of each name, sixteen to a name and zero-padded, in the order of `Tag`. */
const SPELLING = memory.data(2832, 8);

const FACTOR: u64 = 0xb90166f70c30f729;
const SHIFT: u64 = 53;

/** For each slot of the perfect hash the number of its only name; filled when the module starts, because it would compress badly. */
const SLOTS = memory.data(2048);

function slotOf(low: u64, high: u64): usize {
  return SLOTS + <usize>(((low ^ (high << 1)) * FACTOR) >> SHIFT);
}

for (let tag: u32 = 1, name = changetype<usize>(NAMES); tag < <u32>Tag.COUNT; ++tag, name += 2) {
  const spelling = SPELLING + (<usize>tag << 4);
  for (let at = spelling; load<u16>(name) > 0x20; name += 2) store<u8>(at++, load<u8>(name));
  store<u8>(slotOf(load<u64>(spelling), load<u64>(spelling, 8)), <u8>tag);
}

/** The number of the name in the sixteen zero-padded bytes `low`, `high`; `Tag.OTHER` for any other name. */
// @ts-ignore: decorator
@inline
export function tagOfWords(low: u64, high: u64): u32 {
  const tag = <u32>load<u8>(slotOf(low, high));
  const spelling = SPELLING + (<usize>tag << 4);
  return load<u64>(spelling) == low && load<u64>(spelling, 8) == high ? tag : Tag.OTHER;
}

/** The number of the name in `length` bytes at `start`, in the case of the tree. Reads up to sixteen bytes. */
export function tagOf(start: usize, length: u32): u32 {
  if (length > 16) return Tag.OTHER;
  const lowBits: u64 = length >= 8 ? u64.MAX_VALUE : ((<u64>1) << (<u64>length << 3)) - 1;
  const highBits: u64 = length <= 8 ? 0 : length == 16 ? u64.MAX_VALUE : ((<u64>1) << (u64(length - 8) << 3)) - 1;
  return tagOfWords(load<u64>(start) & lowBits, load<u64>(start, 8) & highBits);
}

/** Address of the spelling of a numbered name. */
export function spellingOf(tag: u32): usize {
  return SPELLING + (<usize>tag << 4);
}

/** Length of the spelling of a numbered name, in bytes. */
export function spellingLength(tag: u32): u32 {
  // Letters are positive bytes.
  return popcnt(i8x16.bitmask(i8x16.neg(v128.load(spellingOf(tag)))));
}
