/** DOM paths of the current page, written as the `path` option says. */
import type { Core } from '../core.ts';
import type { PathMode } from '../options.ts';

/** The path from the root to an element. */
export function pathOf(core: Core, element: number, mode: PathMode): string {
  const steps: string[] = [];
  for (let node = element; node !== 0; node = core.node(node, core.layout.NODE_PARENT)) {
    steps.push(stepOf(core, node, mode));
  }
  return steps.reverse().join('/');
}

function stepOf(core: Core, node: number, mode: PathMode): string {
  const name = core.nameOf(node);
  if (mode === 'indexed') return `${name}[${indexOf(core, node)}]`;
  if (mode !== 'classes') return name;
  const classes = core.classOf(node).split(/\s+/);
  return [name, ...classes.filter((token) => token !== '')].join('.');
}

/** The number of an element among the element children of its parent, from 1. */
function indexOf(core: Core, node: number): number {
  const { layout } = core;
  let index = 1;
  let sibling = core.node(core.node(node, layout.NODE_PARENT), layout.NODE_FIRST_CHILD);
  while (sibling !== node && sibling !== 0) {
    if (core.tagAndKind(sibling).kind === layout.KIND_ELEMENT) index += 1;
    sibling = core.node(sibling, layout.NODE_NEXT);
  }
  return index;
}
