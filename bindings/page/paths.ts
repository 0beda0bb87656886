/** DOM paths of the current page, written as the `path` option says. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import type { ResolvedOptions } from '../options.ts';

/**
 * Writes paths. The paths of the last elements and of those around them are kept: strings that share their beginnings, so that the
 * paths of all blocks of a page take time and memory for each element once, until they are read.
 */
export class PathWriter {
  readonly #mode: ResolvedOptions['path'];
  readonly #paths = new Map<number, string>();
  /** Numbers of elements among their siblings. */
  readonly #indexes = new Map<number, number>();

  constructor(mode: ResolvedOptions['path']) {
    this.#mode = mode;
  }

  /** The path from the root to an element of the current page. */
  pathOf(core: Core, element: number): string {
    const chain: number[] = [];
    let node = element;
    while (node !== 0 && !this.#paths.has(node)) {
      chain.push(node);
      node = core.node(node, layout.Node.PARENT);
    }
    let path = this.#paths.get(node) ?? '';
    for (const below of chain.reverse()) {
      path = path === '' ? this.#stepOf(core, below) : `${path}/${this.#stepOf(core, below)}`;
      this.#paths.set(below, path);
    }
    return path;
  }

  #stepOf(core: Core, node: number): string {
    const name = core.nameOf(node);
    if (this.#mode === 'indexed') return `${name}[${this.#indexOf(core, node)}]`;
    if (this.#mode !== 'classes') return name;
    const classes = core.text((exports) => exports.readClassOf(node)).split(/\s+/);
    return [name, ...classes.filter((token) => token !== '')].join('.');
  }

  /** The number of an element among the element children of its parent, from 1. All of them are numbered at once. */
  #indexOf(core: Core, node: number): number {
    const known = this.#indexes.get(node);
    if (known !== undefined) return known;
    let index = 0;
    let sibling = core.node(core.node(node, layout.Node.PARENT), layout.Node.FIRST_CHILD);
    for (; sibling !== 0; sibling = core.node(sibling, layout.Node.NEXT)) {
      if (core.tagAndKind(sibling).kind === layout.NodeKind.ELEMENT) this.#indexes.set(sibling, ++index);
    }
    return this.#indexes.get(node) ?? 1;
  }
}
