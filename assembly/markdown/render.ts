/** The blocks of a selection as Markdown, to the output. */
import { STATUS_OK, STATUS_OUT_OF_MEMORY, STATUS_TOO_COMPLEX } from '../layout';
import { findBase } from './base';
import { beginCode } from './code';
import { beginFrames } from './frames';
import { beginInline, finishBlock } from './inline';
import { beginLists } from './lists';
import { beginNotes } from './notes';
import { Options } from './options';
import { Out, beginOut, failure, here, put } from './out';
import { beginPrefix } from './prefix';
import { beginTables } from './table';
import { beginWalk, walk } from './walk';
import { beginWork, isSpent } from '../work';
import { publishOutput, tape } from '../page/arena';
import { KEEPS_HIDDEN, findKept } from '../page/kept';
import { textRoom } from '../page/render';

/** Bits of the options of `renderMarkdown`. */
export const MARKDOWN_IMAGES: u32 = 1;
export const MARKDOWN_LINKS: u32 = 2;
export const MARKDOWN_HIDDEN: u32 = 4;

/**
 * Writes the blocks of a selection as Markdown; a `STATUS_…` code. `options`: a sum of `MARKDOWN_…`; `shift` is added to the levels of
 * headings. The address of the page is the first `urlBytes` bytes of the tape; 0 where it is unknown.
 */
export function renderMarkdown(selection: u32, options: u32, shift: i32, urlBytes: u32): u32 {
  publishOutput(0);
  beginWork();
  Options.images = (options & MARKDOWN_IMAGES) != 0;
  Options.links = (options & MARKDOWN_LINKS) != 0;
  Options.hidden = (options & MARKDOWN_HIDDEN) != 0;
  Options.shift = shift;
  const status = findKept(selection, Options.hidden ? KEEPS_HIDDEN : 0);
  if (status != STATUS_OK) return status;
  if (!beginOut(textRoom())) return STATUS_OUT_OF_MEMORY;
  findBase(tape, tape + urlBytes);
  beginPrefix();
  beginInline();
  beginFrames();
  beginLists();
  beginCode();
  beginTables();
  beginNotes();
  beginWalk();
  walk(0);
  finishBlock();
  if (Out.failed) return failure();
  if (isSpent()) return STATUS_TOO_COMPLEX;
  if (here()) put(0x0a);
  publishOutput(here());
  return STATUS_OK;
}
