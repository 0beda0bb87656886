import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { CurrentPage } from '../current-page.ts';
import type { Source } from '../source.ts';
import { Cursor, type CursorTree } from './cursor.ts';

/** Modes in the order of their codes. */
const MODES: readonly HtmlTree['mode'][] = ['no-quirks', 'limited-quirks', 'quirks'];

/**
 * The tree of the HTML standard, as a view of the module's memory. Strings are created only on access. The view is
 * valid until its parser reads the next page; then access throws `PAGE_STALE`.
 */
export class HtmlTree {
  /** The document mode of the standard. `no-quirks` for a fragment. */
  readonly mode: 'no-quirks' | 'limited-quirks' | 'quirks';
  /** Number of nodes, including the root and the contents of `template` elements. */
  readonly nodeCount: number;
  /** @internal */
  readonly tree: CursorTree;

  constructor(core: Core, source: Source, isFragment: boolean) {
    const page = new CurrentPage(core);
    // The root of a fragment is below an internal document.
    const root = isFragment ? layout.Node.BYTES : 0;
    this.tree = {
      get core() {
        return page.core;
      },
      ...{ source, root },
    };
    this.nodeCount = core.result(layout.Page.NODE_COUNT) - (isFragment ? 1 : 0);
    this.mode = MODES[core.call((exports) => exports.documentMode())] ?? 'no-quirks';
  }

  /** A cursor at the root: the document or the fragment. */
  cursor(): Cursor {
    return new Cursor(this.tree);
  }
}
