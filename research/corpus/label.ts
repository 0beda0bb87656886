/** Adds labels to the start tags of elements matched by selectors, and changes nothing else. */
import { selectAll } from 'css-select';
import type { Document, Element } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

/** Every selector may be empty. A label applies to the element and its descendants without another label. */
export interface Selectors {
  /** Content. If empty, `data-gold` labels of the page are kept. */
  readonly content: string;
  /** Template in the content. */
  readonly drop: string;
  /** Main content. If empty, no `data-main` labels are written. */
  readonly main?: string;
  /** Elements in the main content that do not belong to it. */
  readonly mainDrop?: string;
  /** Comments of readers. */
  readonly comments?: string;
}

type Node = Document['children'][number];

class Labels {
  readonly #attribute: string;
  readonly #document: Document;
  readonly #values = new Map<Element, string>();

  constructor(attribute: string, document: Document) {
    this.#attribute = attribute;
    this.#document = document;
  }

  add(selector: string, value: string): number {
    if (selector === '') return 0;
    const matched = selectAll<Node, Element>(selector, this.#document.children);
    for (const element of matched) this.#values.set(element, value);
    return matched.length;
  }

  insertions(): Insertion[] {
    return [...this.#values].flatMap(([element, value]) => {
      const tag = element.sourceCodeLocation?.startTag;
      // An element that the parser added has no start tag.
      if (tag === undefined || tag === null) return [];
      return [{ at: tag.startOffset + 1 + element.name.length, text: ` ${this.#attribute}="${value}"` }];
    });
  }
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Undefined if no element matches `content` or `main`, because the page has a different layout. */
export function labelPage(html: string, { content, drop, main = '', mainDrop = '', comments = '' }: Selectors) {
  const document: Document = parse(html, { treeAdapter: adapter, sourceCodeLocationInfo: true });
  const gold = new Labels('data-gold', document);
  if (content !== '' && gold.add(content, 'content') === 0) return undefined;
  gold.add(drop, 'template');
  const parts = new Labels('data-main', document);
  if (main !== '' && parts.add(main, 'main') === 0) return undefined;
  parts.add(mainDrop, 'rest');
  parts.add(comments, 'comments');
  const insertions = [...gold.insertions(), ...parts.insertions()];
  return insertions.length === 0 ? undefined : insert(html, insertions);
}

function insert(html: string, insertions: Insertion[]): string {
  let labelled = '';
  let from = 0;
  for (const { at, text } of insertions.sort((one, other) => one.at - other.at)) {
    labelled += html.slice(from, at) + text;
    from = at;
  }
  return labelled + html.slice(from);
}
