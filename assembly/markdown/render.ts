/** Entry point of the writer of Markdown. */
import { MarkdownOption, Status } from '../layout';
import { Part } from '../page/records';
import { hideDetails, postCount, showDetails } from '../detect/posts';
import { findBase } from './base';
import { beginCode } from './code';
import { beginLists } from './lists';
import { beginHeadings, endSection, titleEnd, writeTitle } from './headings';
import { beginInline, finishBlock } from './inline';
import { beginNotes } from './notes';
import { Options } from './options';
import { Out, beginOut, failure, here, put } from './out';
import { beginPosts } from './posts';
import { beginPrefix } from './prefix';
import { beginTables } from './table';
import { beginWalk, writeNotes, writeTree } from './walk';
import { beginWork, isSpent } from '../work';
import { PAGE_URL } from '../output/address';
import { publishOutput } from '../page/arena';
import { KEEPS_HIDDEN, markShown } from '../output/visible-nodes';

/**
 * Writes the blocks of a selection as Markdown to the output; returns a `Status`. `options`: a sum of `MarkdownOption`. `shift` is added to
 * the levels of headings. The URL of the page is the first `urlBytes` bytes at `urlAddress()`; 0 if it is unknown. The title, the
 * `titleBytes` bytes after the URL, is the first heading, unless the document begins with another.
 */
export function renderMarkdown(selection: u32, options: u32, shift: i32, urlBytes: u32, titleBytes: u32): u32 {
  publishOutput(0);
  beginWork();
  Options.images = (options & MarkdownOption.IMAGES) != 0;
  Options.links = (options & MarkdownOption.LINKS) != 0;
  Options.hidden = (options & MarkdownOption.HIDDEN) != 0;
  Options.shift = shift;
  Options.isMain = ((selection >> (Part.SELECT + Part.MAIN)) & 1) != 0;
  // Each post begins with its author and its date.
  if (postCount) selection &= ~(1 << (Part.SELECT + Part.ITEM));
  hideDetails();
  const status = markShown(selection, Options.hidden ? KEEPS_HIDDEN : 0);
  showDetails();
  if (status != Status.OK) return status;
  if (!beginOut(0)) return Status.OUT_OF_MEMORY;
  findBase(PAGE_URL, PAGE_URL + urlBytes);
  beginPrefix();
  beginInline();
  beginLists();
  beginCode();
  beginTables();
  beginNotes();
  beginHeadings();
  beginPosts();
  beginWalk();
  const title = PAGE_URL + urlBytes;
  writeTitle(title, title + titleBytes, (options & MarkdownOption.TITLE) != 0);
  writeTree();
  finishBlock();
  writeNotes();
  endSection(1);
  if (Out.failed) return failure();
  if (isSpent()) return Status.TOO_COMPLEX;
  // A title without text is not a document.
  if (here() == titleEnd) Out.to -= titleEnd;
  if (here()) put(0x0a);
  publishOutput(here());
  return Status.OK;
}
