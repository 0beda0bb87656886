/**
 * Regions of a layout that were added, removed or moved. A group is added if only the last `PAGES` read pages have it.
 * It is removed if these lack it, and nearly all of the `BEFORE` pages before them have it. So each change is reported
 * once without storing this.
 */

import { type LayoutGroup, pagesIn } from '../groups/layout-group.ts';
import { cssOf, type GroupStep } from '../making/group-selector.ts';
import { regionOf } from '../making/regions.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import type { DriftEvent } from './events.ts';

type RegionChange = DriftEvent['regions'][number];

/** Number of pages with the new state; number of pages with the old state before them. */
const PAGES = 6;
const BEFORE = 12;
/** Pages of the old state on which a removed group may have been missing. */
const MISSES_MAX = 1;
const NEW = (1 << PAGES) - 1;
/**
 * Minimum share of the template of a layout for a reported change; share from which a change is a redesign instead of
 * drift.
 */
const SHARE_MIN = 0.03;
const SHARE_MAX = 0.5;

export function driftOf(layout: LayoutTemplate): readonly RegionChange[] {
  const { samples, root } = layout;
  if (samples < PAGES + BEFORE) return [];
  const whole = root.children.reduce((sum, { made, tested }) => sum + made.template + tested.template, 0);
  const [gone, added]: [LayoutGroup[], LayoutGroup[]] = [[], []];
  const walk = (node: LayoutGroup): void => {
    const change = changeOf(node.seen(samples));
    // A new group has the text of few pages so far.
    const least = change === 'added' ? SHARE_MIN * (PAGES / samples) : SHARE_MIN;
    const isReported =
      change !== undefined && templateOf(node) >= least * Math.max(1, whole) && isTemplate(node, change);
    if (isReported) (change === 'gone' ? gone : added).push(node);
    // Groups below a new group of content are all new, and are not reported.
    else if (change !== 'added') for (const child of node.children) walk(child);
  };
  walk(root);
  if (gone.reduce((sum, node) => sum + templateOf(node), 0) > SHARE_MAX * whole) return [];
  const moved = gone.flatMap((from) => {
    const to = added.find((node) => isSame(node, from));
    return to === undefined ? [] : [{ from, to }];
  });
  const stays = (node: LayoutGroup): boolean => !moved.some(({ from, to }) => node === from || node === to);
  return [
    ...moved.map(({ from, to }) => ({ ...changed('moved', to), was: selectorOf(from) })),
    ...gone.filter(stays).map((node) => changed('gone', node)),
    ...added.filter(stays).map((node) => changed('added', node)),
  ];
}

const changed = (change: RegionChange['change'], node: LayoutGroup): RegionChange => ({
  change,
  region: regionOf([node]),
  selector: selectorOf(node),
});

const templateOf = ({ made, tested }: LayoutGroup): number => made.template + tested.template;

/** True if the group is template. A new group was judged content on its first pages, when it was not repeated yet. */
function isTemplate(node: LayoutGroup, change: 'gone' | 'added'): boolean {
  const content = node.made.content + node.tested.content;
  return templateOf(node) >= (change === 'added' ? 1 : 9) * content;
}

function changeOf(seen: number): 'gone' | 'added' | undefined {
  const before = (seen >>> PAGES) & ((1 << BEFORE) - 1);
  if ((seen & NEW) === 0) {
    return (before & 1) === 1 && pagesIn(before) >= BEFORE - MISSES_MAX ? 'gone' : undefined;
  }
  return (seen & NEW) === NEW && seen >>> PAGES === 0 ? 'added' : undefined;
}

function isSame(one: LayoutGroup, other: LayoutGroup): boolean {
  if (one.tag !== other.tag || one.names.size === 0) return false;
  return [...one.names.keys()].some((name) => !name.startsWith('[') && other.names.has(name));
}

/** The group and its ancestors, up to one with an id. */
function selectorOf(node: LayoutGroup): string {
  const steps: GroupStep[] = [];
  for (let at: LayoutGroup | undefined = node; at?.parent !== undefined && at.tag !== 'body'; at = at.parent) {
    const step = stepOf(at);
    steps.unshift(step);
    if (step.names.some((name) => name.startsWith('#'))) break;
    if (step.names.length > 1 && steps.length > 1) break;
  }
  return cssOf(steps);
}

function stepOf(node: LayoutGroup): GroupStep {
  const names = node.frequentNames(0.5);
  const id = names.find((name) => name.startsWith('#'));
  const parts = id !== undefined ? [id] : names.filter((name) => name.startsWith('.')).slice(0, 2);
  const { tag, position } = node;
  return { isChild: false, names: [`<${tag}`, ...parts], ...(parts.length === 0 && position > 0 && { position }) };
}
