/** The groups of a layout as evidence for rules: a list, each group after its parent. */

import { allOf, HISTORY, type LayoutGroup, pagesIn, TEXT_KINDS, type Texts } from '../groups/layout-group.ts';
import { isTest, type LayoutTemplate } from '../template/layout-template.ts';
import { matcherOf } from './group-selector.ts';

interface GroupEvidence {
  readonly node: LayoutGroup;
  /** Number of the parent; -1 for a root. */
  readonly parent: number;
  /** Text directly in the group, on pages from which rules are made; the same on held-out pages. */
  readonly made: Texts;
  readonly tested: Texts;
}

export interface Evidence {
  readonly layout: LayoutTemplate;
  readonly groups: readonly GroupEvidence[];
  readonly matching: ReturnType<typeof matcherOf>;
  readonly whole: number;
  /** The pages on which rules are measured: held-out pages, if the layout has enough pages. */
  readonly measured: 'made' | 'tested';
}

export function evidenceOf(layout: LayoutTemplate): Evidence {
  const numbers = new Map<LayoutGroup | undefined, number>();
  const groups = [...layout.root.inside()].map((node, number): GroupEvidence => {
    numbers.set(node, number);
    return { node, parent: numbers.get(node.parent) ?? -1, made: ownOf(node, 'made'), tested: ownOf(node, 'tested') };
  });
  const whole = groups.reduce((sum, { made }) => sum + allOf(made), 0);
  const isTested = groups.some(({ node }) => allOf(node.tested) > 0);
  const measured = isTested ? 'tested' : 'made';
  return { layout, groups, matching: matcherOf(layout.root), whole: Math.max(1, whole), measured };
}

/** Not below 0: after halving its counts, a group may have less text than its descendants. */
function ownOf(node: LayoutGroup, set: 'made' | 'tested'): Texts {
  const own = { ...node[set] };
  for (const kind of TEXT_KINDS) {
    for (const child of node.children) own[kind] -= child[set][kind];
    own[kind] = Math.max(0, own[kind]);
  }
  return own;
}

export function insideOf({ groups }: Evidence, nodes: readonly LayoutGroup[]): boolean[] {
  const wanted = new Set(nodes);
  const inside: boolean[] = [];
  for (const { node, parent } of groups) inside.push(inside[parent] === true || wanted.has(node));
  return inside;
}

/** Share of the last wanted pages that have one of `nodes`: 0 to 1; 1 without wanted pages. */
export function presence(
  { layout: { samples } }: Evidence,
  nodes: readonly LayoutGroup[],
  which: 'all' | 'tests' | 'latest' = 'all',
): number {
  const latest = Math.max(1, Math.min(8, samples >> 1));
  // Bit `n` is the `n`-th page before the last.
  let wanted = 0;
  for (let back = 0; back < Math.min(samples, HISTORY); back += 1) {
    if (which === 'all' || (which === 'tests' ? isTest(samples - back) : back < latest)) wanted |= 1 << back;
  }
  const seen = nodes.reduce((word, node) => word | node.seen(samples), 0);
  const count = pagesIn(wanted);
  return count === 0 ? 1 : pagesIn(seen & wanted) / count;
}
