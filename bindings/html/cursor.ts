import { lowerCase } from '../core.ts';
import { layout } from '../core-exports.ts';
import { adjustAttributes, adjustElement, NAMESPACES, type Namespace } from './names.ts';
import { attributesOf, flagsOf, identifiersOf, kindOf, type ModuleTree, sourceOffset } from './records.ts';

/** Kinds in the order of their codes. */
const KINDS: readonly Cursor['kind'][] = ['document', 'element', 'text', 'comment', 'doctype', 'fragment'];

/** Converts CR and CR LF to LF, as the standard does for its input stream. */
const normalizeNewlines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** The text of comments and doctypes as in the tokenizer. */
const clean = (text: string): string => normalizeNewlines(text).replaceAll('\0', '\ufffd');

/** The tree of a cursor: of a parser, or of a page of a detector. */
export interface CursorTree extends ModuleTree {
  /** The node of the document, or of the element that represents the root of a fragment. */
  readonly root: number;
}

/**
 * A position in a tree: reads a node and moves to other nodes without creating objects. Without a node to move to, a
 * method returns false and the cursor does not move.
 *
 * @throws {UsageError} `PAGE_STALE` from every member after the parser has read another page
 */
export class Cursor {
  readonly #tree: CursorTree;
  #node: number;

  constructor(tree: CursorTree, node = tree.root) {
    this.#tree = tree;
    this.#node = node;
  }

  /** Another cursor at the same node. */
  clone(): Cursor {
    return new Cursor(this.#tree, this.#node);
  }

  /** @internal The node in the module. */
  get node(): number {
    return this.#node;
  }

  get #flags(): number {
    return flagsOf(this.#tree.core, this.#node);
  }

  /** Kind of the node. The root of a parsed fragment and the contents of a `template` element are a `fragment`. */
  get kind(): 'document' | 'element' | 'text' | 'comment' | 'doctype' | 'fragment' {
    const { core, root } = this.#tree;
    const kind = KINDS[kindOf(core, this.#node)] ?? 'document';
    return kind === 'element' && this.#node === root ? 'fragment' : kind;
  }

  /** Name of an element (in lower case, except SVG names like `linearGradient`) or of a doctype; empty for other kinds. */
  get name(): string {
    if (this.kind === 'element') return adjustElement(this.#tree.core.nameOf(this.#node), this.namespace);
    return lowerCase(this.#identifier(0) ?? '');
  }

  /** Namespace of an element; `html` for other kinds. */
  get namespace(): Namespace {
    return NAMESPACES[this.#flags & layout.Flag.NAMESPACE] ?? 'html';
  }

  /**
   * Attributes of an element in the order of the source, with decoded values. Names are in lower case, except those of SVG and
   * MathML with upper-case letters (`viewBox`).
   */
  get attributes(): ReadonlyMap<string, string> {
    if (this.kind !== 'element') return new Map();
    return adjustAttributes(attributesOf(this.#tree.core, this.#node, Infinity), this.namespace);
  }

  /** Value of an attribute of an element, by its name in `attributes`. */
  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }

  /** Text of a text node, data of a comment; empty for other kinds. */
  get text(): string {
    const { kind } = this;
    if (kind !== 'comment' && kind !== 'text') return '';
    const text = this.#tree.core.rawText(this.#node);
    if (kind === 'comment') return clean(text);
    return this.#flags & layout.Flag.DECODED ? text : normalizeNewlines(text);
  }

  /** Public identifier of a doctype, or null. */
  get publicId(): string | null {
    return this.#identifier(1);
  }

  /** System identifier of a doctype, or null. */
  get systemId(): string | null {
    return this.#identifier(2);
  }

  #identifier(index: number): string | null {
    if (this.kind !== 'doctype') return null;
    const text = identifiersOf(this.#tree.core, this.#node)[index] ?? null;
    return text && clean(text);
  }

  /**
   * Source offset of the node's start, in UTF-16 code units if the source is a string, otherwise in bytes. Null for
   * nodes that are not in the source: implied elements, reopened formatting elements, roots, contents of templates.
   */
  get start(): number | null {
    return this.#offset(layout.Node.START);
  }

  /** Source offset of the node's end. An element without an end tag ends where the tag that closed it starts. */
  get end(): number | null {
    return this.#offset(layout.Node.END);
  }

  /** Source offset of the end of an element's start tag. */
  get startTagEnd(): number | null {
    return this.kind === 'element' ? this.#offset(layout.Node.EXTRA) : null;
  }

  #offset(end: number): number | null {
    const offset = sourceOffset(this.#tree, this.#node, end);
    return this.#node === this.#tree.root ? null : offset;
  }

  /** Moves along a link of the node's record; 0 means none. */
  #move(link: number): boolean {
    const node = this.#tree.core.node(this.#node, link);
    if (node === 0) return false;
    this.#node = node;
    return true;
  }

  /** Moves to the first child. */
  firstChild(): boolean {
    return this.#move(layout.Node.FIRST_CHILD);
  }

  /** Moves to the last child. */
  lastChild(): boolean {
    return this.#move(layout.Node.LAST_CHILD);
  }

  /** Moves to the next sibling. The root has none. */
  nextSibling(): boolean {
    return this.#node !== this.#tree.root && this.#move(layout.Node.NEXT);
  }

  /** Moves to the previous sibling. The root has none. */
  previousSibling(): boolean {
    return this.#node !== this.#tree.root && this.#move(layout.Node.PREVIOUS);
  }

  /** Moves to the parent. The root has none. */
  parent(): boolean {
    const { core, root } = this.#tree;
    if (this.#node === root) return false;
    // A cursor never leaves the root of a fragment, so 0 is the document here.
    this.#node = core.node(this.#node, layout.Node.PARENT);
    return true;
  }
}
