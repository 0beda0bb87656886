// Written by scripts/generate-names.ts; change the lists there.

/**
 * The class word of an element, as stored on the stack of open elements:
 *
 *    0        8           10                     30        31
 *   │ tag    │ namespace │ classes of the name  │ keeps p │ has p │
 *
 * "Has p" means that the stack from this element down has a p element in button scope. Elements with "keeps p" pass it on to
 * the next element, so this check, which half of all start tags need, is one bit test.
 */
export const WORD_TAG: u32 = 0xff;
export const WORD_NAMESPACE: u32 = 0x300;
export const WORD_NAME: u32 = 0x3ff;
/** The special category. */
export const CLASS_SPECIAL: u32 = 1 << 10;
/** Bounds every scope except the table scope. */
export const CLASS_SCOPE: u32 = 1 << 11;
/** Bounds the list item scope too. */
export const CLASS_LIST_SCOPE: u32 = 1 << 12;
/** Bounds the button scope too. */
export const CLASS_BUTTON_SCOPE: u32 = 1 << 13;
/** Bounds the table scope. */
export const CLASS_TABLE_SCOPE: u32 = 1 << 14;
/** Content that is not allowed here is foster-parented. */
export const CLASS_TABLE_STRUCTURE: u32 = 1 << 15;
/** Generate implied end tags. */
export const CLASS_IMPLIED: u32 = 1 << 16;
/** Generate all implied end tags thoroughly. */
export const CLASS_IMPLIED_THOROUGHLY: u32 = 1 << 17;
/** H1 to h6. */
export const CLASS_HEADING: u32 = 1 << 18;
/** The formatting category. */
export const CLASS_FORMATTING: u32 = 1 << 19;
/** Insertion goes to the template contents. */
export const CLASS_TEMPLATE: u32 = 1 << 20;
/** Special, but skipped in the search for a list item to close. */
export const CLASS_TRANSPARENT_TO_ITEMS: u32 = 1 << 21;
/** An HTML integration point (foreign elements only). */
export const CLASS_HTML_INTEGRATION: u32 = 1 << 22;
/** A MathML text integration point (foreign elements only). */
export const CLASS_TEXT_INTEGRATION: u32 = 1 << 23;
export const WORD_KEEPS_P: u32 = 1 << 30;
export const WORD_HAS_P: u32 = 1 << 31;

/** Effect of a start tag in the "in body" insertion mode. */
export const enum Start {
  ORDINARY = 0,
  BLOCK = 1,
  HEADING = 2,
  PREFORMATTED = 3,
  FORM = 4,
  LIST_ITEM = 5,
  DESCRIPTION = 6,
  PLAINTEXT = 7,
  BUTTON = 8,
  ANCHOR = 9,
  FORMATTING = 10,
  NOBR = 11,
  MARKED = 12,
  TABLE = 13,
  VOID = 14,
  INPUT = 15,
  PARAMETER = 16,
  RULE = 17,
  IMAGE = 18,
  TEXTAREA = 19,
  XMP = 20,
  IFRAME = 21,
  NOEMBED = 22,
  NOSCRIPT = 23,
  SELECT = 24,
  OPTION = 25,
  OPTION_GROUP = 26,
  RUBY_BASE = 27,
  RUBY_TEXT = 28,
  MATH = 29,
  SVG = 30,
  HEAD_CONTENT = 31,
  HTML = 32,
  BODY = 33,
  FRAMESET = 34,
  TABLE_PART = 35,
  IGNORED = 36,
}

/** Effect of an end tag in the "in body" insertion mode. */
export const enum End {
  ORDINARY = 0,
  BLOCK = 1,
  HEADING = 2,
  EXCEPTED = 3,
  FORMATTING = 4,
  FORM = 5,
  MARKED = 6,
  BREAK = 7,
  BODY = 8,
  HTML = 9,
  TEMPLATE = 10,
  TABLE_PART = 11,
}

