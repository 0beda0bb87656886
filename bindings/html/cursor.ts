import { lowerCase } from '../memory.ts';
import { attributesOf, identifiersOf } from './memory.ts';
import { adjustAttributes, adjustElement, type Namespace } from './names.ts';
import type { TreeInHand } from './tree.ts';

/** Kind of a node; `fragment` is the root of a parsed fragment, and what a `template` element holds. */
export type NodeKind = 'document' | 'element' | 'text' | 'comment' | 'doctype' | 'fragment';

/** By the numbers that the module has for them. */
const KINDS: readonly NodeKind[] = ['document', 'element', 'text', 'comment', 'doctype', 'fragment'];
const NAMESPACES: readonly Namespace[] = ['html', 'svg', 'mathml'];

/** In the source CR and CR LF stand for LF, as the standard has it of its input stream. */
const normalizeNewlines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** How the source of comments and doctypes is read. */
const clean = (text: string): string => normalizeNewlines(text).replaceAll('\0', '\ufffd');

/**
 * A place in a tree, to read the node there and to move on from it. Moving makes no objects. A method that finds nothing
 * where it is to go answers false, and the cursor stays.
 *
 * @throws {UsageError} `PAGE_STALE` from everything here, once the parser has been given another page.
 */
export class Cursor {
  readonly #tree: TreeInHand;
  #node: number;

  constructor(tree: TreeInHand, node: number) {
    this.#tree = tree;
    this.#node = node;
  }

  /** Another cursor at the same node. */
  clone(): Cursor {
    return new Cursor(this.#tree, this.#node);
  }

  #is(kind: NodeKind): boolean {
    return this.kind === kind;
  }

  /** What the node at hand is. */
  get kind(): NodeKind {
    const kind = KINDS[this.#tree.live.tagAndKind(this.#node).kind] ?? 'document';
    return kind === 'element' && this.#node === this.#tree.root ? 'fragment' : kind;
  }

  /** Name of an element (in lower case, but for SVG names like `linearGradient`) or of a doctype; empty for other kinds. */
  get name(): string {
    const core = this.#tree.live;
    if (this.#is('element')) return adjustElement(core.nameOf(this.#node), this.namespace);
    return this.#is('doctype') ? lowerCase(this.#identifier(0) ?? '') : '';
  }

  /** Namespace of an element; `html` for other kinds. */
  get namespace(): Namespace {
    const core = this.#tree.live;
    const flags = core.node(this.#node, core.layout.NODE_TAG) >>> 24;
    return NAMESPACES[flags & core.layout.FLAG_NAMESPACE] ?? 'html';
  }

  /**
   * Attributes of an element in the order of the source, values decoded. Names are in lower case, but for those that SVG
   * and MathML write otherwise (`viewBox`).
   */
  get attributes(): ReadonlyMap<string, string> {
    const core = this.#tree.live;
    return this.#is('element') ? adjustAttributes(attributesOf(core, this.#node), this.namespace) : new Map();
  }

  /** Value of an attribute of an element, by the name that it has in `attributes`. */
  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }

  /** Text of a text node, data of a comment; empty for other kinds. */
  get text(): string {
    const core = this.#tree.live;
    if (this.#is('comment')) return clean(core.rawText(this.#node));
    if (!this.#is('text')) return '';
    const flags = core.node(this.#node, core.layout.NODE_TAG) >>> 24;
    const text = core.rawText(this.#node);
    return flags & core.layout.FLAG_DECODED ? text : normalizeNewlines(text);
  }

  /** Public identifier of a doctype; null where it has none. */
  get publicId(): string | null {
    return this.#identifier(1);
  }

  /** System identifier of a doctype; null where it has none. */
  get systemId(): string | null {
    return this.#identifier(2);
  }

  #identifier(index: number): string | null {
    const core = this.#tree.live;
    const text = this.#is('doctype') ? identifiersOf(core, this.#node)[index] : undefined;
    return text === undefined || text === null ? null : clean(text);
  }

  /**
   * Where the node starts in what was given: UTF-16 code units of a string, bytes of bytes. Null for what is not written
   * there: implied elements, those that formatting reopens, roots, contents of templates.
   */
  get start(): number | null {
    return this.#place(this.#tree.live.layout.NODE_START);
  }

  /** Where the node ends: for an element without an end tag, where what closed it starts. */
  get end(): number | null {
    return this.#place(this.#tree.live.layout.NODE_END);
  }

  /** Where the start tag of an element ends. */
  get startTagEnd(): number | null {
    return this.#is('element') ? this.#place(this.#tree.live.layout.NODE_EXTRA) : null;
  }

  #place(offset: number): number | null {
    const core = this.#tree.live;
    const { NODE_START, NO_OFFSET } = core.layout;
    if (this.#node === this.#tree.root || core.node(this.#node, NODE_START) === NO_OFFSET) return null;
    return this.#tree.source.toUserPlace(core.node(this.#node, offset));
  }

  /** Moves to the node that a link of the record leads to; 0 leads nowhere. */
  #move(link: number): boolean {
    const node = this.#tree.live.node(this.#node, link);
    if (node === 0) return false;
    this.#node = node;
    return true;
  }

  /** Moves to the first child; without one it stays, and says so. */
  firstChild(): boolean {
    return this.#move(this.#tree.live.layout.NODE_FIRST_CHILD);
  }

  /** Moves to the last child; without one it stays, and says so. */
  lastChild(): boolean {
    return this.#move(this.#tree.live.layout.NODE_LAST_CHILD);
  }

  /** Moves to the next sibling; without one, and at the root, it stays, and says so. */
  nextSibling(): boolean {
    return this.#node !== this.#tree.root && this.#move(this.#tree.live.layout.NODE_NEXT);
  }

  /** Moves to the sibling before; without one, and at the root, it stays, and says so. */
  previousSibling(): boolean {
    return this.#node !== this.#tree.root && this.#move(this.#tree.live.layout.NODE_PREVIOUS);
  }

  /** Moves to the parent; at the root it stays, and says so. */
  parent(): boolean {
    const core = this.#tree.live;
    if (this.#node === this.#tree.root) return false;
    // 0 is the document, and never the root of a fragment, below which the cursor stays.
    this.#node = core.node(this.#node, core.layout.NODE_PARENT);
    return true;
  }
}
