/**
 * Writes MathML as TeX. Each element has a template with placeholders for its parts. The walk has no recursion: after a part, it continues
 * in the parent's template, after the placeholder of the part.
 */
import { NodeKind, nodeAt } from '../html/nodes';
import {
  ACCENTS,
  Tex,
  beginTex,
  commandIn,
  isFull,
  putByte,
  putCode,
  putCommand,
  putName,
  putSymbols,
  putTex,
  putWords,
} from './tex';
import { bytesOfCode, codeAt } from './characters';
import { Text, isNamed, partAfter, partBefore, partFrom, readText } from './inside';
import { Tag } from '../html/names';
import { isDigit, isLetter } from '../html/scan';
import { match, valueIs } from '../page/match';
import {
  AttributeId,
  hasAttributes,
  hasValue,
  rawEnd,
  rawStart,
  readAttributes,
  wholeValue,
} from '../page/attribute-values';
import { isSpent, spend } from '../work';

// Numbers of templates.
const SUB = 0;
const UNDER = 3;
const UNDEROVER = 5;
const FRACTION = 6;
const SCRIPTS = 7;
const TABLE = 8;
const TABLE_ROW = 9;
const FENCED = 10;
const WORDS = 11;
const NOTHING = 15;
const ROW = 16;
const STACKED = 17;
const SCRIPTS_BEFORE = 18;
const CASES = 19;
const ACCENT = 20;
/** Letters, digits or signs. */
const TOKEN = 21;

/**
 * Names of elements and, after the last space, their template. A digit is the placeholder of one part, `*` of all parts, `"` of the text;
 * `<` and `>` are fences; `;` is the end. Parts next to `_` or `^` have braces, unless they are plain.
 */
const TEMPLATES: StaticArray<string> = [
  'msub 1_2;',
  'msup 1^2;',
  'msubsup 1_2^3;',
  'munder \\underset{2}{1};',
  'mover \\overset{2}{1};',
  'munderover \\underset{2}{\\overset{3}{1}};',
  'mfrac \\frac{1}{2};',
  'mmultiscripts 1_2^3;',
  'mtable \\begin{matrix}*\\end{matrix};',
  'mtr *;',
  'mfenced \\left<*\\right>;',
  'mtext ms \\text{"};',
  'semantics maction 1;',
  'msqrt \\sqrt{*};',
  'mroot \\sqrt[2]{1};',
  'mspace mphantom none mprescripts annotation annotation-xml ;',
  // For all other elements.
  ' *;',
  // Not found by name: `templateOf` and `shapeOf` choose these.
  ' {1\\atop{}2};',
  ' {}_3^41;',
  ' \\begin{cases}*\\end{cases};',
  ' {1};',
  ' ;',
];

/** Maximum bytes of TeX of a formula; the rest is omitted. */
const FORMULA_BYTES: usize = 1 << 16;

/** The number of the template for a node's name. */
function shapeOf(node: u32): i32 {
  const at = nodeAt(node);
  const tag = <u32>at.tag;
  if (at.kind != NodeKind.ELEMENT || tag - Tag.MI < 3) return TOKEN;
  if (tag == Tag.MTEXT || tag == Tag.MS) return WORDS;
  if (tag == Tag.ANNOTATION_XML) return NOTHING;
  let shape = tag == Tag.OTHER ? 0 : ROW;
  while (shape < ROW && !isNamed(node, unchecked(TEMPLATES[shape]))) shape++;
  return shape;
}

/** Reads a text node, or the text that begins an element. */
function readToken(node: u32): bool {
  return readText(node && nodeAt(node).kind == NodeKind.ELEMENT ? nodeAt(node).firstChild : node);
}

/** The character of a node that has only one; 0 for other nodes. */
function codeOf(node: u32): u32 {
  if (!readToken(node)) return 0;
  const code = codeAt(Text.start);
  return Text.start + bytesOfCode(code) == Text.end ? code : 0;
}

function firstPart(node: u32): u32 {
  return partFrom(nodeAt(node).firstChild, false);
}