const WORDS = memory.data<u32>([
  1073741824, 1074266113, 1073741826, 1073741827, 1075840004, 3077, 1073742854, 1073742855, 1073742856, 1073741833,
  1074266122, 1073742859, 1073742860, 1073741837, 1073741838, 1073742863, 1074266128, 1073741841, 1073742866, 1073742867,
  1073742868, 9237, 1073741846, 134167, 1073742872, 1073741849, 1074266138, 1073742875, 1073873948, 1073741853,
  1073741854, 1073741855, 1073741856, 1073939489, 1073741858, 1073742883, 1073741860, 1073741861, 1073742886, 1075840039,
  1073742888, 1073939497, 1074266154, 1073742891, 1073742892, 1073742893, 1073742894, 1074266159, 1073742896, 1073742897,
  1073742898, 1073742899, 1074005044, 1074005045, 1074005046, 1074005047, 1074005048, 1074005049, 1073742906, 1073742907,
  1073742908, 1073742909, 19518, 1074266175, 1073742912, 1073741889, 1073742914, 1073742915, 1073741892, 1073741893,
  1073741894, 1073742919, 1073741896, 1073741897, 1073939530, 1073742923, 1073742924, 1073742925, 1073741902, 1073741903,
  3152, 1073742929, 1073741906, 1073742931, 1073741908, 1073741909, 1073742934, 1073741911, 1074266200, 1073742937,
  1073742938, 1073742939, 3164, 1073747037, 1073938526, 1073938527, 1073741920, 3223520353, 1073742946, 1073741923,
  1073742948, 1073742949, 1073741926, 1073741927, 1073938536, 1073741929, 1073938538, 1073938539, 1073938540, 1073741933,
  1074266222, 1073741935, 1073742960, 1073742961, 1073742962, 3187, 1073741940, 1073741941, 1073741942, 1074266231,
  1073742968, 1073741945, 1073741946, 1074266235, 1074266236, 1073742973, 1073741950, 1073742975, 1073741952, 1073741953,
  52354, 1073906819, 134276, 1068165, 1073742982, 1073906823, 134280, 1073906825, 1073741962, 1073742987,
  1073906828, 1073742989, 1074266254, 1074266255, 1073747088, 1073741969, 1073741970, 1073742995, 1073742996, 1073741973,
  1073741974, 1073741975, 1073741976, 1073741977, 1073741978, 1073741979, 1073741980, 1073741981, 1073741982, 1073741983,
  1073741984, 1073741985, 1073741986, 1073741987, 1073741988, 1073741989, 1073741990, 1073741991, 1073741992, 1073741993,
  1073741994, 1073741995, 1073741996, 1073741997, 1073741998, 1073741999, 1073742000,
]);

