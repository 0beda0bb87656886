/** The current page of the module as the tree that the sanitiser reads. */
import type { NodeCursor } from '@refrain/viewer';
import type { Core } from 'refrain/internal';
import { attributesOf } from 'refrain/internal';

export class CoreCursor implements NodeCursor {
  readonly #core: Core;
  /** Offset of the node; 0 is the document, and no node where a link is 0. */
  #node = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  get node(): number {
    return this.#node;
  }

  get kind(): 'element' | 'text' | 'other' {
    const { layout } = this.#core;
    const { kind } = this.#core.tagAndKind(this.#node);
    return kind === layout.NodeKind.ELEMENT ? 'element' : kind === layout.NodeKind.TEXT ? 'text' : 'other';
  }

  get name(): string {
    return this.#core.nameOf(this.#node);
  }

  get text(): string {
    return this.#core.rawText(this.#node);
  }

  attribute(name: string): string | undefined {
    return attributesOf(this.#core, this.#node).get(name);
  }

  firstChild(): boolean {
    return this.#move(this.#core.layout.Node.FIRST_CHILD);
  }

  nextSibling(): boolean {
    return this.#move(this.#core.layout.Node.NEXT);
  }

  parent(): boolean {
    if (this.#node === 0) return false;
    this.#node = this.#core.node(this.#node, this.#core.layout.Node.PARENT);
    return true;
  }

  #move(link: number): boolean {
    const node = this.#core.node(this.#node, link);
    if (node === 0) return false;
    this.#node = node;
    return true;
  }
}
