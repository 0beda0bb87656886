/** Foreign content: SVG and MathML; section "The rules for parsing tokens in foreign content". */
import { Namespace } from './records';
import {
  bufferFits,
  Buffer,
  findAttribute,
  firstAttribute,
  isAttribute,
  nextAttribute,
  writeValue,
} from './attributes';
import {
  breaksOut,
  CLASS_HTML_INTEGRATION,
  CLASS_SCOPE,
  CLASS_SPECIAL,
  CLASS_TEXT_INTEGRATION,
  WORD_KEEPS_P,
  WORD_NAME,
  WORD_NAMESPACE,
} from './classes';
import { endInMode, startInMode } from './construct';
import { openForeignElement } from './insert';
import { Tag } from './names';
import { currentWord, ENTRY_BYTES, isTokenName, Open, popTo, spendEntries, wordAt } from './open';
import { isLiteral } from './scan';
import { Parser } from './state';
import { Token } from './tags';

const NAMESPACE_SHIFT: u32 = 8;

/** The class word of a foreign element for the current start tag. */
function foreignWord(tag: u32, inNamespace: u32): u32 {
  const boundary = CLASS_SPECIAL | CLASS_SCOPE;
  const word = tag | (inNamespace << NAMESPACE_SHIFT);
  if (inNamespace == Namespace.SVG) {
    if (tag == Tag.FOREIGNOBJECT || tag == Tag.DESC || tag == Tag.TITLE)
      return word | boundary | CLASS_HTML_INTEGRATION;
  } else if (tag >= <u32>Tag.MI && tag <= <u32>Tag.MTEXT) {
    return word | boundary | CLASS_TEXT_INTEGRATION;
  } else if (tag == Tag.ANNOTATION_XML) {
    return word | boundary | (hasHtmlEncoding() ? CLASS_HTML_INTEGRATION : 0);
  }
  return word | WORD_KEEPS_P;
}

/**
 * The class word of the root of a fragment. If the context element is foreign, the root is treated like that element.
 */
export function contextWord(context: u32, root: u32): u32 {
  const inNamespace = (context & WORD_NAMESPACE) >> NAMESPACE_SHIFT;
  if (!inNamespace) return root;
  Token.attributes = false;
  const integration = foreignWord(context & 0xff, inNamespace) & (CLASS_HTML_INTEGRATION | CLASS_TEXT_INTEGRATION);
  return root | (context & WORD_NAMESPACE) | integration;
}

// ── The attributes that tree construction depends on ──

/** Decodes the first attribute with the name into the buffer; returns the length of its value, or -1 without one. */
function valueOf(name: string): i32 {
  if (!Token.attributes || !bufferFits(<u32>(Token.end - Token.start))) return -1;
  return findAttribute(Token.start, Token.end, name) ? <i32>(writeValue(Buffer.base) - Buffer.base) : -1;
}

function valueIs(length: i32, value: string): bool {
  return length == value.length && isLiteral(Buffer.base, value);
}

/** True if the current start tag has the type hidden. */
export function isHiddenInput(): bool {
  return valueIs(valueOf('type'), 'hidden');
}

function hasHtmlEncoding(): bool {
  const length = valueOf('encoding');
  return valueIs(length, 'text/html') || valueIs(length, 'application/xhtml+xml');
}

/** True if a font start tag has one of the attributes that end foreign content. */
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
  if (word & CLASS_HTML_INTEGRATION) return true;
  if (word & CLASS_TEXT_INTEGRATION) return tag != Tag.MGLYPH && tag != Tag.MALIGNMARK;
  if (tag != Tag.SVG) return false;
  const current = Open.top == Open.base + ENTRY_BYTES ? Parser.context : word & WORD_NAME;
  return current == (Tag.ANNOTATION_XML | (Namespace.MATHML << NAMESPACE_SHIFT));
}

/** Closes elements until the current node is in the HTML namespace or an integration point. */
function leaveForeign(): void {
  let entry = Open.top;
  for (; entry > Open.base + ENTRY_BYTES; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    if (!(word & WORD_NAMESPACE) || word & (CLASS_HTML_INTEGRATION | CLASS_TEXT_INTEGRATION)) break;
  }
  if (entry < Open.top) popTo(entry + ENTRY_BYTES);
}

export function startForeign(): void {
  if (breaksOut(Token.tag) || (Token.tag == Tag.FONT && isStyledFont())) {
    leaveForeign();
    startInMode();
    return;
  }
  openForeign((currentWord() & WORD_NAMESPACE) >> NAMESPACE_SHIFT);
}

export function endForeign(): void {
  if (Token.tag == Tag.P || Token.tag == Tag.BR) {
    leaveForeign();
    endInMode();
    return;
  }
  // The root of a fragment is treated like a foreign context element, but it is an HTML element.
  const root = Open.base + ENTRY_BYTES;
  if (Open.top == root) return;
  let entry = Open.top;
  while (entry > root && wordAt(entry) & WORD_NAMESPACE && !isTokenName(entry)) entry -= ENTRY_BYTES;
  spendEntries(entry, Open.top);
  if (entry > root && wordAt(entry) & WORD_NAMESPACE) popTo(entry);
  else endInMode();
}
