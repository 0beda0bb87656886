/**
 * Markdown to HTML by micromark, which conforms to CommonMark, with GitHub's tables, strikethrough, task lists and
 * footnotes. Raw HTML passes through. Bare URLs are not links.
 */
import { micromark } from 'micromark';
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';

const extensions = [gfmFootnote(), gfmStrikethrough({ singleTilde: false }), gfmTable(), gfmTaskListItem()];
const htmlExtensions = [
  // Otherwise ids and links of footnotes have a prefix.
  gfmFootnoteHtml({ clobberPrefix: '' }),
  gfmStrikethroughHtml(),
  gfmTableHtml(),
  gfmTaskListItemHtml(),
];

/** micromark adds it above footnotes. */
const NOTES_HEADING = '<h2 id="footnote-label" class="sr-only">Footnotes</h2>\n';

export const renderMarkdown = (markdown: string): string =>
  micromark(markdown, { allowDangerousHtml: true, allowDangerousProtocol: true, extensions, htmlExtensions }).replace(
    NOTES_HEADING,
    '',
  );
