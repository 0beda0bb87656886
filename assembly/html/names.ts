// Written by scripts/generate-names.ts; change the list there.

/** Numbers of element names; 0 is any other name. */
export const enum Tag {
  OTHER = 0,
  A = 1,
  ABBR = 2,
  ACRONYM = 3,
  ADDRESS = 4,
  APPLET = 5,
  AREA = 6,
  ARTICLE = 7,
  ASIDE = 8,
  AUDIO = 9,
  B = 10,
  BASE = 11,
  BASEFONT = 12,
  BDI = 13,
  BDO = 14,
  BGSOUND = 15,
  BIG = 16,
  BLINK = 17,
  BLOCKQUOTE = 18,
  BODY = 19,
  BR = 20,
  BUTTON = 21,
  CANVAS = 22,
  CAPTION = 23,
  CENTER = 24,
  CITE = 25,
  CODE = 26,
  COL = 27,
  COLGROUP = 28,
  COMMAND = 29,
  CONTENT = 30,
  DATA = 31,
  DATALIST = 32,
  DD = 33,
  DEL = 34,
  DETAILS = 35,
  DFN = 36,
  DIALOG = 37,
  DIR = 38,
  DIV = 39,
  DL = 40,
  DT = 41,
  EM = 42,
  EMBED = 43,
  FIELDSET = 44,
  FIGCAPTION = 45,
  FIGURE = 46,
  FONT = 47,
  FOOTER = 48,
  FORM = 49,
  FRAME = 50,
  FRAMESET = 51,
  H1 = 52,
  H2 = 53,
  H3 = 54,
  H4 = 55,
  H5 = 56,
  H6 = 57,
  HEAD = 58,
  HEADER = 59,
  HGROUP = 60,
  HR = 61,
  HTML = 62,
  I = 63,
  IFRAME = 64,
  IMAGE = 65,
  IMG = 66,
  INPUT = 67,
  INS = 68,
  ISINDEX = 69,
  KBD = 70,
  KEYGEN = 71,
  LABEL = 72,
  LEGEND = 73,
  LI = 74,
  LINK = 75,
  LISTING = 76,
  MAIN = 77,
  MAP = 78,
  MARK = 79,
  MARQUEE = 80,
  MENU = 81,
  MENUITEM = 82,
  META = 83,
  METER = 84,
  MULTICOL = 85,
  NAV = 86,
  NEXTID = 87,
  NOBR = 88,
  NOEMBED = 89,
  NOFRAMES = 90,
  NOSCRIPT = 91,
  OBJECT = 92,
  OL = 93,
  OPTGROUP = 94,
  OPTION = 95,
  OUTPUT = 96,
  P = 97,
  PARAM = 98,
  PICTURE = 99,
  PLAINTEXT = 100,
  PRE = 101,
  PROGRESS = 102,
  Q = 103,
  RB = 104,
  RBC = 105,
  RP = 106,
  RT = 107,
  RTC = 108,
  RUBY = 109,
  S = 110,
  SAMP = 111,
  SCRIPT = 112,
  SEARCH = 113,
  SECTION = 114,
  SELECT = 115,
  SELECTEDCONTENT = 116,
  SHADOW = 117,
  SLOT = 118,
  SMALL = 119,
  SOURCE = 120,
  SPACER = 121,
  SPAN = 122,
  STRIKE = 123,
  STRONG = 124,
  STYLE = 125,
  SUB = 126,
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
  TRACK = 141,
  TT = 142,
  U = 143,
  UL = 144,
  VAR = 145,
  VIDEO = 146,
  WBR = 147,
  XMP = 148,
  MATH = 149,
  MI = 150,
  MO = 151,
  MN = 152,
  MS = 153,
  MTEXT = 154,
  MGLYPH = 155,
  MALIGNMARK = 156,
  ANNOTATION_XML = 157,
  DESC = 158,
  FOREIGNOBJECT = 159,
  CIRCLE = 160,
  CLIPPATH = 161,
  DEFS = 162,
  ELLIPSE = 163,
  G = 164,
  LINE = 165,
  LINEARGRADIENT = 166,
  MASK = 167,
  PATH = 168,
  POLYGON = 169,
  POLYLINE = 170,
  RADIALGRADIENT = 171,
  RECT = 172,
  STOP = 173,
  SYMBOL = 174,
  TSPAN = 175,
  USE = 176,
  COUNT = 177,
}

