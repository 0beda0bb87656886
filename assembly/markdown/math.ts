/** Formulas: their TeX between dollar signs and backticks, or in a block of its own. */
import { NodeKind } from '../html/records';
import { writeFenced, writeFormula } from './code';
import { Line, PARAGRAPH, endBlock } from './inline';
import { Language } from './language';
import { writeText } from './text';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { isSpace } from '../html/scan';
import { STAYS, marksOf } from '../shown/visible-nodes';
import { match, valueIs } from '../shown/match';
import { nextNode } from '../page/tree';
import { Known, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';

const INFO = memory.data<u8>([0x6d, 0x61, 0x74, 0x68]);

/** Whether an element is an annotation, whose text stands for the formula. */
function isAnnotation(node: u32): bool {
  const at = nodeAt(node);
  if (at.kind != NodeKind.ELEMENT) return false;
  if (at.tag == Tag.ANNOTATION_XML) return true;
  const name = at.text;
  return at.tag == Tag.OTHER && match(name, name + at.textLength, 'annotation') != 0;
}

/** The text of the TeX of a formula; 0 without one. Its own text is written instead if `writes`. */
function walkFormula(formula: u32, writes: bool): u32 {
  let node = nextNode(formula, formula, true, 0);
  while (node) {
    const at = nodeAt(node);
    const annotates = isAnnotation(node);
    if (annotates && !writes) {
      readAttributes(node);
      const text = at.firstChild;
      if (text && nodeAt(text).kind == NodeKind.TEXT && valueIs(Known.ENCODING, 'application/x-tex latex tex'))
        return text;
    } else if (writes && at.kind == NodeKind.TEXT && marksOf(node) & STAYS) {
      let start = at.text;
      let end = start + at.textLength;
      while (isSpace(load<u8>(end - 1))) end--;
      while (isSpace(load<u8>(start))) start++;
      writeText(start, end);
    }
    node = nextNode(node, formula, !annotates, 0);
  }
  return 0;
}

/** Writes the TeX in a text node. */
function writeTex(text: u32, isDisplay: bool): void {
  let start = nodeAt(text).text;
  let end = start + nodeAt(text).textLength;
  while (start < end && isSpace(load<u8>(start))) start++;
  while (end > start && isSpace(load<u8>(end - 1))) end--;
  if (start == end) return;
  if (!isDisplay || Line.kind != PARAGRAPH) {
    writeFormula(start, end);
    return;
  }
  endBlock();
  Language.start = INFO;
  Language.end = INFO + 4;
  writeFenced(start, end, true);
}

/** Writes a `math` element. */
export function writeMath(node: u32): void {
  const tex = walkFormula(node, false);
  if (!tex) {
    walkFormula(node, true);
    return;
  }
  readAttributes(node);
  writeTex(tex, valueIs(Known.DISPLAY, 'block') || valueIs(Known.MODE, 'display'));
}

/** Writes a script that holds TeX, and no other. */
export function writeMathScript(node: u32): void {
  readAttributes(node);
  const text = nodeAt(node).firstChild;
  if (!text || !hasValue(Known.TYPE)) return;
  let at = rawStart(Known.TYPE);
  const end = rawEnd(Known.TYPE);
  if (!match(at, end, 'math/tex*')) return;
  while (at < end && load<u8>(at) != 0x3d) at++;
  writeTex(text, match(at, end, '=display*') != 0);
}
