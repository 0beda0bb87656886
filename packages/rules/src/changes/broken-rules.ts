/** Rules that were given, and whether they still match on the pages of their layouts. */
import type { LayoutRules, SiteRules } from '../apply/index.ts';
import { PARTS } from '../apply/rules.ts';
import { parseSelector, type Selector } from '../apply/selector.ts';
import { matches } from '../making/selector.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import type { PlaceNode } from '../template/place-node.ts';
import type { BrokenRule } from './events.ts';

/** Pages in a row, of those that are read, on which a rule must miss. */
const MISSES = 8;
/** Share of the pages that a rule matched on when it was made, below which it says nothing that it misses. */
const USUAL_SHARE = 0.8;

interface Watched extends BrokenRule {
  readonly parsed: Selector;
}

export class BrokenRules {
  /** Rules that are watched, by layout. */
  readonly #watched = new Map<number, Watched[]>();
  readonly #reported = new Set<string>();

  constructor({ layouts }: SiteRules) {
    for (const [index, layout] of layouts.entries()) this.#watched.set(layout.id, watchedOf(layout, index));
  }

  /** Rules that were reported to match no longer. */
  get reported(): string[] {
    return [...this.#reported];
  }

  load(reported: readonly string[]): void {
    for (const rule of reported) this.#reported.add(rule);
  }

  /** Rules of a layout hold for the one that took its place. */
  follow(was: number, now: number): void {
    const watched = this.#watched.get(was);
    if (watched !== undefined && !this.#watched.has(now)) this.#watched.set(now, watched);
  }

  /** Rules of the layout that match no longer, each reported once. */
  find(layout: LayoutTemplate): readonly BrokenRule[] {
    const watched = this.#watched.get(layout.id);
    if (watched === undefined || layout.samples < MISSES) return [];
    const missing = watched.filter(({ rule, parsed }) => {
      return !this.#reported.has(rule) && (seenBy(layout.root, parsed, layout.samples) & ((1 << MISSES) - 1)) === 0;
    });
    for (const { rule } of missing) this.#reported.add(rule);
    return missing.map(({ rule, selector }) => ({ rule, selector }));
  }
}

function watchedOf(layout: LayoutRules, index: number): Watched[] {
  return PARTS.flatMap((part) =>
    layout[part].flatMap(({ selector, recall }, at) => {
      const parsed = recall >= USUAL_SHARE ? parseSelector(selector) : undefined;
      return parsed === undefined ? [] : [{ rule: `layouts[${index}].${part}[${at}]`, selector, parsed }];
    }),
  );
}

/** The last pages that were read on which one of the matching places was: see `PlaceNode.seen`. */
function seenBy(node: PlaceNode, selector: Selector, samples: number): number {
  let seen = matches(selector, node) ? node.seen(samples) : 0;
  for (const child of node.children) seen |= seenBy(child, selector, samples);
  return seen;
}
