/** Rules that were given, and whether they still match on the pages of their layouts. */
import { PARTS, type SiteRules } from '../apply/rules.ts';
import { matcherOf, parseSelector, type Selector } from '../making/selector.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import type { BrokenRule } from './events.ts';

/** Pages in a row, of those that are read, on which a rule must miss. */
const MISSES = 8;
/** Share of the pages that a rule matched on when it was made, below which it says nothing that it misses. */
const USUAL_SHARE = 0.8;

interface Watched extends BrokenRule {
  readonly parsed: Selector;
}

/** Rules that are watched, by layout. */
export type WatchedRules = Map<number, readonly Watched[]>;

export function watchedRules({ layouts }: SiteRules): WatchedRules {
  const rulesOf = (layout: SiteRules['layouts'][number], index: number): Watched[] =>
    PARTS.flatMap((part) =>
      layout[part].flatMap(({ selector, recall }, at) => {
        const parsed = recall >= USUAL_SHARE ? parseSelector(selector) : undefined;
        return parsed === undefined ? [] : [{ rule: `layouts[${index}].${part}[${at}]`, selector, parsed }];
      }),
    );
  return new Map(layouts.map((layout, index) => [layout.id, rulesOf(layout, index)]));
}

/** Rules of the layout that match no longer: none of their groups was on the last pages that were read, see `LayoutGroup.seen`. */
export function brokenRules(watched: WatchedRules, { id, root, samples }: LayoutTemplate): BrokenRule[] {
  const rules = samples < MISSES ? [] : (watched.get(id) ?? []);
  const matching = matcherOf(root);
  const seenBy = (selector: Selector): number =>
    matching(selector).reduce((seen, group) => seen | group.seen(samples), 0);
  return rules
    .filter(({ parsed }) => (seenBy(parsed) & ((1 << MISSES) - 1)) === 0)
    .map(({ rule, selector }) => ({ rule, selector }));
}
