/** The tree construction dispatcher (section of this name) passes each token to the rules of the insertion mode or of foreign content. */
import { Node, NodeKind, appendChild, newNode, nodeAt } from './nodes';
import {
  endAfterBody,
  endAfterFrameset,
  endInFrameset,
  startAfterBody,
  startAfterFrameset,
  startInFrameset,
} from './after';
import { endInBody, startInBody } from './body';
import { Word } from './classes';
import { endForeign, startForeign, startsHtml } from './foreign';
import { clearToMarker } from './formatting';
import {
  endAfterHead,
  endBeforeHead,
  endInHead,
  endInHeadNoscript,
  endInNextMode,
  endInTemplate,
  leaveMode,
  startAfterHead,
  startBeforeHead,
  startBeforeHtml,
  startInHead,
  startInHeadNoscript,
  startInNextMode,
  startInTemplate,
} from './head';
import { insertComment, insertCurrentComment } from './insert';
import { Doctype, documentModeOf } from './markup';
import { Tag } from './names';
import { ENTRY_BYTES, Open, currentWord, inScope, nodeOf, popTo, wordAt } from './open';
import { resetMode } from './reset';
import { cloneOption } from './selectedcontent';
import { Mode, Parser } from './state';
import {
  endInColumnGroup,
  endInRow,
  endInTable,
  endInTableBody,
  startInColumnGroup,
  startInRow,
  startInTable,
  startInTableBody,
} from './table';
import { Token } from './tags';

function endAfterAfterBody(): void {
  Parser.mode = Mode.IN_BODY;
  endInBody();
}

function ignoreTag(): void {}

type Rule = () => void;

/** Address of `RULES`; its functions use this variable. */
let rules: usize = 0;

export function startTag(): void {
  const word = currentWord();
  if (word & Word.NAMESPACE && !startsHtml(word)) startForeign();
  else startInMode();
}

export function startInMode(): void {
  changetype<Rule>(load<usize>(rules + ((<usize>Parser.mode) << 3)))();
}

export function endTag(): void {
  if (currentWord() & Word.NAMESPACE) endForeign();
  else endInMode();
}

export function endInMode(): void {
  changetype<Rule>(load<usize>(rules + ((<usize>Parser.mode) << 3), 4))();
}

/** Rules of start and end tags for HTML content, in the order of `Mode`. */
// biome-ignore format: a row for each mode
const RULES: StaticArray<Rule> = [
  /* initial */ startInNextMode, endInNextMode,
  /* before html */ startBeforeHtml, endBeforeHead,
  /* before head */ startBeforeHead, endBeforeHead,
  /* in head */ startInHead, endInHead,
  /* in head noscript */ startInHeadNoscript, endInHeadNoscript,
  /* after head */ startAfterHead, endAfterHead,
  /* in body */ startInBody, endInBody,
  /* in cell */ startInBody, endInBody,
  /* in caption */ startInBody, endInBody,
  /* in template */ startInTemplate, endInTemplate,
  /* in table */ startInTable, endInTable,
  /* in table body */ startInTableBody, endInTableBody,
  /* in row */ startInRow, endInRow,
  /* in column group */ startInColumnGroup, endInColumnGroup,
  /* after body */ startAfterBody, endAfterBody,
  /* in frameset */ startInFrameset, endInFrameset,
  /* after frameset */ startAfterFrameset, endAfterFrameset,
  /* after after body */ startAfterBody, endAfterAfterBody,
  /* after after frameset */ startAfterFrameset, ignoreTag,
];
rules = changetype<usize>(RULES);

export function comment(): void {
  if (currentWord() & Word.NAMESPACE) {
    insertCurrentComment();
    return;
  }
  switch (Parser.mode) {
    case Mode.AFTER_BODY:
      insertComment(nodeOf(Open.base + ENTRY_BYTES));
      break;
    case Mode.AFTER_AFTER_BODY:
    case Mode.AFTER_AFTER_FRAMESET:
      insertComment(0);
      break;
    default:
      insertCurrentComment();
  }
}

export function doctype(): void {
  if (Parser.mode != Mode.INITIAL) return;
  const start = <u32>(Token.start - Parser.source);
  const node = newNode(NodeKind.DOCTYPE << 16, start, <u32>(Token.end - Parser.source));
  store<u64>(
    changetype<usize>(nodeAt(node)),
    <u64>Doctype.name | ((<u64>(Doctype.nameEnd - Doctype.name)) << 32),
    offsetof<Node>('text'),
  );
  appendChild(0, node);
  Parser.documentMode = documentModeOf();
  Parser.mode = Mode.BEFORE_HTML;
}

/** At the end of the source: creates missing elements, and sets the source ends of open elements. */
export function endOfSource(): void {
  Token.start = Parser.end;
  Token.end = Parser.end;
  Token.closing = false;
  for (;;) {
    while (Parser.mode < Mode.IN_BODY) leaveMode();
    if (!Open.templates) break;
    popTo(inScope(Tag.TEMPLATE, 0));
    clearToMarker();
    resetMode();
  }
  const end = <u32>(Parser.end - Parser.source);
  if (Parser.hasSelectedContent) cloneOpenOptions();
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    const at = nodeAt(nodeOf(entry));
    // The ends of html and body are set already if they had end tags; they remain on the stack.
    if (at.end == at.extra) at.end = end;
  }
}

/** "Maybe clone an option into selectedcontent" for options that are open at the end of the source. */
function cloneOpenOptions(): void {
  for (let entry = Open.top; entry > Open.base; entry -= ENTRY_BYTES) {
    if ((wordAt(entry) & Word.NAME) == Tag.OPTION) cloneOption(nodeOf(entry));
  }
}
