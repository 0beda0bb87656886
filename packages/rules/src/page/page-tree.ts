import type { Page } from 'refrain';
import { Cursor, contextOf, layout, type PageContext } from 'refrain/engine';
import type { RulesAdapter } from '../apply/adapter.ts';
import { valueAttribute } from '../apply/rules.ts';
import { Selectors } from '../apply/selectors.ts';
import { meets, type ParsedSelector, readSelector } from './css-selector.ts';

export interface PageNode {
  readonly node: number;
  /** Number of an element in document order; -1 for other nodes. */
  readonly number: number;
  readonly name: string | undefined;
  readonly isText: boolean;
  readonly parent: PageNode | null;
  readonly children: PageNode[];
}

/** Flags of the selected elements, by number. */
export type Marks = Uint8Array;

export class PageTree implements RulesAdapter<PageNode> {
  readonly root: PageNode;
  readonly elements: PageNode[] = [];
  /** Number of the parent of each element; -1 for the root, and for children of a `template`. */
  readonly parents: Int32Array;
  readonly selectors: Selectors<PageNode>;
  readonly #context: PageContext<unknown>;
  readonly #byNode = new Map<number, PageNode>();
  readonly #texts = new Map<PageNode, string>();
  readonly #attributes: ReadonlyMap<string, string>[] = [];
  readonly #marks = new Map<ParsedSelector, Marks>();
  readonly #siblings: Siblings[] = [];

  /** Reads the page of the last call of a detector. */
  constructor(page: Page) {
    this.#context = contextOf(page);
    this.root = this.#read(new Cursor(this.#context));
    this.parents = Int32Array.from(this.elements, ({ parent }) => parent?.number ?? -1);
    this.selectors = new Selectors<PageNode>(this, this.root);
  }

  #read(cursor: Cursor): PageNode {
    const nodeHere = (parent: PageNode | null): PageNode => {
      const { kind, node } = cursor;
      const isElement = kind === 'element';
      const number = isElement ? this.elements.length : -1;
      const name = isElement ? cursor.name.toLowerCase() : undefined;
      const found: PageNode = { node, number, name, isText: kind === 'text', parent, children: [] };
      if (isElement) {
        this.elements.push(found);
        this.#byNode.set(node, found);
      }
      parent?.children.push(found);
      return found;
    };
    const root = nodeHere(null);
    let [at, parent] = [root, root];
    for (;;) {
      if (cursor.firstChild()) parent = at;
      else
        while (!cursor.nextSibling()) {
          if (!cursor.parent()) return root;
          parent = parent.parent ?? root;
        }
      at = nodeHere(parent);
    }
  }

  /** `node`: a node in the module. */
  numberOf(node: number): number | undefined {
    return this.#byNode.get(node)?.number;
  }

  /** The result must not be changed. */
  matched(selector: ParsedSelector): Marks {
    const known = this.#marks.get(selector);
    if (known !== undefined) return known;
    const marks = new Uint8Array(this.elements.length);
    for (const steps of selector) {
      const found = this.selectors.find(steps, (element, { conditions }) =>
        conditions.every((part) => meets(this, element, part)),
      );
      for (const { number } of found) marks[number] = 1;
    }
    this.#marks.set(selector, marks);
    return marks;
  }

  inside(marks: Marks): Marks {
    const inside = new Uint8Array(marks);
    for (const [element, parent] of this.parents.entries()) if (inside[parent]) inside[element] = 1;
    return inside;
  }

  /** The value of `<meta>` and `<time>`, the text of other elements, in one line of at most `max` characters. */
  valueOf(element: number, max: number): string {
    const node = this.elements[element] as PageNode;
    const attribute = valueAttribute(node.name);
    const value = attribute === undefined ? undefined : this.attribute(node, attribute);
    const text = value?.trim() ? value : textOf(new Cursor(this.#context, node.node), 8 * max);
    return text.trim().replace(/\s+/g, ' ').slice(0, max);
  }

  siblings({ number }: PageNode, isOfType: boolean): readonly [before: number, after: number] {
    this.#siblings[Number(isOfType)] ??= siblingsOf(this.elements, ({ name }) => (isOfType ? (name as string) : ''));
    const [before, after] = this.#siblings[Number(isOfType)] as Siblings;
    return [before[number] as number, after[number] as number];
  }

  select = (selector: string): PageNode[] => {
    if (selector === '*') return this.elements;
    const marks = this.matched(readSelector(selector));
    return this.elements.filter((_, at) => marks[at] === 1);
  };

  name = ({ name }: PageNode): string | undefined => name;

  attribute = (element: PageNode, name: string): string | undefined => {
    const attributes = this.#attributes[element.number] ?? this.#context.attributes(element.node);
    // The copies of a tag, which invalid markup makes, would need much memory.
    if (this.#context.sourceOffset(element.node, layout.Node.START) !== null)
      this.#attributes[element.number] = attributes;
    return attributes.get(name);
  };

  text = (node: PageNode): string | undefined => {
    if (!node.isText) return undefined;
    const text = this.#texts.get(node) ?? new Cursor(this.#context, node.node).text;
    this.#texts.set(node, text);
    return text;
  };

  children = ({ children }: PageNode): PageNode[] => children;

  /** Children of a `template` have no parent. */
  parent = ({ parent }: PageNode): PageNode | null =>
    parent === null || parent.number >= 0 || parent === this.root ? parent : null;

  remove = (): never => {
    throw new TypeError('a page of a detector cannot be changed');
  };
}

/** Siblings of one kind before and after each element of a page. */
type Siblings = readonly [before: Uint32Array, after: Uint32Array];

export function siblingsOf(elements: readonly PageNode[], kindOf: (element: PageNode) => string): Siblings {
  const keys = elements.map((element) => `${element.parent?.node} ${kindOf(element)}`);
  const counts = new Map<string, number>();
  const before = Uint32Array.from(keys, (key) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  });
  return [before, before.map((count, at) => (counts.get(keys[at] as string) as number) - count - 1)];
}

/** Text at a cursor. Stops when it is longer than `max`. */
function textOf(cursor: Cursor, max: number): string {
  let text = '';
  for (let depth = 0; text.length < max; ) {
    if (cursor.kind === 'text') text += cursor.text;
    if (!/^(?:script|style)$/.test(cursor.name) && cursor.firstChild()) {
      depth += 1;
      continue;
    }
    while (depth > 0 && !cursor.nextSibling()) {
      cursor.parent();
      depth -= 1;
    }
    if (depth === 0) break;
  }
  return text;
}
