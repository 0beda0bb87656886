/**
 * The insertion modes up to the body: "initial", "before html", "before head", "in head", "after head"; and templates.
 */
import { DocumentMode } from './records';
import { Class, Start, startOf, wordOf } from './classes';
import { startHtmlAgain } from './body';
import { endInMode, startInMode } from './construct';
import { clearToMarker, insertMarker } from './formatting';
import { insertVoid, openElement, openImplied, openTemplateElement } from './insert';
import { Tag } from './names';
import { Open, closeImplied, entryOf, inScope, pop, popTo, push, removeEntry, setTemplateMode } from './open';
import { resetMode } from './reset';
import { Content, Mode, Parser } from './state';
import { Token } from './tags';

/** Depth of the head element, which is below the html element. */
const HEAD_DEPTH: u32 = 2;

/** "Anything else" in a mode before the body: creates the missing element or closes the open one, and enters the next mode. */
export function leaveMode(): void {
  switch (Parser.mode) {
    case Mode.INITIAL:
      Parser.documentMode = DocumentMode.QUIRKS;
      Parser.mode = Mode.BEFORE_HTML;
      break;
    case Mode.BEFORE_HTML:
      openImplied(Tag.HTML);
      Parser.mode = Mode.BEFORE_HEAD;
      break;
    case Mode.BEFORE_HEAD:
      Parser.head = openImplied(Tag.HEAD);
      Parser.mode = Mode.IN_HEAD;
      break;
    case Mode.IN_HEAD:
      pop();
      Parser.mode = Mode.AFTER_HEAD;
      break;
    case Mode.IN_HEAD_NOSCRIPT:
      pop();
      Parser.mode = Mode.IN_HEAD;
      break;
    default:
      openImplied(Tag.BODY);
      Parser.mode = Mode.IN_BODY;
  }
}

/** Leaves the mode and handles the current start tag in the next one. */
export function startInNextMode(): void {
  leaveMode();
  startInMode();
}

// ── Start tags ──

export function startBeforeHtml(): void {
  if (Token.tag == Tag.HTML) {
    openElement(Tag.HTML);
    Parser.mode = Mode.BEFORE_HEAD;
  } else {
    startInNextMode();
  }
}

export function startBeforeHead(): void {
  if (Token.tag == Tag.HTML) {
    startHtmlAgain();
  } else if (Token.tag == Tag.HEAD) {
    Parser.head = openElement(Tag.HEAD);
    Parser.mode = Mode.IN_HEAD;
  } else {
    startInNextMode();
  }
}

export function startInHead(): void {
  switch (Token.tag) {
    case Tag.HTML:
      startHtmlAgain();
      break;
    case Tag.BASE:
    case Tag.BASEFONT:
    case Tag.BGSOUND:
    case Tag.LINK:
    case Tag.META:
      insertVoid(Token.tag);
      break;
    case Tag.TITLE:
      startText(Content.RCDATA);
      break;
    case Tag.NOSCRIPT:
      if (Parser.scripting) {
        startText(Content.RAWTEXT);
      } else {
        openElement(Tag.NOSCRIPT);
        Parser.mode = Mode.IN_HEAD_NOSCRIPT;
      }
      break;
    case Tag.NOFRAMES:
    case Tag.STYLE:
      startText(Content.RAWTEXT);
      break;
    case Tag.SCRIPT:
      startText(Content.SCRIPT);
      break;
    case Tag.TEMPLATE:
      startTemplate();
      break;
    case Tag.HEAD:
      break;
    default:
      startInNextMode();
  }
}

export function startInHeadNoscript(): void {
  switch (Token.tag) {
    case Tag.HTML:
      startHtmlAgain();
      break;
    case Tag.BASEFONT:
    case Tag.BGSOUND:
    case Tag.LINK:
    case Tag.META:
    case Tag.NOFRAMES:
    case Tag.STYLE:
      startInHead();
      break;
    case Tag.HEAD:
    case Tag.NOSCRIPT:
      break;
    default:
      startInNextMode();
  }
}

export function startAfterHead(): void {
  switch (Token.tag) {
    case Tag.HTML:
      startHtmlAgain();
      break;
    case Tag.BODY:
      openElement(Tag.BODY);
      Parser.framesetOk = false;
      Parser.mode = Mode.IN_BODY;
      break;
    case Tag.FRAMESET:
      openElement(Tag.FRAMESET);
      Parser.mode = Mode.IN_FRAMESET;
      break;
    case Tag.HEAD:
      break;
    default:
      if (startOf(Token.tag) == Start.HEAD_CONTENT) {
        push(Parser.head, wordOf(Tag.HEAD), HEAD_DEPTH);
        startInHead();
        removeEntry(entryOf(Parser.head));
      } else {
        startInNextMode();
      }
  }
}

/**
 * The generic raw text and RCDATA element parsing algorithms. The tokenizer reads the text and the end tag of the element at once. So the
 * element is not pushed, and the "text" insertion mode is unnecessary.
 */
export function startText(content: i32): void {
  Parser.textElement = insertVoid(Token.tag);
  Parser.content = content;
}

// ── End tags ──

/** True if the end tag creates the missing elements up to the body; most other end tags are ignored before it. */
function passesBeforeBody(): bool {
  const tag = Token.tag;
  return tag == Tag.BODY || tag == Tag.HTML || tag == Tag.BR;
}

export function endInNextMode(): void {
  leaveMode();
  endInMode();
}

export function endBeforeHead(): void {
  if (passesBeforeBody() || Token.tag == Tag.HEAD) endInNextMode();
}

export function endInHead(): void {
  if (Token.tag == Tag.HEAD) leaveMode();
  else endAfterHead();
}

export function endInHeadNoscript(): void {
  if (Token.tag == Tag.NOSCRIPT || Token.tag == Tag.BR) leaveMode();
  if (Token.tag == Tag.BR) endInMode();
}

export function endAfterHead(): void {
  if (Token.tag == Tag.TEMPLATE) endTemplate();
  else if (passesBeforeBody()) endInNextMode();
}

// ── Templates ──

function startTemplate(): void {
  openTemplateElement();
  Open.templates++;
  insertMarker();
  Parser.framesetOk = false;
  Parser.mode = Mode.IN_TEMPLATE;
  setTemplateMode(Mode.IN_TEMPLATE);
}

export function endTemplate(): void {
  if (!Open.templates) return;
  closeImplied(Class.IMPLIED_THOROUGHLY, 0);
  popTo(inScope(Tag.TEMPLATE, 0));
  clearToMarker();
  resetMode();
}

export function endInTemplate(): void {
  if (Token.tag == Tag.TEMPLATE) endTemplate();
}

export function startInTemplate(): void {
  if (startOf(Token.tag) == Start.HEAD_CONTENT) {
    startInHead();
    return;
  }
  let mode: i32 = Mode.IN_BODY;
  switch (Token.tag) {
    case Tag.CAPTION:
    case Tag.COLGROUP:
    case Tag.TBODY:
    case Tag.TFOOT:
    case Tag.THEAD:
      mode = Mode.IN_TABLE;
      break;
    case Tag.COL:
      mode = Mode.IN_COLUMN_GROUP;
      break;
    case Tag.TR:
      mode = Mode.IN_TABLE_BODY;
      break;
    case Tag.TD:
    case Tag.TH:
      mode = Mode.IN_ROW;
      break;
  }
  setTemplateMode(mode);
  Parser.mode = mode;
  startInMode();
}
