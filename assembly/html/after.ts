/** The insertion modes of framesets, and those after the body. */
import { startHtmlAgain } from './body';
import { endInMode, startInMode } from './construct';
import { startInHead } from './head';
import { endAtTag, insertVoid, openElement } from './insert';
import { Tag } from './names';
import { ENTRY_BYTES, Open, currentName, nodeOf, popNamed } from './open';
import { Mode, Parser } from './state';
import { Token } from './tags';

export function startAfterBody(): void {
  if (Token.tag == Tag.HTML) {
    startHtmlAgain();
    return;
  }
  Parser.mode = Mode.IN_BODY;
  startInMode();
}

export function endAfterBody(): void {
  if (Token.tag == Tag.HTML) {
    if (Parser.fragment) return;
    Parser.mode = Mode.AFTER_AFTER_BODY;
    endAtTag(nodeOf(Open.base + ENTRY_BYTES));
    return;
  }
  Parser.mode = Mode.IN_BODY;
  endInMode();
}

export function startInFrameset(): void {
  switch (Token.tag) {
    case Tag.HTML:
      startHtmlAgain();
      break;
    case Tag.FRAMESET:
      openElement(Tag.FRAMESET);
      break;
    case Tag.FRAME:
      insertVoid(Tag.FRAME);
      break;
    case Tag.NOFRAMES:
      startInHead();
      break;
  }
}

export function endInFrameset(): void {
  if (Token.tag != Tag.FRAMESET || Open.top == Open.base + ENTRY_BYTES) return;
  popNamed();
  if (!Parser.fragment && currentName() != Tag.FRAMESET) Parser.mode = Mode.AFTER_FRAMESET;
}

/** "After frameset" and "after after frameset" */
export function startAfterFrameset(): void {
  if (Token.tag == Tag.HTML) startHtmlAgain();
  else if (Token.tag == Tag.NOFRAMES) startInHead();
}

export function endAfterFrameset(): void {
  if (Token.tag == Tag.HTML) Parser.mode = Mode.AFTER_AFTER_FRAMESET;
}
