import { UsageError } from '../errors.ts';
import type { Core } from '../memory.ts';
import type { Source } from '../source.ts';
import { Cursor } from './cursor.ts';
import { documentMode } from './memory.ts';

/** How far a browser shows the document as old browsers did: the standard's *document mode*. */
export type DocumentMode = 'no-quirks' | 'limited-quirks' | 'quirks';

/** By the number that the module has for it. */
const MODES: readonly DocumentMode[] = ['no-quirks', 'limited-quirks', 'quirks'];

/** What the cursors of one tree share. */
export class TreeInHand {
  readonly #core: Core;
  readonly #generation: number;
  readonly source: Source;
  /** The document, or the element that stands for the root of a fragment. */
  readonly root: number;

  constructor(core: Core, source: Source, root: number) {
    this.#core = core;
    this.#generation = core.generation;
    this.source = source;
    this.root = root;
  }

  /** The module, as long as this tree is the one that it holds. */
  get live(): Core {
    if (this.#core.generation !== this.#generation) {
      throw new UsageError('PAGE_STALE', 'the parser has gone on to another page; read a tree before the next call');
    }
    return this.#core;
  }
}

/**
 * The tree of the HTML standard: a view of the module's memory, made into strings only where it is asked. It holds until
 * its parser is given the next page; later reading throws `PAGE_STALE`.
 */
export class HtmlTree {
  /** Always `no-quirks` for a fragment. */
  readonly mode: DocumentMode;
  /** Nodes that parsing made: the root and the contents of `template` elements among them. */
  readonly nodeCount: number;
  readonly #tree: TreeInHand;

  constructor(core: Core, source: Source, fragment: boolean) {
    const { layout } = core;
    // A fragment has a document above its root that nobody sees.
    this.#tree = new TreeInHand(core, source, fragment ? layout.NODE_BYTES : 0);
    this.nodeCount = core.result(layout.PAGE_NODE_COUNT) - (fragment ? 1 : 0);
    this.mode = MODES[documentMode(core)] ?? 'no-quirks';
  }

  /** A cursor at the root: the document, or the fragment. */
  cursor(): Cursor {
    return new Cursor(this.#tree, this.#tree.root);
  }
}
