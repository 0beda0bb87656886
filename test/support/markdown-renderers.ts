/** Renderers of Markdown that people use, each with the usual options that let most through: raw HTML, any address, links of bare addresses. */
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import rehypeRaw from 'rehype-raw';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const DANGEROUS = { allowDangerousHtml: true, allowDangerousProtocol: true };
const GFM = {
  ...DANGEROUS,
  extensions: [gfmAutolinkLiteral(), gfmFootnote(), gfmStrikethrough(), gfmTable()],
  htmlExtensions: [gfmAutolinkLiteralHtml(), gfmFootnoteHtml(), gfmStrikethroughHtml(), gfmTableHtml()],
};
const remark = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeStringify);
const marked = new Marked();
const markedWithBreaks = new Marked({ breaks: true });
const markdownIt = new MarkdownIt({ html: true, linkify: true, typographer: true });
markdownIt.validateLink = () => true;

export const RENDERERS: Readonly<Record<string, (markdown: string) => string>> = {
  CommonMark: (markdown) => micromark(markdown, DANGEROUS),
  GFM: (markdown) => micromark(markdown, GFM),
  'remark-gfm and rehype-raw': (markdown) => String(remark.processSync(markdown)),
  marked: (markdown) => marked.parse(markdown, { async: false }),
  'marked with breaks': (markdown) => markedWithBreaks.parse(markdown, { async: false }),
  'markdown-it': (markdown) => markdownIt.render(markdown),
};
