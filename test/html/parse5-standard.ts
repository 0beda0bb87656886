/** parse5 with those differences from the standard corrected that can be corrected from outside: see parse5-differences.md. */
import {
  type DefaultTreeAdapterMap,
  html,
  InsertionMode,
  Parser,
  type ParserOptions,
  type Token,
  type Tokenizer,
} from 'parse5';

const { NS, TAG_ID } = html;
const TABLE_BODIES: readonly number[] = [TAG_ID.TBODY, TAG_ID.TFOOT, TAG_ID.THEAD];
const TABLE_SCOPE: readonly number[] = [TAG_ID.HTML, TAG_ID.TABLE, TAG_ID.TEMPLATE];

/** Private members of parse5's tokenizer. */
interface TokenizerStates {
  inForeignNode: boolean;
  readonly currentCharacterToken: unknown;
  getCurrentLocation(offset: number): Token.Location | null;
  _emitCurrentCharacterToken(next: Token.Location | null): void;
  _stateMarkupDeclarationOpen(codePoint: number): void;
}

/** Allows CDATA sections wherever the current node is foreign, integration points included. */
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

  /** Ignores the end tag of a table body that is not open in "in row". */
  override _endTagOutsideForeignContent(token: Token.TagToken): void {
    const ignored = this.insertionMode === InsertionMode.IN_ROW && TABLE_BODIES.includes(token.tagID);
    if (!ignored || this.#isInTableScope([token.tagID])) super._endTagOutsideForeignContent(token);
  }
}

/** Parses a document without scripting. */
export function parseStandard(source: string, scriptingEnabled = false): DefaultTreeAdapterMap['document'] {
  return StandardParser.parse<DefaultTreeAdapterMap>(source, { scriptingEnabled });
}
