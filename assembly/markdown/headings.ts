/**
 * Writes headings. In main content, a heading without text below it becomes text. The first heading is the headline: it is moved before
 * pictures above it, and not written again.
 */
import { firstText, hasFirstText } from './inside';
import { Line, finishBlock } from './inline';
import { escapeLine } from './line';
import { moveEnd } from './lists';
import { Options } from './options';
import { Out, addressOf, byteAt, here, need } from './out';
import { Prefix } from './prefix';
import { writeText } from './text';
import { headingAround, headlineElement } from '../detect/units';
import { areEqual } from '../html/scan';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { KEPT, marksOf } from '../output/visible-nodes';
import { spend } from '../work';

/** Level of the last heading, or 0. */
let level: u32 = 0;
/** Offset of the number signs of the last heading. */
let marks: u32 = 0;
/** Offset of the text of the last heading. */
let start: u32 = 0;
/** Offset of the end of the last heading. */
let end: u32 = 0;
/** True before the first heading. */
let isFirst: bool = true;
/** Length of the text of the first heading, in bytes. */
let headlineLength: u32 = 0;
/** Offset of the text of the first heading, if it begins the output; else 0. */
let headlineStart: u32 = 0;
/** True if the document has a title. Then a heading of any level that begins the document is the title. */
let hasTitle: bool = false;
/** Offset of the end of the title if it is the first heading; otherwise 0. */
export let titleEnd: u32 = 0;

export function beginHeadings(): void {
  level = 0;
  isFirst = true;
  headlineStart = 0;
  titleEnd = 0;
}

/** True if main content begins with a heading, or the headline is moved to its start. */
function beginsWithHeading(): bool {
  if (!Options.isMain) return false;
  if (headlineElement && nodeAt(headlineElement).tag == Tag.H1 && marksOf(headlineElement) & KEPT) return true;
  return headingAround(firstText()) != 0;
}

/** Writes the title as the first heading, unless main content begins with a heading and `isOther` is false. */
export function writeTitle(start: usize, end: usize, isOther: bool): void {
  hasTitle = start != end;
  if (!hasTitle || (!isOther && beginsWithHeading()) || !need((end - start) << 1)) return;
  Line.block = Line.HEADING;
  Line.level = levelOf(1);
  writeText(start, end);
  headlineStart = Line.start;
  finishBlock();
  Line.block = Line.PARAGRAPH;
  headlineLength = here() - headlineStart;
  isFirst = false;
  titleEnd = here();
}

/** The level to write for a heading of level `own` in HTML. */
function levelOf(own: i32): u32 {
  return <u32>max(1, min(6, own + Options.shift));
}

/** The level to write for a heading: the first level if it begins the document. */
export function levelOfHeading(node: u32): u32 {
  const isTitle = isHeadlineText(node) || (hasTitle && Options.isMain && isFirst && hasFirstText(node));
  return levelOf(isTitle ? 1 : <i32>nodeAt(node).tag - Tag.H1 + 1);
}

/** True if an element begins the document with the headline. */
export function isHeadlineText(node: u32): bool {
  return Options.isMain && isFirst && node == headlineElement && hasFirstText(node);
}

/**
 * Turns the last heading into text if nothing was written after it. Called before a heading of level `next`, and at the end of the
 * document.
 */
export function endSection(next: u32): void {
  // The heading that begins the document is its headline.
  if (next > 1 || level < next || here() != end || !marks) return;
  memory.copy(addressOf(marks), addressOf(start), end - start);
  Out.to -= start - marks;
  spend(end - start);
  escapeLine(marks, true);
  moveEnd(end, here());
  level = 0;
}

/** Ends the line of the heading `node`. */
export function finishHeading(node: u32): void {
  const isWritten = Line.open;
  const ownLevel = Line.level;
  finishBlock();
  level = 0;
  if (!isWritten || !(Options.isMain || titleEnd)) return;
  if (Options.isMain) level = ownLevel;
  start = Line.start;
  marks = start - ownLevel - 1;
  end = here();
  const isMoved = (isFirst && hasFirstText(node)) || (node == headlineElement && nodeAt(node).tag == Tag.H1);
  if (isMoved && !titleEnd && marks && !Prefix.length) putFirst();
  if (isFirst && !Prefix.length && byteAt(0) == 0x23) {
    headlineStart = start - marks;
    headlineLength = end - start;
  } else if (repeatsHeadline()) {
    Out.to = addressOf(marks - 2);
    level = 0;
  }
  isFirst = false;
}

function repeatsHeadline(): bool {
  if (!headlineStart || Prefix.length || end - start != headlineLength) return false;
  spend(headlineLength);
  return areEqual(addressOf(start), addressOf(headlineStart), headlineLength);
}

/** Moves the last heading to the start of the output. */
function putFirst(): void {
  const length = end - marks;
  if (!need(length)) return;
  spend(end);
  // Two line feeds separate the pictures from the heading.
  memory.copy(Out.to, addressOf(marks), length);
  memory.copy(addressOf(length + 2), addressOf(0), marks - 2);
  memory.copy(addressOf(0), Out.to, length);
  store<u16>(addressOf(length), 0x0a0a);
  level = 0;
}
