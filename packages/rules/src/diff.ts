/** Changes of a site's template from rules to later rules. */

import { readRules } from './apply/read.ts';
import { type LayoutRules, PARTS, type Part, type Region, type Rule, type SiteRules } from './apply/rules.ts';

/** The subject of a difference: a rule of a part of a layout. */
interface ChangedRule {
  readonly layout: number;
  readonly part: Part;
  readonly region?: Region;
  readonly selector: string;
}

/** One difference between rules of a site, by its `kind`. */
export type RulesChange =
  | { readonly kind: 'layout-added' | 'layout-gone'; readonly layout: number; readonly share: number }
  /** A region of the template, or another part, that only one side has. */
  | (ChangedRule & { readonly kind: 'added' | 'gone' })
  /** The same region at another position, or another name at the same position. */
  | (ChangedRule & { readonly kind: 'moved' | 'renamed'; readonly oldRegion?: Region; readonly oldSelector: string })
  /** A selector of both sides that matches less often now. */
  | (ChangedRule & { readonly kind: 'weaker'; readonly oldRecall: number; readonly recall: number });

/** The differences between two rules of a site. */
export interface RulesDiff {
  readonly site: string;
  readonly changes: readonly RulesChange[];
}

/** Minimum decrease of recall that counts as a change. */
const WEAKER_BY = 0.2;
/** Minimum share of common selectors at which layouts with different numbers are the same. */
const SAME_LAYOUT = 0.5;

/**
 * The differences between two rules. Layouts are paired by their selectors, since their numbers may be of two crawls.
 *
 * @throws {RulesError} `RULES_INVALID`, `RULES_VERSION`
 */
export function diffRules(before: SiteRules, after: SiteRules): RulesDiff {
  const [old, now] = [readRules(before), readRules(after)];
  const pairs = pairLayouts(old.layouts, now.layouts);
  const paired = new Set(pairs.map(([, layout]) => layout));
  const gone = old.layouts.filter((layout) => !pairs.some(([before]) => before === layout));
  const added = now.layouts.filter((layout) => !paired.has(layout));
  return {
    site: now.site,
    changes: [
      ...gone.map(({ id, share }) => ({ kind: 'layout-gone' as const, layout: id, share })),
      ...added.map(({ id, share }) => ({ kind: 'layout-added' as const, layout: id, share })),
      ...pairs.flatMap(([before, after]) => PARTS.flatMap((part) => diffPart(before, after, part))),
    ],
  };
}

/** Pairs that share most come first; layouts with equal numbers are paired if both are unpaired. */
function pairLayouts(old: readonly LayoutRules[], now: readonly LayoutRules[]): [LayoutRules, LayoutRules][] {
  const left = new Set(now);
  const pairs: [LayoutRules, LayoutRules][] = [];
  const alike = old
    .flatMap((before) => now.map((after) => ({ before, after, likeness: likenessOf(before, after) })))
    .filter(({ likeness, before, after }) => likeness >= SAME_LAYOUT || (before.id === after.id && likeness > 0))
    .sort((a, b) => b.likeness - a.likeness || Math.abs(a.before.id - a.after.id) - Math.abs(b.before.id - b.after.id));
  for (const { before, after } of alike) {
    if (!left.has(after) || pairs.some(([one]) => one === before)) continue;
    left.delete(after);
    pairs.push([before, after]);
  }
  return pairs.sort(([, a], [, b]) => now.indexOf(a) - now.indexOf(b));
}

/** Share of the selectors of two layouts that both have. */
function likenessOf(one: LayoutRules, other: LayoutRules): number {
  const [a, b] = [selectorsOf(one), selectorsOf(other)];
  const common = [...a].filter((selector) => b.has(selector)).length;
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}

const selectorsOf = (layout: LayoutRules): ReadonlySet<string> =>
  new Set([...layout.has, ...PARTS.flatMap((part) => layout[part].map((rule: Rule) => `${part} ${rule.selector}`))]);

interface Named extends Rule {
  readonly region?: Region;
}

function diffPart(old: LayoutRules, now: LayoutRules, part: Part): RulesChange[] {
  const [before, after]: readonly [readonly Named[], readonly Named[]] = [old[part], now[part]];
  const added = after.filter(({ selector }) => !before.some((rule) => rule.selector === selector));
  const changeOf = ({ region, selector }: Named): ChangedRule => ({
    ...{ layout: now.id, part, selector },
    ...(region !== undefined && { region }),
  });
  const changes: RulesChange[] = [];
  for (const rule of before) {
    const oldSelector = rule.selector;
    const same = after.find(({ selector }) => selector === oldSelector);
    if (same === undefined) {
      const moved = added.findIndex(({ region }) => region === rule.region);
      const [other] = moved < 0 ? [] : added.splice(moved, 1);
      if (other === undefined) changes.push({ kind: 'gone', ...changeOf(rule) });
      else changes.push({ kind: 'moved', ...changeOf(other), oldSelector });
    } else if (rule.region !== undefined && same.region !== rule.region) {
      changes.push({ kind: 'renamed', ...changeOf(same), oldRegion: rule.region, oldSelector });
    } else if (same.support > 0 && rule.recall - same.recall >= WEAKER_BY) {
      changes.push({ kind: 'weaker', ...changeOf(same), oldRecall: rule.recall, recall: same.recall });
    }
  }
  return [...changes, ...added.map((rule) => ({ kind: 'added' as const, ...changeOf(rule) }))];
}
