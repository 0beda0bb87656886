/** Writes formulas: TeX between dollar signs and backticks, or in a block. */
import { NodeKind, childWith, nodeAt } from '../html/nodes';
import { writeFenced, writeFormula } from './code';
import { Line, endBlock } from './inline';
import { isNamed } from './inside';
import { Language } from './language';
import { collectTex } from './mathml';
import { Options } from './options';
import { SIGNS, Tex, WORDLESS, copyTex, signsOf } from './tex';
import { Trait, has } from '../elements';
import { Tag } from '../html/names';
import { skipSpace, trimEnd } from '../html/scan';
import { attributesHide } from '../page/hidden';
import { hasClass, match, valueIs } from '../page/match';
import { PAGE, input } from '../page/arena';
import { nextNode } from '../output/visible-nodes';
import {
  DecodedValue,
  AttributeId,
  decode,
  hasValue,
  rawEnd,
  rawStart,
  readAttributes,
} from '../page/attribute-values';

/** True if the page has attributes with TeX. */
export let hasDrawn: bool = false;

export function beginMath(): void {
  hasDrawn = findDrawn();
}

/** True if the source has the name of an attribute with TeX; of its `data-`, tests only `a-`. */
function findDrawn(): bool {
  const end = input + PAGE.bytes;
  const lower = i8x16.splat(0x20);
  for (let block = input; block < end; block += 16) {
    const isData = v128.and(
      i8x16.eq(v128.or(v128.load(block), lower), i8x16.splat(0x61)),
      i8x16.eq(v128.load(block, 1), i8x16.splat(0x2d)),
    );
    for (let found = i8x16.bitmask(isData); found; found &= found - 1)
      if (match(block + ctz(found) + 2, end, 'formula* tex=* latex* katex=* math* equation=*')) return true;
  }
  return false;
}

const INFO = memory.data<u8>([0x6d, 0x61, 0x74, 0x68]);

function isAnnotation(node: u32): bool {
  const isElement = nodeAt(node).kind == NodeKind.ELEMENT;
  return isElement && (nodeAt(node).tag == Tag.ANNOTATION_XML || isNamed(node, 'annotation'));
}

/** The TeX annotation of a formula: its text node, or 0. */
function annotationOf(formula: u32): u32 {
  for (let node = nextNode(formula, formula, true, 0); node; node = nextNode(node, formula, true, 0)) {
    const text = nodeAt(node).firstChild;
    if (!isAnnotation(node) || !text || nodeAt(text).kind != NodeKind.TEXT) continue;
    readAttributes(node);
    if (valueIs(AttributeId.ENCODING, 'application/x-tex latex tex')) return text;
  }
  return 0;
}

export function writeTex(start: usize, end: usize, isDisplay: bool): void {
  start = skipSpace(start, end);
  end = trimEnd(start, end);
  if (start == end) return;
  if (!isDisplay || Line.block != Line.PARAGRAPH) {
    writeFormula(start, end);
    return;
  }
  endBlock();
  Language.start = INFO;
  Language.end = INFO + 4;
  writeFenced(start, end, true);
}

function writeTexOf(text: u32, isDisplay: bool): void {
  writeTex(nodeAt(text).text, nodeAt(text).textEnd, isDisplay);
}

/** Writes the value of an attribute if it has at least `signs` of TeX. */
export function writeValue(known: u32, signs: u32, isDisplay: bool): bool {
  if (!decode(known) || signsOf(DecodedValue.start, DecodedValue.end) < signs) return false;
  // A copy, because closing earlier formats decodes attributes too.
  if (!copyTex(DecodedValue.start, DecodedValue.end)) return false;
  writeTex(Tex.start, Tex.to, isDisplay);
  return true;
}

function writeValues(signs: u32, isDisplay: bool): bool {
  for (let known: u32 = AttributeId.DATA_FORMULA; known <= <u32>AttributeId.DATA_EQUATION; known++) {
    if (writeValue(known, signs, isDisplay)) return true;
  }
  return hasClass('ql-formula') && writeValue(AttributeId.DATA_VALUE, signs, isDisplay);
}

/** True if a script with the same formula follows (MathJax 2). */
function isBeforeScript(formula: u32): bool {
  for (let node = formula, levels = 0; node && levels < 5; node = nodeAt(node).parent, levels++) {
    const next = nodeAt(node).next;
    if (!next) continue;
    if (nodeAt(next).tag != Tag.SCRIPT) return false;
    readAttributes(next);
    return valueIs(AttributeId.TYPE, 'math/tex*');
  }
  return false;
}

export function writeMath(node: u32): bool {
  if (isBeforeScript(node)) return false;
  const tex = annotationOf(node);
  readAttributes(node);
  const isDisplay = valueIs(AttributeId.DISPLAY, 'block') || valueIs(AttributeId.MODE, 'display');
  if (tex) writeTexOf(tex, isDisplay);
  else if (writeValues(SIGNS, isDisplay) || writeValue(AttributeId.ALTTEXT, WORDLESS, isDisplay)) return false;
  else if (collectTex(node)) writeTex(Tex.start, Tex.to, isDisplay);
  return false;
}

export function writeMathScript(node: u32): void {
  readAttributes(node);
  const text = nodeAt(node).firstChild;
  if (!text || !hasValue(AttributeId.TYPE)) return;
  let at = rawStart(AttributeId.TYPE);
  const end = rawEnd(AttributeId.TYPE);
  if (!match(at, end, 'math/tex* math/latex* math/katex*')) return;
  while (at < end && load<u8>(at) != 0x3d) at++;
  writeTexOf(text, match(at, end, '=display*') != 0);
}

/**
 * Writes the TeX in the attributes of an element, or in the title of a drawing, in place of its content. If the element contains text, the
 * TeX must be more than a letter or a name.
 */
export function writeDrawn(node: u32, hasText: bool): bool {
  readAttributes(node);
  if (!Options.hidden && attributesHide()) return false;
  const tag = <u32>nodeAt(node).tag;
  const isDisplay = !has(tag, Trait.INLINE) || valueIs(AttributeId.DISPLAY, 'true block');
  if (writeValues(hasText ? SIGNS : WORDLESS, isDisplay)) return true;
  if (tag != Tag.SVG) return false;
  if (writeValue(AttributeId.ARIA_LABEL, SIGNS, isDisplay)) return true;
  const title = childWith(node, Tag.TITLE);
  const text = title ? nodeAt(title).firstChild : 0;
  if (!text || signsOf(nodeAt(text).text, nodeAt(text).textEnd) < SIGNS) return false;
  writeTexOf(text, isDisplay);
  return true;
}
