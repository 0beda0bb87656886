/**
 * The "in body" insertion mode. "In cell" and "in caption" differ from it only in tags of table parts (table.ts). classes.ts groups start
 * and end tags by their effect in this mode.
 */
import { DocumentMode } from './records';
import { Namespace, remove } from './nodes';
import { Class, End, Start, Word, endOf, startOf } from './classes';
import { adoptionAgency, endFormatting } from './adoption';
import { endAfterBody } from './after';
import { isHiddenInput, openForeign } from './foreign';
import { clearToMarker, insertMarker, lastActive, pushActive, reconstruct, removeActive } from './formatting';
import { endTemplate, startInHead, startText } from './head';
import { endAtTag, insertVoid, openElement, openFormatting, openImplied } from './insert';
import { mergeAttributes } from './reading';
import { Tag } from './names';
import {
  ENTRY_BYTES,
  Open,
  closeImplied,
  closeInScope,
  closeP,
  currentIs,
  currentName,
  currentNode,
  endOrdinary,
  entryOf,
  inScope,
  matchInScope,
  nodeOf,
  pop,
  popNamed,
  popTo,
  removeEntry,
  wordAt,
} from './open';
import { Content, FORM_OUTSIDE, Mode, Parser } from './state';
import { noteSelectedContent } from './selectedcontent';
import { endTablePart, startTablePart } from './table';
import { Token } from './tags';
import { spend } from '../work';

/** The most frequent elements are tested first. */
export function startInBody(): void {
  const tag = Token.tag;
  const start = startOf(tag);
  switch (start) {
    case Start.ORDINARY:
      reconstruct();
      openOrdinary(tag);
      break;
    case Start.BLOCK:
      closeP();
      openElement(tag);
      break;
    case Start.HEADING:
      closeP();
      if (currentIs(Class.HEADING)) pop();
      openElement(tag);
      break;
    case Start.LIST_ITEM:
      closeItem(Tag.LI, Tag.LI);
      break;
    case Start.DESCRIPTION:
      closeItem(Tag.DD, Tag.DT);
      break;
    case Start.ANCHOR:
      startAnchor();
      break;
    case Start.FORMATTING:
      reconstruct();
      pushActive(openFormatting(tag), tag);
      break;
    case Start.VOID:
      startVoid(tag);
      break;
    case Start.SVG:
      reconstruct();
      openForeign(Namespace.SVG);
      break;
    case Start.HEAD_CONTENT:
      startInHead();
      break;
    case Start.TABLE:
      if (Parser.documentMode != DocumentMode.QUIRKS) closeP();
      openElement(tag);
      Parser.framesetOk = false;
      Parser.mode = Mode.IN_TABLE;
      break;
    case Start.TABLE_PART:
      startTablePart();
      break;
    default:
      startControl(tag, start);
  }
}

function startControl(tag: u32, start: u32): void {
  switch (start) {
    case Start.FORM:
      startForm();
      break;
    case Start.BUTTON:
      closeInScope(Tag.BUTTON, Class.SCOPE);
      reconstruct();
      openElement(tag);
      Parser.framesetOk = false;
      break;
    case Start.INPUT:
      startInput();
      break;
    case Start.TEXTAREA:
      startText(Content.RCDATA);
      Parser.ignoresNewline = true;
      Parser.framesetOk = false;
      break;
    case Start.SELECT:
      if (isContextSelect() || closeInScope(Tag.SELECT, Class.SCOPE)) break;
      reconstruct();
      openElement(tag);
      Parser.framesetOk = false;
      break;
    case Start.OPTION:
      startOption(Tag.OPTGROUP);
      break;
    case Start.OPTION_GROUP:
      startOption(0);
      break;
    default:
      startVerbatim(tag, start);
  }
}

