/** Foreign content: SVG and MathML; section "The rules for parsing tokens in foreign content". */
import { Namespace } from './nodes';
import {
  Buffer,
  bufferFits,
  findAttribute,
  firstAttribute,
  isAttribute,
  nextAttribute,
  writeValue,
} from './attributes';
import { Class, Word, breaksOut } from './classes';
import { endInMode, startInMode } from './construct';
import { openForeignElement } from './insert';
import { Tag } from './names';
import { ENTRY_BYTES, Open, currentWord, isTokenName, popTo, spendEntries, wordAt } from './open';
import { isLiteral } from './scan';
import { Parser } from './state';
import { Token } from './tags';

const NAMESPACE_SHIFT: u32 = 8;

/** The class word of a foreign element for the current start tag. */
function foreignWord(tag: u32, inNamespace: u32): u32 {
  const boundary = Class.SPECIAL | Class.SCOPE;
  const word = tag | (inNamespace << NAMESPACE_SHIFT);
  if (inNamespace == Namespace.SVG) {
    if (tag == Tag.FOREIGNOBJECT || tag == Tag.DESC || tag == Tag.TITLE)
      return word | boundary | Class.HTML_INTEGRATION;
  } else if (tag >= <u32>Tag.MI && tag <= <u32>Tag.MTEXT) {
    return word | boundary | Class.TEXT_INTEGRATION;
  } else if (tag == Tag.ANNOTATION_XML) {
    return word | boundary | (hasHtmlEncoding() ? Class.HTML_INTEGRATION : 0);
  }
  return word | Word.KEEPS_P;
}

/** The class word of a fragment's root: that of its context element, if this is foreign. */
export function contextWord(context: u32, root: u32): u32 {
  const inNamespace = (context & Word.NAMESPACE) >> NAMESPACE_SHIFT;
  if (!inNamespace) return root;
  Token.attributes = false;
  const integration = foreignWord(context & 0xff, inNamespace) & (Class.HTML_INTEGRATION | Class.TEXT_INTEGRATION);
  return root | (context & Word.NAMESPACE) | integration;
}

// ── Attributes on which tree construction depends ──

/** Decodes the first attribute with a name into the buffer; returns the length of the value, or -1 without one. */
function valueOf(name: string): i32 {
  if (!Token.attributes || !bufferFits(<u32>(Token.end - Token.start))) return -1;
  return findAttribute(Token.start, Token.end, name) ? <i32>(writeValue(Buffer.base) - Buffer.base) : -1;
}

function valueIs(length: i32, value: string): bool {
  return length == value.length && isLiteral(Buffer.base, value);
}

export function isHiddenInput(): bool {
  return valueIs(valueOf('type'), 'hidden');
}

function hasHtmlEncoding(): bool {
  const length = valueOf('encoding');
  return valueIs(length, 'text/html') || valueIs(length, 'application/xhtml+xml');
}

/** True if a font start tag has an attribute that ends foreign content. */
function isStyledFont(): bool {
  if (!Token.attributes) return false;
  firstAttribute(Token.start);
  while (nextAttribute(Token.end)) {
    if (isAttribute('color') || isAttribute('face') || isAttribute('size')) return true;
  }
  return false;
}

// ── Tokens ──

/** Inserts a foreign element for the current start tag, and pushes it unless the tag is self-closing. */
export function openForeign(inNamespace: u32): void {
  const tag = Token.tag;
  openForeignElement(tag, inNamespace, Token.selfClosing ? 0 : foreignWord(tag, inNamespace));
}

/** True if the rules for HTML content apply to the current start tag, although the current node is foreign. */
export function startsHtml(word: u32): bool {
  const tag = Token.tag;
  if (word & Class.HTML_INTEGRATION) return true;
  if (word & Class.TEXT_INTEGRATION) return tag != Tag.MGLYPH && tag != Tag.MALIGNMARK;
  if (tag != Tag.SVG) return false;
  const current = Open.top == Open.base + ENTRY_BYTES ? Parser.context : word & Word.NAME;
  return current == (Tag.ANNOTATION_XML | (Namespace.MATHML << NAMESPACE_SHIFT));
}

/** Closes elements until the current node is an HTML element or an integration point. */
function leaveForeign(): void {
  let entry = Open.top;
  for (; entry > Open.base + ENTRY_BYTES; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if (!(word & Word.NAMESPACE) || word & (Class.HTML_INTEGRATION | Class.TEXT_INTEGRATION)) break;
  }
  if (entry < Open.top) popTo(entry + ENTRY_BYTES);
}

export function startForeign(): void {
  if (breaksOut(Token.tag) || (Token.tag == Tag.FONT && isStyledFont())) {
    leaveForeign();
    startInMode();
    return;
  }
  openForeign((currentWord() & Word.NAMESPACE) >> NAMESPACE_SHIFT);
}

export function endForeign(): void {
  if (Token.tag == Tag.P || Token.tag == Tag.BR) {
    leaveForeign();
    endInMode();
    return;
  }
  // The root of a fragment is an HTML element, but is treated like its foreign context element.
  const root = Open.base + ENTRY_BYTES;
  if (Open.top == root) return;
  let entry = Open.top;
  while (entry > root && wordAt(entry) & Word.NAMESPACE && !isTokenName(entry)) entry -= ENTRY_BYTES;
  spendEntries(entry, Open.top);
  if (entry > root && wordAt(entry) & Word.NAMESPACE) popTo(entry);
  else endInMode();
}
