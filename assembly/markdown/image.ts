/** Writes images: alternative text and URL. */
import { fixText } from './bare-address';
import { cleanDecoded, readAddress, writeDestination } from './destination';
import { Line, settle } from './inline';
import { isNamed } from './inside';
import { PUNCTUATION } from './characters';
import { writeValue } from './math';
import { Options } from './options';
import { Out, here, put } from './out';
import { writeTitle } from './title';
import { SIGNS, Tex, copyTex } from './tex';
import { writeCharacters, writeText } from './text';
import { Address, SCHEME_OTHER } from '../output/address';
import { attributesHide } from '../page/hidden';
import { hashWith } from '../page/hash';
import { findMatch, hasClass, match } from '../page/match';
import { isSpacer } from '../output/spacer';
import {
  DecodedValue,
  AttributeId,
  decode,
  hasValue,
  rawEnd,
  rawStart,
  readAttributes,
  readTagInText,
} from '../page/attribute-values';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { findByte, findFour, findSpace, isSpace, skipSpace, numberBetween } from '../html/scan';

const NOWHERE: u32 = 0xffffffff;

/** Takes the URL from an attribute; false if it is empty or a `data:` URL. */
function usesAddress(known: u32): bool {
  return readAddress(known) && Address.start < Address.end;
}

/** Takes the URL of the largest image of a source set; false without one. */
function usesSet(known: u32): bool {
  if (!decode(known)) return false;
  let at = DecodedValue.start;
  const end = DecodedValue.end;
  let best: u32 = 0;
  let bestStart: usize = 0;
  let bestEnd: usize = 0;
  while (at < end) {
    while (at < end && (isSpace(load<u8>(at)) || load<u8>(at) == 0x2c)) at++;
    const start = at;
    at = findSpace(at, end);
    let stop = at;
    let size: u32 = 1;
    if (stop > start && load<u8>(stop - 1) == 0x2c) {
      stop--;
    } else {
      at = findByte(0x2c, at, end);
      // A width, or a density without its fraction.
      if (skipSpace(stop, at) < at) size = numberBetween(stop, at);
    }
    if (stop > start && (size > best || !bestStart) && !match(start, stop, 'data:*')) {
      best = size;
      bestStart = start;
      bestEnd = stop;
    }
  }
  if (!bestStart) return false;
  DecodedValue.start = bestStart;
  DecodedValue.end = bestEnd;
  if (!cleanDecoded()) Out.failed = true;
  return Address.scheme != SCHEME_OTHER;
}

function fileStart(): usize {
  let at = Address.end;
  while (at > Address.start && load<u8>(at - 1) != 0x2f) at--;
  return at;
}

/** Names of the files of placeholders, without extension. */
const PLACEHOLDERS = 'placeholder* blank spacer transparent clear empty pixel lazy lazyload loading 1x1';

/** True if the URL is of a placeholder for a picture that is loaded later. */
function isPlaceholder(): bool {
  const at = fileStart();
  return match(at, findByte(0x2e, at, Address.end), PLACEHOLDERS) != 0;
}

/** Classes of images that a script loads later. */
const LATE = 'lazy* b-lazy js-lazy* lozad* blur* progressive* unveil* defer* no-src';

/** True if `src` is the image itself: the element has a source set, or `data-original` names a larger copy. */
function isInPlace(): bool {
  return (
    hasValue(AttributeId.SRCSET) ||
    (hasValue(AttributeId.DATA_ORIGINAL) && !hasValue(AttributeId.DATA_SRC) && !hasClass(LATE))
  );
}

/** Finds the URL of an image: preferably one that a script would load later. */
function findAddress(): bool {
  if (isInPlace() && usesSource()) return true;
  for (let known: u32 = AttributeId.DATA_SRC; known <= <u32>AttributeId.DATA_LAZY; known++)
    if (usesAddress(known)) return true;
  if (usesSet(AttributeId.DATA_SRCSET) || usesSet(AttributeId.DATA_LAZY_SRCSET)) return true;
  return usesSource() || usesSet(AttributeId.SRCSET) || usesAddress(AttributeId.DATA);
}

function usesSource(): bool {
  return usesAddress(AttributeId.SRC) && !isPlaceholder();
}

/** Offset after the last image without a URL: a `noscript` element may contain the URL. */
let emptyAt: u32 = NOWHERE;

/** Number of hashes of pictures that began a block. A new one replaces another with the same lowest bits. */
const WRITTEN_COUNT: u64 = 1024;
const WRITTEN = memory.data(1024 * 8, 8);

export function beginImages(): void {
  emptyAt = NOWHERE;
  memory.fill(WRITTEN, 0, <usize>WRITTEN_COUNT * 8);
}

/**
 * True if a picture begins a block, as one with its URL and alternative text did before: galleries contain thumbnails and copies of their
 * pictures.
 */