const STARTS = memory.data<u8>([
  0, 9, 0, 0, 1, 12, 14, 1, 1, 0, 10, 31, 31, 0, 0, 31, 10, 0, 1, 33, 14, 8, 0, 35, 1, 0, 10, 35, 35, 0, 0, 0,
  0, 6, 0, 1, 0, 1, 1, 1, 1, 6, 10, 14, 1, 1, 1, 10, 1, 4, 36, 34, 2, 2, 2, 2, 2, 2, 36, 1, 1, 17, 32, 10,
  21, 18, 14, 15, 0, 0, 0, 14, 0, 0, 5, 31, 3, 1, 0, 0, 12, 1, 0, 31, 0, 0, 1, 0, 11, 22, 31, 23, 12, 1, 26, 25,
  0, 1, 16, 0, 7, 3, 0, 0, 27, 0, 28, 28, 27, 0, 10, 0, 31, 1, 1, 24, 0, 0, 0, 10, 16, 0, 0, 10, 10, 31, 0, 1,
  0, 30, 13, 35, 35, 31, 19, 35, 35, 35, 0, 31, 35, 16, 10, 10, 1, 0, 0, 14, 20, 29, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

const ENDS = memory.data<u8>([
  0, 4, 0, 0, 1, 6, 0, 1, 1, 0, 4, 0, 0, 0, 0, 0, 4, 0, 1, 8, 7, 1, 0, 11, 1, 0, 4, 11, 11, 0, 0, 0,
  0, 3, 0, 1, 0, 1, 1, 1, 1, 3, 4, 0, 1, 1, 1, 4, 1, 5, 0, 0, 2, 2, 2, 2, 2, 2, 0, 1, 1, 0, 9, 4,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 1, 0, 0, 6, 1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 0, 6, 1, 0, 0,
  0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1, 1, 1, 0, 0, 0, 4, 0, 0, 0, 4, 4, 0, 0, 1,
  0, 0, 11, 11, 11, 10, 0, 11, 11, 11, 0, 0, 11, 0, 4, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/** Two words for each name: a mask, and the bytes of an end tag from its name on, under the mask. */
const CLOSINGS = memory.data<u64>([
  0, 1, 0xffff, 0x3e61, 0xffffffffff, 0x3e72626261, 0xffffffffffffffff, 0x3e6d796e6f726361,
  0xffffffffffffffff, 0x3e73736572646461, 0, 1, 0xffffffffff, 0x3e61657261, 0xffffffffffffffff, 0x3e656c6369747261,
  0xffffffffffff, 0x3e6564697361, 0xffffffffffff, 0x3e6f69647561, 0xffff, 0x3e62, 0xffffffffff, 0x3e65736162,
  0, 1, 0xffffffff, 0x3e696462, 0xffffffff, 0x3e6f6462, 0xffffffffffffffff, 0x3e646e756f736762,
  0xffffffff, 0x3e676962, 0xffffffffffff, 0x3e6b6e696c62, 0, 1, 0, 1,
  0, 1, 0xffffffffffffff, 0x3e6e6f74747562, 0xffffffffffffff, 0x3e7361766e6163, 0, 1,
  0xffffffffffffff, 0x3e7265746e6563, 0xffffffffff, 0x3e65746963, 0xffffffffff, 0x3e65646f63, 0, 1,
  0, 1, 0xffffffffffffffff, 0x3e646e616d6d6f63, 0xffffffffffffffff, 0x3e746e65746e6f63, 0xffffffffff, 0x3e61746164,
  0, 1, 0xffffff, 0x3e6464, 0xffffffff, 0x3e6c6564, 0xffffffffffffffff, 0x3e736c6961746564,
  0xffffffff, 0x3e6e6664, 0xffffffffffffff, 0x3e676f6c616964, 0xffffffff, 0x3e726964, 0xffffffff, 0x3e766964,
  0xffffff, 0x3e6c64, 0xffffff, 0x3e7464, 0xffffff, 0x3e6d65, 0xffffffffffff, 0x3e6465626d65,
  0, 1, 0, 1, 0xffffffffffffff, 0x3e657275676966, 0xffffffffff, 0x3e746e6f66,
  0xffffffffffffff, 0x3e7265746f6f66, 0, 1, 0xffffffffffff, 0x3e656d617266, 0, 1,
  0xffffff, 0x3e3168, 0xffffff, 0x3e3268, 0xffffff, 0x3e3368, 0xffffff, 0x3e3468,
  0xffffff, 0x3e3568, 0xffffff, 0x3e3668, 0xffffffffff, 0x3e64616568, 0xffffffffffffff, 0x3e726564616568,
  0xffffffffffffff, 0x3e70756f726768, 0xffffff, 0x3e7268, 0, 1, 0xffff, 0x3e69,
  0xffffffffffffff, 0x3e656d61726669, 0xffffffffffff, 0x3e6567616d69, 0xffffffff, 0x3e676d69, 0xffffffffffff, 0x3e7475706e69,
  0xffffffff, 0x3e736e69, 0xffffffffffffffff, 0x3e7865646e697369, 0xffffffff, 0x3e64626b, 0xffffffffffffff, 0x3e6e656779656b,
  0xffffffffffff, 0x3e6c6562616c, 0xffffffffffffff, 0x3e646e6567656c, 0xffffff, 0x3e696c, 0xffffffffff, 0x3e6b6e696c,
  0xffffffffffffffff, 0x3e676e697473696c, 0xffffffffff, 0x3e6e69616d, 0xffffffff, 0x3e70616d, 0xffffffffff, 0x3e6b72616d,
  0, 1, 0xffffffffff, 0x3e756e656d, 0, 1, 0xffffffffff, 0x3e6174656d,
  0xffffffffffff, 0x3e726574656d, 0, 1, 0xffffffff, 0x3e76616e, 0xffffffffffffff, 0x3e64697478656e,
  0xffffffffff, 0x3e72626f6e, 0xffffffffffffffff, 0x3e6465626d656f6e, 0, 1, 0, 1,
  0, 1, 0xffffff, 0x3e6c6f, 0, 1, 0, 1,
  0xffffffffffffff, 0x3e74757074756f, 0xffff, 0x3e70, 0xffffffffffff, 0x3e6d61726170, 0xffffffffffffffff, 0x3e65727574636970,
  0, 1, 0xffffffff, 0x3e657270, 0, 1, 0xffff, 0x3e71,
  0xffffff, 0x3e6272, 0xffffffff, 0x3e636272, 0xffffff, 0x3e7072, 0xffffff, 0x3e7472,
  0xffffffff, 0x3e637472, 0xffffffffff, 0x3e79627572, 0xffff, 0x3e73, 0xffffffffff, 0x3e706d6173,
  0xffffffffffffff, 0x3e747069726373, 0xffffffffffffff, 0x3e686372616573, 0xffffffffffffffff, 0x3e6e6f6974636573, 0xffffffffffffff, 0x3e7463656c6573,
  0, 1, 0xffffffffffffff, 0x3e776f64616873, 0xffffffffff, 0x3e746f6c73, 0xffffffffffff, 0x3e6c6c616d73,
  0xffffffffffffff, 0x3e656372756f73, 0xffffffffffffff, 0x3e726563617073, 0xffffffffff, 0x3e6e617073, 0xffffffffffffff, 0x3e656b69727473,
  0xffffffffffffff, 0x3e676e6f727473, 0xffffffffffff, 0x3e656c797473, 0xffffffff, 0x3e627573, 0xffffffffffffffff, 0x3e7972616d6d7573,
  0xffffffff, 0x3e707573, 0xffffffff, 0x3e677673, 0, 1, 0, 1,
  0, 1, 0, 1, 0, 1, 0, 1,
  0, 1, 0, 1, 0xffffffffff, 0x3e656d6974, 0xffffffffffff, 0x3e656c746974,
  0, 1, 0xffffffffffff, 0x3e6b63617274, 0xffffff, 0x3e7474, 0xffff, 0x3e75,
  0xffffff, 0x3e6c75, 0xffffffff, 0x3e726176, 0xffffffffffff, 0x3e6f65646976, 0xffffffff, 0x3e726277,
  0xffffffff, 0x3e706d78, 0xffffffffff, 0x3e6874616d, 0xffffff, 0x3e696d, 0xffffff, 0x3e6f6d,
  0xffffff, 0x3e6e6d, 0xffffff, 0x3e736d, 0xffffffffffff, 0x3e747865746d, 0xffffffffffffff, 0x3e6870796c676d,
  0, 1, 0, 1, 0xffffffffff, 0x3e63736564, 0, 1,
  0xffffffffffffff, 0x3e656c63726963, 0, 1, 0xffffffffff, 0x3e73666564, 0xffffffffffffffff, 0x3e657370696c6c65,
  0xffff, 0x3e67, 0xffffffffff, 0x3e656e696c, 0, 1, 0xffffffffff, 0x3e6b73616d,
  0xffffffffff, 0x3e68746170, 0xffffffffffffffff, 0x3e6e6f67796c6f70, 0, 1, 0, 1,
  0xffffffffff, 0x3e74636572, 0xffffffffff, 0x3e706f7473, 0xffffffffffffff, 0x3e6c6f626d7973, 0xffffffffffff, 0x3e6e61707374,
  0xffffffff, 0x3e657375,
]);

const BREAKOUT = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0,
  0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1,
  0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,
  0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0,
  1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/** The class word of an HTML element. */
// @ts-ignore: decorator
@inline
export function wordOf(tag: u32): u32 {
  return load<u32>(WORDS + (<usize>tag << 2));
}

// @ts-ignore: decorator
@inline
export function startOf(tag: u32): u32 {
  return load<u8>(STARTS + <usize>tag);
}

// @ts-ignore: decorator
@inline
export function endOf(tag: u32): u32 {
  return load<u8>(ENDS + <usize>tag);
}

/**
 * Length of an end tag, from `name` on, that only closes an element with this tag; 0 for any other input. A formatting element
 * must also be removed from the list of active formatting elements.
 */
// @ts-ignore: decorator
@inline
export function closingLength(tag: u32, name: usize): usize {
  const closing = CLOSINGS + (<usize>tag << 4);
  const mask = load<u64>(closing);
  return (load<u64>(name) & mask) == load<u64>(closing, 8) ? <usize>(71 - clz(mask)) >> 3 : 0;
}

/** Whether a start tag ends foreign content. */
export function breaksOut(tag: u32): bool {
  return load<u8>(BREAKOUT + <usize>tag) != 0;
}
