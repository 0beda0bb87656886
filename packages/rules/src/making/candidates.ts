/** Candidate selectors of a group, more robust ones first. */

import type { LayoutGroup } from '../groups/layout-group.ts';
import { isGenerated } from '../groups/names.ts';
import { type Evidence, insideOf } from './evidence.ts';
import { cssOf, type GroupStep, POSITION_LAST, type Selector } from './group-selector.ts';

export interface Candidate {
  readonly selector: Selector;
  readonly css: string;
  /** Cost in addition to that of every selector: 0 for an id or a landmark. */
  readonly cost: number;
  readonly nodes: readonly LayoutGroup[];
  /** For each group, true if it or an ancestor matches. */
  readonly inside: readonly boolean[];
  /** True if a selected group has more content than template: on later pages it may have much more. */
  readonly selectsContent: boolean;
}

/** A selector is not used for template if it selects a group of content that is on this share of the pages. */
const OFTEN = 0.25;

export function candidateOf(evidence: Evidence, selector: Selector, cost: number): Candidate {
  const nodes = evidence.matching(selector);
  const selectsContent = nodes.some(
    ({ made, pages }) => made.content > made.template && pages >= OFTEN * evidence.layout.samples,
  );
  return { selector, css: cssOf(selector), cost, nodes, inside: insideOf(evidence, nodes), selectsContent };
}

/** Minimum share of the pages of a group on which it has a name that is used in a selector. */
const NAME_SHARE = 0.9;

const LANDMARKS = /^(main|nav|header|footer|aside|article|h1|time|address)$/;
const COSTS = { id: 0, landmark: 0.05, name: 0.1, pair: 0.25, inside: 0.35, tag: 0.6, position: 1 } as const;

const STEPS_MAX = 6;

/** Names that a group has on nearly all of its pages, ids first. */
function lastingNames(node: LayoutGroup): string[] {
  const names = node.frequentNames(NAME_SHARE).filter((name) => !isGenerated(name));
  return names.sort((a, b) => Number(b.startsWith('#')) - Number(a.startsWith('#')) || a.length - b.length);
}

const step = (parts: readonly string[], tag?: string, isChild = false): GroupStep => ({
  isChild,
  names: tag === undefined ? parts : [`<${tag}`, ...parts],
});

function direct(node: LayoutGroup): [Selector, number][] {
  const names = lastingNames(node);
  const found: [Selector, number][] = [];
  for (const name of names.slice(0, 4)) {
    if (name.startsWith('#')) found.push([[step([name])], COSTS.id]);
    else if (name.startsWith('[')) found.push([[step([name])], COSTS.landmark]);
    else found.push([[step([name])], COSTS.name], [[step([name], node.tag)], COSTS.name + 0.02]);
  }
  if (LANDMARKS.test(node.tag)) found.push([[step([], node.tag)], COSTS.landmark]);
  const [one, other] = names.filter((name) => name.startsWith('.'));
  if (one !== undefined && other !== undefined) found.push([[step([one, other])], COSTS.pair]);
  return found;
}

function anchorOf(node: LayoutGroup): { readonly around: LayoutGroup; readonly anchor: Selector } | undefined {
  for (let around = node.parent; around !== undefined; around = around.parent) {
    const [first] = direct(around);
    if (first !== undefined && first[1] <= COSTS.name) return { around, anchor: first[0] };
    if (around.tag === 'body') return { around, anchor: [step([], 'body')] };
  }
  return undefined;
}

/** Selectors below a named element: by names of the group, by its element name, and by positions. */
function inside(node: LayoutGroup): [Selector, number][] {
  const found = anchorOf(node);
  if (found === undefined) return [];
  const { around, anchor } = found;
  const own = direct(node)
    .slice(0, 2)
    .map(([selector, cost]): [Selector, number] => [[...anchor, ...selector], cost + COSTS.inside]);
  own.push([[...anchor, step([], node.tag)], COSTS.tag]);
  if (around === node.parent) own.push([[...anchor, step([], node.tag, true)], COSTS.tag + 0.05]);
  const path = node.position === 0 ? [] : pathTo(node, around);
  if (path.length > 0) own.push([[...anchor, ...path], COSTS.position + path.length * 0.1]);
  return own;
}

/** Steps by positions; empty if there are too many, or a position is unknown. */
function pathTo(node: LayoutGroup, around: LayoutGroup): GroupStep[] {
  const steps: GroupStep[] = [];
  for (let at: LayoutGroup | undefined = node; at !== undefined && at !== around; at = at.parent) {
    const [below] = steps;
    // Omitted, because only parsers that follow the standard create this element.
    if (at.tag === 'tbody' && below !== undefined) {
      steps[0] = { ...below, isChild: false };
      continue;
    }
    if (at.position >= POSITION_LAST || steps.length === STEPS_MAX) return [];
    steps.unshift({ ...step([], at.tag, true), ...(at.position > 0 && { position: at.position }) });
  }
  return steps;
}

export function candidatesOf(evidence: Evidence, nodes: readonly LayoutGroup[]): Candidate[] {
  const found = new Map<string, [Selector, number]>();
  for (const node of nodes) {
    for (const [selector, cost] of [...direct(node), ...inside(node)]) {
      const css = cssOf(selector);
      const known = found.get(css)?.[1] ?? Number.POSITIVE_INFINITY;
      if (cost < known) found.set(css, [selector, cost]);
    }
  }
  return [...found.values()]
    .map(([selector, cost]) => candidateOf(evidence, selector, cost))
    .filter((candidate) => candidate.nodes.length > 0);
}
