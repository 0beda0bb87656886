import type { Core } from '../core.ts';
import { CurrentPage } from '../current-page.ts';
import type { Source } from '../source.ts';

/** What the cursors of one tree share. */
export class TreeContext extends CurrentPage {
  readonly source: Source;
  /** The node of the document, or of the element that stands for the root of a fragment. */
  readonly root: number;

  constructor(core: Core, source: Source, root: number) {
    super(core);
    this.source = source;
    this.root = root;
  }
}