function isRepeated(): bool {
  if (Line.open || Line.block == Line.CELL) return false;
  // Without the secret seed: outputs of equal pages are equal.
  const text = hasValue(AttributeId.ALT)
    ? hashWith(0, 0, rawStart(AttributeId.ALT), rawEnd(AttributeId.ALT) - rawStart(AttributeId.ALT))
    : 0;
  const hash = hashWith(text, 0, Address.start, Address.end - Address.start);
  const written = WRITTEN + <usize>((hash % WRITTEN_COUNT) << 3);
  if (load<u64>(written) == hash) return true;
  store<u64>(written, hash);
  return false;
}

/** Maximum bytes of the text of an emoji. */
const EMOJI_BYTES: usize = 48;

/** Maximum bytes at the start of a picture's URL that are searched for the name of a program for TeX. */
const ADDRESS_BYTES: usize = 128;

function isEmoji(): bool {
  const start = DecodedValue.start;
  if (load<u16>(start) != 0x9ff0 && (load<u8>(start) != 0xe2 || <u32>load<u8>(start, 1) - 0x98 > 6)) return false;
  let at = start;
  while (at < DecodedValue.end && load<u8>(at) >= 0x80) at++;
  return at == DecodedValue.end;
}

/** `atex` and `tex=` in memory order. */
const LATEX: u32 = 0x78657461;
const TEX_IS: u32 = 0x3d786574;

function isDrawnByTex(): bool {
  const start = rawStart(AttributeId.SRC);
  const end = min(rawEnd(AttributeId.SRC), start + ADDRESS_BYTES);
  return findFour(LATEX, start, end) < end || findFour(TEX_IS, start, end) < end;
}

/** Writes the text of a picture that represents text: an emoji, or a formula. False for any other picture. */
function writeInText(): bool {
  if (!decode(AttributeId.ALT)) return false;
  const length = DecodedValue.end - DecodedValue.start;
  if (length - 1 < EMOJI_BYTES && (isEmoji() || hasClass('emoji wp-smiley twemoji emojione emoticon smiley'))) {
    // A copy, because closing earlier formats decodes attributes too.
    if (copyTex(DecodedValue.start, DecodedValue.end)) writeText(Tex.start, Tex.to);
    return true;
  }
  const isFormula = hasClass('latex tex math* mwe-math* equation*') || (hasValue(AttributeId.SRC) && isDrawnByTex());
  return isFormula && writeValue(AttributeId.ALT, SIGNS, false);
}

/** Writes an image, unless it is hidden, a spacer, or has no URL. */
export function writeImage(node: u32): bool {
  readAttributes(node);
  if ((!Options.hidden && attributesHide()) || isSpacer() || writeInText() || !Options.images) return false;
  if (!findAddress()) emptyAt = here();
  else if (!isRepeated()) writeFound(AttributeId.ALT);
  return false;
}

/** Writes the image in a `noscript` element after an image without a URL. */
export function writeFallback(noscript: u32): void {
  const text = nodeAt(noscript).firstChild;
  if (here() != emptyAt || !text) return;
  const end = nodeAt(text).textEnd;
  const at = findMatch(nodeAt(text).text, end, '<img*');
  if (at == end) return;
  readTagInText(at, min(findByte(0x3e, at, end) + 1, end));
  if (!isSpacer() && findAddress()) writeFound(AttributeId.ALT);
}

/** Writes the image read last, whose URL `findAddress` found. `text`: the attribute with its text; if it is not ALT, writes a link. */
function writeFound(text: u32): void {
  if (Out.failed) return;
  emptyAt = NOWHERE;
  const isImage = text == AttributeId.ALT;
  settle(PUNCTUATION);
  if (isImage) put(0x21);
  put(0x5b);
  fixText();
  const start = here();
  if (!decode(text)) {
    Out.failed = true;
    return;
  }
  writeCharacters(DecodedValue.start, DecodedValue.end);
  findAddress();
  if (!isImage && here() == start) writeCharacters(fileStart(), findByte(0x3f, fileStart(), Address.end));
  const end = here();
  put(0x5d);
  put(0x28);
  writeDestination();
  if (Out.failed) return;
  if (isImage && hasValue(AttributeId.TITLE)) writeTitle(start, end, Line.block == Line.CELL);
  put(0x29);
  fixText();
}

/** True if a frame with this URL is a player. Other frames are advertisements, counters and forms. */
function isPlayer(): bool {
  if (findMatch(Address.start, Address.end, '/embed/* player*') < Address.end) return true;
  const at = Address.start + match(Address.start, Address.end, 'https://www.* https://* //*');
  return match(at, Address.end, 'youtube* w.soundcloud.com*') != 0;
}

/** Writes a link to the source of a media element, unless the element is hidden. */
export function writeMedia(node: u32): void {
  readAttributes(node);
  if (!Options.hidden && attributesHide()) return;
  const isFrame = nodeAt(node).tag == Tag.IFRAME || isNamed(node, 'amp-iframe');
  for (let child = nodeAt(node).firstChild; child && !hasValue(AttributeId.SRC); child = nodeAt(child).next) {
    if (nodeAt(child).tag == Tag.SOURCE) readAttributes(child);
  }
  if (findAddress() && (!isFrame || isPlayer())) writeFound(AttributeId.TITLE);
}
