/** parse5 with corrections of differences from the standard, from outside if possible: see parse5-differences.md. */
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  html,
  InsertionMode,
  Parser,
  type ParserOptions,
  type Token,
  type Tokenizer,
} from 'parse5';
import type { Cursor, HtmlParser, HtmlTree } from 'refrain/html';

const { NS, TAG_ID } = html;
const TABLE_BODIES: readonly number[] = [TAG_ID.TBODY, TAG_ID.TFOOT, TAG_ID.THEAD];
const TABLE_SCOPE: readonly number[] = [TAG_ID.HTML, TAG_ID.TABLE, TAG_ID.TEMPLATE];

interface TokenizerStates {
  inForeignNode: boolean;
  readonly currentCharacterToken: unknown;
  getCurrentLocation(offset: number): Token.Location | null;
  _emitCurrentCharacterToken(next: Token.Location | null): void;
  _stateMarkupDeclarationOpen(codePoint: number): void;
}

/** Allows CDATA sections if the current node is foreign, including integration points. */
function allowCdata(tokenizer: Tokenizer, isForeign: () => boolean): void {
  const states = tokenizer as unknown as TokenizerStates;
  const open = states._stateMarkupDeclarationOpen;
  states._stateMarkupDeclarationOpen = (codePoint) => {
    // Pending text may reopen formatting elements, which are not foreign.
    if (states.currentCharacterToken !== null) states._emitCurrentCharacterToken(states.getCurrentLocation(0));
    const { inForeignNode } = states;
    states.inForeignNode = isForeign();
    open.call(states, codePoint);
    states.inForeignNode = inForeignNode;
  };
}

class StandardParser extends Parser<DefaultTreeAdapterMap> {
  constructor(options?: ParserOptions<DefaultTreeAdapterMap>) {
    super(options);
    const { openElements } = this;
    openElements.hasInTableScope = (tag) => this.#isInTableScope([tag]);
    openElements.hasTableBodyContextInTableScope = () => this.#isInTableScope(TABLE_BODIES);
    const context = this as unknown as { readonly currentNotInHTML: boolean };
    allowCdata(this.tokenizer, () => context.currentNotInHTML);
  }

  /** Table scope ends at a template element too. */
  #isInTableScope(tags: readonly number[]): boolean {
    const { items, tagIDs, stackTop } = this.openElements;
    for (let slot = stackTop; slot >= 0; slot = this.openElements.slotBelow(slot)) {
      const element = items[slot];
      const tag = tagIDs[slot] ?? TAG_ID.UNKNOWN;
      if (element === undefined || !('namespaceURI' in element) || element.namespaceURI !== NS.HTML) continue;
      if (tags.includes(tag)) return true;
      if (TABLE_SCOPE.includes(tag)) return false;
    }
    return false;
  }

  /** In foreign content every NUL becomes U+FFFD, not every run of them. */
  override onNullCharacter(token: Token.CharacterToken): void {
    if (this.tokenizer.inForeignNode) {
      token.chars = '\ufffd'.repeat(token.chars.length);
      this._insertCharacters(token);
    } else {
      super.onNullCharacter(token);
    }
  }

  /** In "in row", ignores the end tag of a table body that is not open. */
  override _endTagOutsideForeignContent(token: Token.TagToken): void {
    const ignored = this.insertionMode === InsertionMode.IN_ROW && TABLE_BODIES.includes(token.tagID);
    if (!ignored || this.#isInTableScope([token.tagID])) super._endTagOutsideForeignContent(token);
  }
}

export function parseStandard(source: string, scriptingEnabled = false): DefaultTreeAdapterMap['document'] {
  return StandardParser.parse<DefaultTreeAdapterMap>(source, { scriptingEnabled });
}

// Compares the module's tree with parse5's node by node, which is faster than comparing serialised trees.

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Template = DefaultTreeAdapterTypes.Template;

const NAMESPACES: Readonly<Record<string, string>> = {
  'http://www.w3.org/1999/xhtml': 'html',
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'mathml',
};

function sameAttributes(cursor: Cursor, { attrs }: Element): boolean {
  const attributes = cursor.attributes;
  return (
    attributes.size === attrs.length &&
    attrs.every(({ prefix, name, value }) => attributes.get(prefix ? `${prefix}:${name}` : name) === value)
  );
}

function sameElement(cursor: Cursor, element: Element | Template): boolean {
  if (cursor.kind !== 'element' || cursor.name !== element.tagName) return false;
  if (cursor.namespace !== NAMESPACES[element.namespaceURI] || !sameAttributes(cursor, element)) return false;
  if (!('content' in element)) return sameChildren(cursor, element.childNodes);
  return element.childNodes.length === 0 && cursor.firstChild() && sameContents(cursor, element) && cursor.parent();
}

function sameContents(cursor: Cursor, { content }: Template): boolean {
  return cursor.kind === 'fragment' && !cursor.nextSibling() && sameChildren(cursor, content.childNodes);
}

function sameNode(cursor: Cursor, node: Node): boolean {
  if ('tagName' in node) return sameElement(cursor, node);
  if ('value' in node) return cursor.kind === 'text' && cursor.text === node.value;
  if ('data' in node) return cursor.kind === 'comment' && cursor.text === node.data;
  return (
    cursor.kind === 'doctype' &&
    cursor.name === node.name &&
    (cursor.publicId ?? '') === node.publicId &&
    (cursor.systemId ?? '') === node.systemId
  );
}

function sameChildren(cursor: Cursor, nodes: readonly Node[]): boolean {
  if (nodes.length === 0) return !cursor.firstChild();
  if (!cursor.firstChild()) return false;
  for (const [index, node] of nodes.entries()) {
    if (!sameNode(cursor, node) || cursor.nextSibling() !== index < nodes.length - 1) return false;
  }
  return cursor.parent();
}

function isParse5Tree(tree: HtmlTree, html: string): boolean {
  // The decoder removes the byte order mark.
  const document = parseStandard(html.replace(/^\ufeff/, ''));
  return document.mode === tree.mode && sameChildren(tree.cursor(), document.childNodes);
}

/** `known`: parse5-differences.md explains the difference. */
export type Comparison = 'same' | 'known' | 'different';

/** Elements for which parse5 lacks the current rules: see parse5-differences.md. */
const UNLIKE = /<(\/?)(select|search)(?=[\s/>])/gi;

/** Parses a document with both parsers. `parser` must have scripting off and no limit of depth. */
export function compareWithParse5(parser: HtmlParser, html: string): Comparison {
  if (isParse5Tree(parser.parse(html), html)) return 'same';
  // With unknown elements instead, the trees must be equal.
  const renamed = html.replace(UNLIKE, '<$1$2x');
  return renamed !== html && isParse5Tree(parser.parse(renamed), renamed) ? 'known' : 'different';
}
