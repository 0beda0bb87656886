/** What rules find in a page, by the libraries that apply them; and what an extractor finds that knows no site. */
import { applyRules, domhandlerAdapter, RulesError, type SiteRules } from '@refrain/rules/apply';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';

const adapter = domhandlerAdapter<AnyNode>((selector, root) => selectAll<AnyNode, Element>(selector, root));

/** The content of a page, or its main content, by css-select, on a tree of htmlparser2; nothing of a page that has none of the layouts. */
export function byCssSelect(html: string, rules: SiteRules, part: 'content' | 'main' = 'content'): string {
  try {
    return applyRules(parseDocument(html) as AnyNode, rules, { adapter }).text(part);
  } catch (error) {
    if (error instanceof RulesError && error.code === 'NO_LAYOUT') return '';
    throw error;
  }
}

/** Whether the rules find so little of a page that it is content as a whole, as none of them says: no other format does so. */
export const isWhole = (html: string, rules: SiteRules): boolean => {
  if (rules.layouts.some(({ content }) => content.some(({ selector }) => selector === 'body'))) return false;
  const { content } = applyRules(parseDocument(html) as AnyNode, rules, { adapter });
  return content.length === 1 && (content[0] as Element).name === 'body';
};
