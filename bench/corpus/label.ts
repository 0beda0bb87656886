/** Labels a page by selectors: adds `data-gold` to the start tags of the matched elements and changes nothing else. */
import { selectAll } from 'css-select';
import type { Document, Element } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

export interface Selectors {
  readonly content: string;
  /** Empty for no selector. */
  readonly drop: string;
}

/** The page with labels; undefined where no element matches `content`, since such a page has another layout. */
export function labelPage(html: string, { content, drop }: Selectors): string | undefined {
  const document: Document = parse(html, { treeAdapter: adapter, sourceCodeLocationInfo: true });
  const matched = selectAll<Document['children'][number], Element>(content, document.children);
  if (matched.length === 0) return undefined;
  const dropped = drop === '' ? [] : selectAll<Document['children'][number], Element>(drop, document.children);
  const labels = new Map<Element, string>();
  for (const element of matched) labels.set(element, 'content');
  for (const element of dropped) labels.set(element, 'template');
  const insertions = [...labels]
    .flatMap(([element, label]) => {
      const tag = element.sourceCodeLocation?.startTag;
      // An element that the parser added has no start tag and cannot have a label.
      if (tag === undefined || tag === null) return [];
      return [{ at: tag.startOffset + 1 + element.name.length, text: ` data-gold="${label}"` }];
    })
    .sort((one, other) => one.at - other.at);
  let labelled = '';
  let from = 0;
  for (const { at, text } of insertions) {
    labelled += html.slice(from, at) + text;
    from = at;
  }
  return insertions.length === 0 ? undefined : labelled + html.slice(from);
}
