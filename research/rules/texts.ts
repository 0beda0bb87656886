/** What rules find in a page, by the libraries that apply them; and what an extractor finds that knows no site. */
import { applyRules, domhandlerAdapter, RulesError, type SiteRules } from '@refrain/rules/apply';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { parse, serialize } from 'parse5';

const adapter = domhandlerAdapter<AnyNode>((selector, root) => selectAll<AnyNode, Element>(selector, root));

/** A page that has none of the layouts has no content. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof RulesError && error.code === 'NO_LAYOUT') return '';
    throw error;
  }
}

/** The content of a page, or its main content, by css-select, on a tree of htmlparser2. */
export const byCssSelect = (html: string, rules: SiteRules, part: 'content' | 'main' = 'content'): string =>
  orEmpty(() => applyRules(parseDocument(html) as AnyNode, rules, { adapter }).text(part));

/** The same by linkedom, which needs the tags of head and body: parse5 completes the page. */
export const byLinkedom = (html: string, rules: SiteRules): string =>
  orEmpty(() => {
    const { document } = parseHTML(serialize(parse(html, { scriptingEnabled: false })));
    return applyRules(document as unknown as Document, rules).text('content');
  });

/** Whether the rules find so little of a page that it is content as a whole, as none of them says: no other format does so. */
export const isWhole = (html: string, rules: SiteRules): boolean => {
  if (rules.layouts.some(({ content }) => content.some(({ selector }) => selector === 'body'))) return false;
  const { content } = applyRules(parseDocument(html) as AnyNode, rules, { adapter });
  return content.length === 1 && (content[0] as Element).name === 'body';
};