/** The part with an index, or 0. */
function partAt(element: u32, place: u32): u32 {
  let node = firstPart(element);
  while (node && place--) node = partAfter(node);
  return node;
}

/** The part inside nested rows with one part each. */
function core(node: u32): u32 {
  for (let steps = 0; steps < 8 && node && shapeOf(node) == ROW; steps++) {
    const part = firstPart(node);
    if (!part || partAfter(part)) break;
    node = part;
  }
  return node;
}

/** The command of the accent over or under a base; 0 for any other part. */
function accentOf(element: u32): usize {
  const code = codeOf(core(partAt(element, 1)));
  const isBelow = code == 0x5f || code == 0x23df;
  return code && isBelow == (shapeOf(element) == UNDER) ? commandIn(ACCENTS, code) : 0;
}

/** True if a base is a sum, an integral or the like, or the name of an operator: its limits are written as scripts. */
function isOperator(base: u32): bool {
  if (!readToken(core(base))) return false;
  const code = codeAt(Text.start);
  return isLetter(code) ? Text.end > Text.start + 1 : code - 0x220f < 3 || code - 0x222b < 9 || code - 0x22c0 < 4;
}

/** True if a part is a fence before a table, or after one. */
function isFence(node: u32, isBehind: bool): bool {
  const code = codeOf(node);
  return code == 0x7c || code == 0x2016 || (code != 0 && commandIn(isBehind ? ') ] } ' : '( [ { ', code) != 0);
}

function isFenced(node: u32): bool {
  return node != 0 && shapeOf(node) == TABLE && isFence(partBefore(node), false) && isFence(partAfter(node), true);
}

function templateOf(node: u32): i32 {
  const shape = shapeOf(node);
  if (shape == FRACTION) {
    readAttributes(node);
    if (!wholeValue(AttributeId.LINETHICKNESS, 1, 9)) return STACKED;
  } else if (shape == SCRIPTS) {
    const second = partAt(node, 1);
    if (second && isNamed(second, 'mprescripts')) return SCRIPTS_BEFORE;
  } else if (shape == TABLE) {
    if (codeOf(partBefore(node)) == 0x7b && !isFence(partAfter(node), true)) return CASES;
  } else if (shape >= UNDER && shape <= UNDEROVER) {
    if (shape != UNDEROVER && accentOf(node)) return ACCENT;
    if (isOperator(firstPart(node))) return shape - UNDER + SUB;
  }
  return shape;
}

function beginningOf(shape: i32): usize {
  let at = changetype<usize>(unchecked(TEMPLATES[shape]));
  let start = at;
  for (; load<u16>(at) != 0x3b; at += 2) if (load<u16>(at) == 0x20) start = at + 2;
  return start;
}

/**
 * True if a part at placeholder `at` needs no braces. Only scripts and their bases need them, except a script of one letter or digit
 * without attributes, and a base that is a token.
 */
function isPlain(node: u32, at: usize): bool {
  const before = <u32>load<u16>(at - 2);
  const isScript = before == 0x5f || before == 0x5e;
  if (!isScript && (before != 0x20 || load<u16>(at, 2) == 0x3b)) return true;
  const inner = core(node);
  const code = codeOf(inner);
  return (
    shapeOf(inner) == TOKEN &&
    (isScript ? (isLetter(code) || isDigit(code)) && !hasAttributes(inner) : readToken(inner))
  );
}

/** Writes a fence of an element: the attribute `known`, else `code`. Writes `.`, TeX's empty fence, if that is empty or not a sign. */
function putFence(element: u32, known: u32, code: u32): void {
  readAttributes(element);
  if (hasValue(known)) code = rawStart(known) < rawEnd(known) ? codeAt(rawStart(known)) : 0;
  putCode(code <= 0x26 || isLetter(code) || isDigit(code) ? 0x2e : code);
}

function putText(text: u32): void {
  if (text && nodeAt(text).kind == NodeKind.TEXT) putWords(nodeAt(text).text, nodeAt(text).textEnd);
}