function startVerbatim(tag: u32, start: u32): void {
  switch (start) {
    case Start.PREFORMATTED:
      closeP();
      openElement(tag);
      Parser.content = Content.NEWLINE;
      Parser.framesetOk = false;
      break;
    case Start.PLAINTEXT:
      closeP();
      openElement(tag);
      Parser.content = Content.PLAINTEXT;
      break;
    case Start.XMP:
      closeP();
      reconstruct();
      Parser.framesetOk = false;
      startText(Content.RAWTEXT);
      break;
    case Start.IFRAME:
      Parser.framesetOk = false;
      startText(Content.RAWTEXT);
      break;
    case Start.NOEMBED:
      startText(Content.RAWTEXT);
      break;
    case Start.NOSCRIPT:
      if (Parser.scripting) {
        startText(Content.RAWTEXT);
      } else {
        reconstruct();
        openElement(tag);
      }
      break;
    default:
      startPhrase(tag, start);
  }
}

function startPhrase(tag: u32, start: u32): void {
  switch (start) {
    case Start.RULE:
      closeP();
      if (inScope(Tag.SELECT, Class.SCOPE)) closeImplied(Class.IMPLIED, 0);
      insertVoid(tag);
      Parser.framesetOk = false;
      break;
    case Start.IMAGE:
      startVoid(Tag.IMG);
      break;
    case Start.PARAMETER:
      insertVoid(tag);
      break;
    case Start.NOBR:
      reconstruct();
      if (inScope(Tag.NOBR, Class.SCOPE)) {
        adoptionAgency();
        reconstruct();
      }
      pushActive(openFormatting(tag), tag);
      break;
    case Start.MARKED:
      reconstruct();
      openElement(tag);
      insertMarker();
      Parser.framesetOk = false;
      break;
    case Start.RUBY_BASE:
      if (inScope(Tag.RUBY, Class.SCOPE)) closeImplied(Class.IMPLIED, 0);
      openElement(tag);
      break;
    case Start.RUBY_TEXT:
      if (inScope(Tag.RUBY, Class.SCOPE)) closeImplied(Class.IMPLIED, Tag.RTC);
      openElement(tag);
      break;
    case Start.MATH:
      reconstruct();
      openForeign(Namespace.MATHML);
      break;
    default:
      startRootAgain(start);
  }
}

/** Handles the start tag of html, body or frameset; the element may exist already. */
function startRootAgain(start: u32): void {
  if (start == Start.HTML) startHtmlAgain();
  else if (start == Start.BODY) startBodyAgain();
  else if (start == Start.FRAMESET) startFramesetInBody();
}

function startVoid(tag: u32): void {
  reconstruct();
  insertVoid(tag);
  Parser.framesetOk = false;
}

function startInput(): void {
  if (isContextSelect()) return;
  closeInScope(Tag.SELECT, Class.SCOPE);
  reconstruct();
  insertVoid(Tag.INPUT);
  if (Parser.framesetOk && !isHiddenInput()) Parser.framesetOk = false;
}

/** True if the context element is a select element, which cannot contain input or select elements. */
function isContextSelect(): bool {
  return Parser.fragment && Parser.context == Tag.SELECT;
}

/**
 * An option or optgroup start tag. In a select element it generates implied end tags, but not that of `except`: an option keeps an optgroup
 * open. Elsewhere it closes the current node if that is an option.
 */
function startOption(except: u32): void {
  if (inScope(Tag.SELECT, Class.SCOPE)) closeImplied(Class.IMPLIED, except);
  else if (currentName() == Tag.OPTION) pop();
  reconstruct();
  openElement(Token.tag);
}

function openOrdinary(tag: u32): void {
  const node = openElement(tag);
  if (tag == Tag.SELECTEDCONTENT) noteSelectedContent(node);
}

/** The body element if it is the second element on the stack, else 0. */
function openBody(): u32 {
  const entry = Open.base + 2 * ENTRY_BYTES;
  return entry <= Open.top && (wordAt(entry) & Word.NAME) == Tag.BODY ? nodeOf(entry) : 0;
}

/** A repeated html start tag adds its attributes to the html element. */
export function startHtmlAgain(): void {
  if (!Open.templates && Token.attributes) mergeAttributes(nodeOf(Open.base + ENTRY_BYTES));
}

function startBodyAgain(): void {
  const body = openBody();
  if (!body || Open.templates) return;
  Parser.framesetOk = false;
  if (Token.attributes) mergeAttributes(body);
}

