/** The language of a code block, from the classes of highlighters. */
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { findSpace, sameIgnoringCase, skipSpace } from '../html/scan';
import { OWN_MARK, KEPT, addMark, marksOf, nextNode } from '../output/visible-nodes';
import { match, tagIs } from '../page/match';
import { Text, partAfter, readText } from './inside';
import {
  DecodedValue,
  AttributeId,
  decode,
  hasAttributes,
  readAttributes,
  tagEnd,
  tagStart,
} from '../page/attribute-values';
import { spend } from '../work';

/** The name that was found; valid until attributes are read again. */
export namespace Language {
  export let start: usize = 0;
  export let end: usize = 0;
}

/** Number of elements around a code block that may name its language. */
const ANCESTORS = 2;

function isNameByte(byte: u32): bool {
  if (byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 26) return true;
  return byte == 0x2b || byte == 0x23 || byte == 0x2d || byte == 0x5f || byte == 0x2e;
}

/** Maximum bytes of a name. */
const NAME_MAX: usize = 64;

/** Names in classes of highlighters for no language, or for a part of the layout. */
const NO_NAMES = '-* none default auto wrapper container header content block box';

/** Takes the name at the start of a value into `Language`; false if it is empty, too long, or one of `NO_NAMES`. */
function take(start: usize, end: usize): bool {
  let at = start;
  while (at < end && isNameByte(load<u8>(at))) at++;
  if (at == start || at - start > NAME_MAX || match(start, at, NO_NAMES)) return false;
  Language.start = start;
  Language.end = at;
  return true;
}

/** Prefixes of the name of a language in a class. */
const BEFORE = 'language-* lang-* mw-highlight-lang-* highlight-source-* brush:*';

function findInClasses(at: usize, end: usize): bool {
  let isNext = false;
  while (at < end) {
    const start = skipSpace(at, end);
    at = findSpace(start, end);
    if (start == at) return false;
    const before = match(start, at, BEFORE);
    if (before && take(start + before, at)) return true;
    if (isNext) return take(start, at);
    const text = match(start, at, 'highlight-text-*');
    if (text) {
      let stop = start + text;
      while (stop < at && load<u8>(stop) != 0x2d) stop++;
      return take(start + text, stop);
    }
    const other = match(start, at, 'highlight-*');
    if (other && take(start + other, at)) return true;
    isNext = match(start, at, 'brush: sourcecode hljs') != 0;
  }
  return false;
}

function findInElement(node: u32): bool {
  if (!readAttributes(node)) return false;
  if (takeValue(AttributeId.DATA_LANG) || takeValue(AttributeId.DATA_LANGUAGE)) return true;
  return decode(AttributeId.CLASS) && findInClasses(DecodedValue.start, DecodedValue.end);
}

function takeValue(known: u32): bool {
  return decode(known) && take(DecodedValue.start, DecodedValue.end);
}

/** Maximum nodes before the element for code in a code block, such as a bar with a button. */
const NODES_BEFORE = 8;

/** The first element for code at the start of a code block, or 0. */
function codeIn(block: u32): u32 {
  let node = block;
  for (let steps = 0; steps < NODES_BEFORE; steps++) {
    node = nextNode(node, block, true, KEPT);
    const tag = node ? <u32>nodeAt(node).tag : 0;
    if (!node || tag == Tag.CODE || tag == Tag.PRE) return node;
  }
  return 0;
}

/** Mark of an element whose long start tag was read already for a code block in it. */
const READ: u32 = OWN_MARK << 2;
/** Maximum bytes of a start tag that is read again for each code block in its element. */
const LONG_TAG: usize = 1024;

/** True if an element has a long start tag that was read already for another code block in it. */
function isReadAgain(node: u32): bool {
  if (!hasAttributes(node) || tagEnd(node) - tagStart(node) <= LONG_TAG) return false;
  if (marksOf(node) & READ) return true;
  addMark(node, READ);
  return false;
}

/** Finds the language of a code block, from the code in it or from itself. */
function findOwnLanguage(node: u32): bool {
  const inner = codeIn(node);
  if (inner) {
    const innermost = codeIn(inner);
    if ((innermost && findInElement(innermost)) || findInElement(inner)) return true;
  }
  return findInElement(node);
}

/** Finds the language of a code block, in it or in elements around it. */
export function findLanguage(node: u32): bool {
  if (findOwnLanguage(node)) return true;
  let above = node;
  for (let steps = 0; steps < ANCESTORS; ) {
    spend(1);
    above = nodeAt(above).parent;
    const tag = <u32>nodeAt(above).tag;
    if (!above || tag == Tag.BODY) return false;
    // The table around code and its line numbers does not count.
    if (tagIs(tag, 'td tr tbody table')) continue;
    if (isReadAgain(above)) return false;
    if (findInElement(above)) return true;
    steps++;
  }
  return false;
}

/** The only text in a bar, ignoring white space; 0 if it has none or more. */
function textIn(bar: u32): u32 {
  let text: u32 = 0;
  let node = bar;
  for (let steps = 0; steps < NODES_BEFORE; steps++) {
    node = nextNode(node, bar, true, KEPT);
    if (!node) return text;
    if (!readText(node)) continue;
    if (text) return 0;
    text = node;
  }
  return 0;
}

/** True if an element only names the language of the next code block. It is not written, because the fence names the language. */
export function isLanguageBar(node: u32): bool {
  const block = partAfter(node);
  if (nodeAt(block).tag != Tag.PRE || !(marksOf(block) & KEPT)) return false;
  if (!readText(textIn(node))) return false;
  const start = Text.start;
  const length = Text.end - start;
  // Most texts before code have several words.
  if (findSpace(start, Text.end) < Text.end || !findLanguage(block)) return false;
  return length == Language.end - Language.start && sameIgnoringCase(start, Language.start, <u32>length);
}