/** Bytes of each name, sixteen to a name and zero-padded, in the order of `Tag`. */
const SPELLING = memory.data<u64>([
  0x0, 0x0, // OTHER
  0x61, 0x0, // a
  0x72626261, 0x0, // abbr
  0x6d796e6f726361, 0x0, // acronym
  0x73736572646461, 0x0, // address
  0x74656c707061, 0x0, // applet
  0x61657261, 0x0, // area
  0x656c6369747261, 0x0, // article
  0x6564697361, 0x0, // aside
  0x6f69647561, 0x0, // audio
  0x62, 0x0, // b
  0x65736162, 0x0, // base
  0x746e6f6665736162, 0x0, // basefont
  0x696462, 0x0, // bdi
  0x6f6462, 0x0, // bdo
  0x646e756f736762, 0x0, // bgsound
  0x676962, 0x0, // big
  0x6b6e696c62, 0x0, // blink
  0x6f75716b636f6c62, 0x6574, // blockquote
  0x79646f62, 0x0, // body
  0x7262, 0x0, // br
  0x6e6f74747562, 0x0, // button
  0x7361766e6163, 0x0, // canvas
  0x6e6f6974706163, 0x0, // caption
  0x7265746e6563, 0x0, // center
  0x65746963, 0x0, // cite
  0x65646f63, 0x0, // code
  0x6c6f63, 0x0, // col
  0x70756f72676c6f63, 0x0, // colgroup
  0x646e616d6d6f63, 0x0, // command
  0x746e65746e6f63, 0x0, // content
  0x61746164, 0x0, // data
  0x7473696c61746164, 0x0, // datalist
  0x6464, 0x0, // dd
  0x6c6564, 0x0, // del
  0x736c6961746564, 0x0, // details
  0x6e6664, 0x0, // dfn
  0x676f6c616964, 0x0, // dialog
  0x726964, 0x0, // dir
  0x766964, 0x0, // div
  0x6c64, 0x0, // dl
  0x7464, 0x0, // dt
  0x6d65, 0x0, // em
  0x6465626d65, 0x0, // embed
  0x746573646c656966, 0x0, // fieldset
  0x6974706163676966, 0x6e6f, // figcaption
  0x657275676966, 0x0, // figure
  0x746e6f66, 0x0, // font
  0x7265746f6f66, 0x0, // footer
  0x6d726f66, 0x0, // form
  0x656d617266, 0x0, // frame
  0x746573656d617266, 0x0, // frameset
  0x3168, 0x0, // h1
  0x3268, 0x0, // h2
  0x3368, 0x0, // h3
  0x3468, 0x0, // h4
  0x3568, 0x0, // h5
  0x3668, 0x0, // h6
  0x64616568, 0x0, // head
  0x726564616568, 0x0, // header
  0x70756f726768, 0x0, // hgroup
  0x7268, 0x0, // hr
  0x6c6d7468, 0x0, // html
  0x69, 0x0, // i
  0x656d61726669, 0x0, // iframe
  0x6567616d69, 0x0, // image
  0x676d69, 0x0, // img
  0x7475706e69, 0x0, // input
  0x736e69, 0x0, // ins
  0x7865646e697369, 0x0, // isindex
  0x64626b, 0x0, // kbd
  0x6e656779656b, 0x0, // keygen
  0x6c6562616c, 0x0, // label
  0x646e6567656c, 0x0, // legend
  0x696c, 0x0, // li
  0x6b6e696c, 0x0, // link
  0x676e697473696c, 0x0, // listing
  0x6e69616d, 0x0, // main
  0x70616d, 0x0, // map
  0x6b72616d, 0x0, // mark
  0x6565757172616d, 0x0, // marquee
  0x756e656d, 0x0, // menu
  0x6d657469756e656d, 0x0, // menuitem
  0x6174656d, 0x0, // meta
  0x726574656d, 0x0, // meter
  0x6c6f6369746c756d, 0x0, // multicol
  0x76616e, 0x0, // nav
  0x64697478656e, 0x0, // nextid
  0x72626f6e, 0x0, // nobr
  0x6465626d656f6e, 0x0, // noembed
  0x73656d6172666f6e, 0x0, // noframes
  0x7470697263736f6e, 0x0, // noscript
  0x7463656a626f, 0x0, // object
  0x6c6f, 0x0, // ol
  0x70756f726774706f, 0x0, // optgroup
  0x6e6f6974706f, 0x0, // option
  0x74757074756f, 0x0, // output
  0x70, 0x0, // p
  0x6d61726170, 0x0, // param
  0x65727574636970, 0x0, // picture
  0x7865746e69616c70, 0x74, // plaintext
  0x657270, 0x0, // pre
  0x73736572676f7270, 0x0, // progress
  0x71, 0x0, // q
  0x6272, 0x0, // rb
  0x636272, 0x0, // rbc
  0x7072, 0x0, // rp
  0x7472, 0x0, // rt
  0x637472, 0x0, // rtc
  0x79627572, 0x0, // ruby
  0x73, 0x0, // s
  0x706d6173, 0x0, // samp
  0x747069726373, 0x0, // script
  0x686372616573, 0x0, // search
  0x6e6f6974636573, 0x0, // section
  0x7463656c6573, 0x0, // select
  0x64657463656c6573, 0x746e65746e6f63, // selectedcontent
  0x776f64616873, 0x0, // shadow
  0x746f6c73, 0x0, // slot
  0x6c6c616d73, 0x0, // small
  0x656372756f73, 0x0, // source
  0x726563617073, 0x0, // spacer
  0x6e617073, 0x0, // span
  0x656b69727473, 0x0, // strike
  0x676e6f727473, 0x0, // strong
  0x656c797473, 0x0, // style
  0x627573, 0x0, // sub
  0x7972616d6d7573, 0x0, // summary
  0x707573, 0x0, // sup
  0x677673, 0x0, // svg
  0x656c626174, 0x0, // table
  0x79646f6274, 0x0, // tbody
  0x6474, 0x0, // td
  0x6574616c706d6574, 0x0, // template
  0x6165726174786574, 0x0, // textarea
  0x746f6f6674, 0x0, // tfoot
  0x6874, 0x0, // th
  0x6461656874, 0x0, // thead
  0x656d6974, 0x0, // time
  0x656c746974, 0x0, // title
  0x7274, 0x0, // tr
  0x6b63617274, 0x0, // track
  0x7474, 0x0, // tt
  0x75, 0x0, // u
  0x6c75, 0x0, // ul
  0x726176, 0x0, // var
  0x6f65646976, 0x0, // video
  0x726277, 0x0, // wbr
  0x706d78, 0x0, // xmp
  0x6874616d, 0x0, // math
  0x696d, 0x0, // mi
  0x6f6d, 0x0, // mo
  0x6e6d, 0x0, // mn
  0x736d, 0x0, // ms
  0x747865746d, 0x0, // mtext
  0x6870796c676d, 0x0, // mglyph
  0x616d6e67696c616d, 0x6b72, // malignmark
  0x697461746f6e6e61, 0x6c6d782d6e6f, // annotation-xml
  0x63736564, 0x0, // desc
  0x6f6e676965726f66, 0x7463656a62, // foreignobject
  0x656c63726963, 0x0, // circle
  0x6874617070696c63, 0x0, // clippath
  0x73666564, 0x0, // defs
  0x657370696c6c65, 0x0, // ellipse
  0x67, 0x0, // g
  0x656e696c, 0x0, // line
  0x72677261656e696c, 0x746e65696461, // lineargradient
  0x6b73616d, 0x0, // mask
  0x68746170, 0x0, // path
  0x6e6f67796c6f70, 0x0, // polygon
  0x656e696c796c6f70, 0x0, // polyline
  0x72676c6169646172, 0x746e65696461, // radialgradient
  0x74636572, 0x0, // rect
  0x706f7473, 0x0, // stop
  0x6c6f626d7973, 0x0, // symbol
  0x6e61707374, 0x0, // tspan
  0x657375, 0x0, // use
]);

const FACTOR: u64 = 0xb90166f70c30f729;
const SHIFT: u64 = 53;

/** For each slot of the perfect hash the number of its only name; filled when the module starts, because it would compress badly. */
const SLOTS = memory.data(2048);

function slotOf(low: u64, high: u64): usize {
  return SLOTS + <usize>(((low ^ (high << 1)) * FACTOR) >> SHIFT);
}

for (let tag: u32 = 1; tag < <u32>Tag.COUNT; ++tag) {
  const spelling = SPELLING + (<usize>tag << 4);
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
  const spelling = SPELLING + (<usize>tag << 4);
  const high = load<u64>(spelling, 8);
  return high ? 16 - (<u32>clz(high) >> 3) : 8 - (<u32>clz(load<u64>(spelling)) >> 3);
}
