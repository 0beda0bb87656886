/** Finds conditions that distinguish the pages of layouts: selectors that match, or do not match. */

import type { LayoutRules } from '../apply/rules.ts';
import { HISTORY, pagesIn } from '../groups/layout-group.ts';
import { isGenerated } from '../groups/names.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';

type Conditions = Pick<LayoutRules, 'has' | 'hasNot'>;

export interface RankedLayout extends Conditions {
  readonly layout: LayoutTemplate;
}

/**
 * A selector that matches at least `ALL` of the pages of a layout counts as always matching; at most `NONE`, as never.
 */
const ALL = 0.96;
const NONE = 0.04;
const HAS_MAX = 3;
const LANDMARKS = /^(main|nav|header|footer|aside|article|section|table|form|h1|h2|time|pre|dl)$/;
/** Minimum share of the pages of a group on which it has a name that is used in a selector. */
const NAME_SHARE = 0.05;

type Presences = ReadonlyMap<string, number>;

function presencesOf({ root, samples }: LayoutTemplate): Presences {
  const seen = new Map<string, { mask: number; share: number }>();
  const add = (css: string, mask: number, share: number): void => {
    const known = seen.get(css) ?? { mask: 0, share: 0 };
    // Only for a group that always has the name, the selector certainly matches all of its pages.
    seen.set(css, { mask: share >= ALL ? (known.mask | mask) >>> 0 : known.mask, share: Math.max(known.share, share) });
  };
  for (const group of root.inside()) {
    const mask = group.seen(samples);
    if (LANDMARKS.test(group.tag)) add(group.tag, mask, 1);
    for (const name of group.frequentNames(NAME_SHARE))
      if (!isGenerated(name)) add(group.tag === 'body' ? `body${name}` : name, mask, group.shareOf(name));
  }
  const count = Math.min(samples, HISTORY);
  const all = count === 32 ? 0xffffffff : 2 ** count - 1;
  return new Map(
    [...seen].map(([css, { mask, share }]) => [css, Math.max(pagesIn(mask & all) / count, share < ALL ? share : 0)]),
  );
}

/**
 * The layouts in order of precedence, with their conditions. A layout need not be distinguished from those before it.
 * Layouts of `rare` have no rules, but their pages should match no other layout.
 */
export function recognise(layouts: readonly LayoutTemplate[], rare: readonly LayoutTemplate[]): RankedLayout[] {
  const presences = new Map([...layouts, ...rare].map((layout) => [layout, presencesOf(layout)]));
  const of = (layout: LayoutTemplate): Presences => presences.get(layout) ?? new Map();
  const left = new Set([...layouts].sort((a, b) => b.pages - a.pages || a.id - b.id));
  const ordered: RankedLayout[] = [];
  while (left.size > 0) {
    const tries = [...left].map((layout) => {
      const others = [...left, ...rare].filter((other) => other !== layout);
      return {
        layout,
        ...conditionsOf(
          of(layout),
          others.map(of),
          others.map(({ pages }) => pages),
        ),
      };
    });
    // The layout that is distinguished best; of several, the one with the fewest conditions.
    const [best] = tries.sort(
      (a, b) => a.missed - b.missed || a.has.length + a.hasNot.length - b.has.length - b.hasNot.length,
    );
    if (best === undefined) break;
    ordered.push({ layout: best.layout, has: best.has, hasNot: best.hasNot });
    left.delete(best.layout);
  }
  return ordered;
}

/** `missed`: pages of the other layouts that meet the conditions. */
function conditionsOf(
  own: Presences,
  others: readonly Presences[],
  pages: readonly number[],
): Conditions & { missed: number } {
  const [has, hasNot]: [string[], string[]] = [[], []];
  let left = others.map((_, index) => index);
  const weightOf = (indexes: readonly number[]): number => indexes.reduce((sum, index) => sum + (pages[index] ?? 0), 0);
  const hasAll = [...own].filter(([css, share]) => share >= ALL && !/^[a-z0-9]+$/.test(css)).map(([css]) => css);
  const names = new Set(others.flatMap((other) => [...other.keys()]));
  const hasNone = [...names].filter((css) => (own.get(css) ?? 0) <= NONE / 2);
  // At least one condition must match, so that pages of other layouts do not meet them.
  while ((left.length > 0 || has.length === 0) && has.length + hasNot.length < HAS_MAX) {
    const excluded = (css: string, isIn: boolean): number[] =>
      left.filter((index) => {
        const share = others[index]?.get(css) ?? 0;
        return isIn ? share <= NONE : share >= ALL;
      });
    const options = [
      ...hasAll.map((css) => ({
        css,
        to: has,
        excluded: weightOf(excluded(css, true)) + (has.length === 0 ? 0.1 : 0),
      })),
      ...hasNone.map((css) => ({ css, to: hasNot, excluded: weightOf(excluded(css, false)) })),
    ];
    const [best] = options.sort((a, b) => b.excluded - a.excluded || costOf(a.css) - costOf(b.css));
    if (best === undefined || (best.excluded < 1 && has.length > 0)) break;
    best.to.push(best.css);
    const gone = new Set(excluded(best.css, best.to === has));
    left = left.filter((index) => !gone.has(index));
  }
  return { has, hasNot, missed: weightOf(left) };
}

/**
 * Names of `html` and `body` have the lowest cost, then ids, classes and elements; short names cost less than long
 * ones.
 */
const costOf = (css: string): number =>
  (css.startsWith('body') ? 0 : css.startsWith('#') ? 100 : css.startsWith('.') ? 200 : 300) + css.length;