/** Writes a template from `at` to the next part. Returns that part, or 0 at the end. */
function writeFrom(element: u32, at: usize): u32 {
  for (; load<u16>(at) != 0x3b; at += 2) {
    const letter = <u32>load<u16>(at);
    if (letter == 0x2a || letter - 0x31 < 4) {
      const part = partAt(element, letter == 0x2a ? 0 : letter - 0x31);
      if (!part) continue;
      if (!isPlain(part, at)) putByte(0x7b);
      return part;
    }
    if (letter == 0x3c) putFence(element, AttributeId.OPEN, 0x28);
    else if (letter == 0x3e) putFence(element, AttributeId.CLOSE, 0x29);
    else if (letter == 0x22) putText(nodeAt(element).firstChild);
    else putByte(letter);
  }
  return 0;
}

/** Writes the template between a part and the next one. Returns that part, or 0 after the last. */
function writeAfter(node: u32): u32 {
  const element = nodeAt(node).parent;
  const shape = templateOf(element);
  let at = beginningOf(shape);
  let place: u32 = 0x31;
  for (let before = partBefore(node); before && place < 0x39; before = partBefore(before)) place++;
  while (load<u16>(at) != place && load<u16>(at) != 0x2a) at += 2;
  if (load<u16>(at) == 0x2a) {
    const next = partAfter(node);
    if (next) {
      putTex(shape == TABLE_ROW ? ' & ' : shape == TABLE || shape == CASES ? ' \\\\ ' : shape == FENCED ? ',' : '');
      return next;
    }
  }
  if (!isPlain(node, at)) putByte(0x7d);
  return writeFrom(element, at + 2);
}

/** Names of functions with TeX commands. */
const FUNCTIONS = 'sin cos tan log ln exp lim max min sup inf det arg';

/**
 * Writes a token. Several letters are a function (`\sin`) or upright (`\mathrm{…}`); `mathvariant` becomes `\mathrm`, `\mathbf` or
 * `\mathbb`.
 */
function putToken(node: u32): void {
  if (isFenced(partAfter(node))) putTex('\\left');
  else if (isFenced(partBefore(node))) putTex('\\right');
  const code = codeOf(node);
  const after = partAfter(node);
  if (!readToken(node) || (code == 0x7b && after && templateOf(after) == CASES)) return;
  const start = Text.start;
  const end = Text.end;
  let at = start;
  while (at < end && isLetter(load<u8>(at))) at++;
  const isWord = at == end && !code;
  if (isWord && load<u8>(start) >= 0x61 && match(start, end, FUNCTIONS)) {
    putCommand(start, end);
    return;
  }
  readAttributes(node);
  let style = isWord ? 'mathrm' : '';
  if (at > start && valueIs(AttributeId.MATHVARIANT, 'normal')) style = 'mathrm';
  else if (valueIs(AttributeId.MATHVARIANT, 'bold')) style = 'mathbf';
  else if (valueIs(AttributeId.MATHVARIANT, 'double-struck')) style = 'mathbb';
  if (style.length) {
    putTex('\\');
    putTex(style);
    putByte(0x7b);
  }
  putSymbols(start, end);
  if (style.length) putByte(0x7d);
}

/** Writes a `math` element as TeX; false if it is empty. */
export function collectTex(formula: u32): bool {
  let node = firstPart(formula);
  if (!node || !beginTex(FORMULA_BYTES)) return false;
  let isEntered = false;
  while (node != formula && !isFull() && !isSpent()) {
    spend(16);
    let next: u32 = 0;
    if (isEntered) {
      next = writeAfter(node);
    } else {
      const shape = templateOf(node);
      if (shape == TOKEN) putToken(node);
      else if (shape == ACCENT) putName(accentOf(node));
      next = writeFrom(node, beginningOf(shape));
      if (!next) next = writeAfter(node);
    }
    isEntered = !next;
    node = next ? next : nodeAt(node).parent;
  }
  return Tex.to > Tex.start;
}