function startFramesetInBody(): void {
  const body = openBody();
  if (!Parser.framesetOk || !body) return;
  remove(body);
  popTo(Open.base + 2 * ENTRY_BYTES);
  openElement(Tag.FRAMESET);
  Parser.mode = Mode.IN_FRAMESET;
}

function startForm(): void {
  if (Parser.form && !Open.templates) return;
  closeP();
  const form = openElement(Tag.FORM);
  if (!Open.templates) Parser.form = form;
}

/** A li, dd or dt start tag closes the last open item with either name, unless a special element was opened later. */
function closeItem(one: u32, other: u32): void {
  Parser.framesetOk = false;
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    const word = wordAt(entry);
    const name = word & Word.NAME;
    if (name == one || name == other) {
      popTo(entry);
      break;
    }
    spend(1);
    if ((word & (Class.SPECIAL | Class.TRANSPARENT_TO_ITEMS)) == Class.SPECIAL) break;
  }
  closeP();
  openElement(Token.tag);
}

function startAnchor(): void {
  const active = lastActive(Tag.A);
  if (active) {
    const anchor = load<u32>(active);
    adoptionAgency();
    // The algorithm may have left the `a` element in the list or on the stack.
    const left = lastActive(Tag.A);
    if (left && load<u32>(left) == anchor) removeActive(left);
    const entry = entryOf(anchor);
    if (entry) removeEntry(entry);
  }
  reconstruct();
  pushActive(openFormatting(Tag.A), Tag.A);
}

export function endInBody(): void {
  const tag = Token.tag;
  switch (endOf(tag)) {
    case End.ORDINARY:
      endOrdinary();
      break;
    case End.BLOCK:
      if (currentName() == tag) popNamed();
      else closeInScope(tag, Class.SCOPE);
      break;
    case End.HEADING:
      if (currentName() == tag) {
        popNamed();
      } else {
        const entry = matchInScope(Class.HEADING, Class.HEADING, Class.SCOPE);
        if (entry) popTo(entry);
      }
      break;
    case End.EXCEPTED:
      endExcepted();
      break;
    case End.FORMATTING:
      endFormatting();
      break;
    case End.FORM:
      endForm();
      break;
    case End.MARKED:
      if (closeInScope(tag, Class.SCOPE)) clearToMarker();
      break;
    case End.BREAK:
      reconstruct();
      openImplied(Tag.BR);
      pop();
      Parser.framesetOk = false;
      break;
    case End.BODY:
      endBody();
      break;
    case End.HTML:
      if (endBody()) endAfterBody();
      break;
    case End.TEMPLATE:
      endTemplate();
      break;
    case End.TABLE_PART:
      endTablePart();
      break;
  }
}

/** The end tags of p, li, dd and dt generate implied end tags of all other elements. */
function endExcepted(): void {
  const tag = Token.tag;
  if (currentName() == tag) {
    popNamed();
  } else if (tag == Tag.P) {
    if (closeInScope(tag, Class.SCOPE | Class.BUTTON_SCOPE)) return;
    openImplied(tag);
    pop();
  } else {
    closeInScope(tag, tag == Tag.LI ? Class.SCOPE | Class.LIST_SCOPE : Class.SCOPE);
  }
}

function endForm(): void {
  if (Open.templates) {
    closeInScope(Tag.FORM, Class.SCOPE);
    return;
  }
  const form = Parser.form;
  Parser.form = 0;
  if (!form || !inScope(Tag.FORM, Class.SCOPE)) return;
  closeImplied(Class.IMPLIED, 0);
  if (form == FORM_OUTSIDE) return;
  if (form == currentNode()) {
    pop();
    return;
  }
  const entry = entryOf(form);
  if (!entry) return;
  endAtTag(form);
  removeEntry(entry);
}

/** A body or html end tag; true if it ends the body, which remains on the stack. */
function endBody(): bool {
  if (!inScope(Tag.BODY, Class.SCOPE)) return false;
  Parser.mode = Mode.AFTER_BODY;
  const body = openBody();
  if (body) endAtTag(body);
  return true;
}
