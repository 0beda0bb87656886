/** Events of one site: what happens to its template while its pages are observed. */
import type { Page } from 'refrain';
import { RulesError, type SiteRules } from '../apply/index.ts';
import { type Checked, list, text, whole } from '../apply/schema.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import { row } from '../template/row.ts';
import { brokenRules, type WatchedRules, watchedRules } from './broken-rules.ts';
import { driftOf } from './drift.ts';
import type { TemplateEvent } from './events.ts';
import { Redesigns, SAVED_REDESIGNS } from './redesigns.ts';

/** Last pages whose layouts say which one a redesign has replaced; and their share that must agree. */
const LAYOUTS = 32;
const LAYOUT_SHARE = 0.5;

/** What is remembered between pages. */
export const SAVED_CHANGES = row({
  redesigns: SAVED_REDESIGNS,
  /** Layouts of the last pages, the oldest first, and those among them that pages had since there are doubts. */
  layouts: list(whole),
  staying: list(whole),
  /** Rules that were reported to match no longer. */
  reported: list(text),
});

/** A page as the template of its site sees it. */
export interface Observed {
  readonly page: Page;
  readonly id: string;
  /** Undefined where the page has no layout, or more are known than are kept. */
  readonly layout: LayoutTemplate | undefined;
  readonly isNewLayout: boolean;
  /** Whether the places of the page were read. */
  readonly isRead: boolean;
}

export class Changes {
  readonly #site: string;
  readonly #redesigns = new Redesigns();
  readonly #watched: WatchedRules;
  /** Rules that were reported to match no longer. */
  readonly #reported = new Set<string>();
  /** Makes the rules of the site as of now. */
  readonly #rules: () => SiteRules;
  /** Layouts of the last pages, the oldest first. */
  #layouts: number[] = [];
  /** Layouts of pages with the old template since there are doubts: these are not replaced. */
  readonly #staying = new Set<number>();

  constructor(site: string, rules: SiteRules | undefined, current: () => SiteRules) {
    this.#site = site;
    this.#watched = rules === undefined ? new Map() : watchedRules(rules);
    this.#rules = current;
  }

  observe({ page, id, layout, isNewLayout, isRead }: Observed): TemplateEvent[] {
    const found = this.#redesigns.observe(page, id);
    // Most pages say nothing.
    if (!isNewLayout && !isRead && found === undefined) {
      if (layout !== undefined) this.#count(layout);
      return [];
    }
    const events: TemplateEvent[] = [];
    const head = { site: this.#site, page: page.number, id, layout: layout?.id ?? null };
    if (isNewLayout) events.push({ type: 'new-layout', ...head });
    if (found !== undefined) {
      const { first, firstId, before, shared, again } = found;
      const was = this.#replacedBy(layout?.id);
      if (layout !== undefined && was !== null) {
        // The places of a layout that stays are those of the old template.
        if (was === layout.id) layout.restart();
        // Rules of a layout hold for the one that took its place.
        const watched = this.#watched.get(was);
        if (watched !== undefined && !this.#watched.has(layout.id)) this.#watched.set(layout.id, watched);
      }
      events.push({ type: 'redesign', ...head, was, first: { page: first, id: firstId }, before, shared, again });
    }
    if (layout !== undefined) this.#count(layout);
    if (layout === undefined || !isRead) return events;
    const regions = driftOf(layout);
    if (regions.length > 0) events.push({ type: 'drift', ...head, regions });
    const broken = brokenRules(this.#watched, layout).filter(({ rule }) => !this.#reported.has(rule));
    for (const { rule } of broken) this.#reported.add(rule);
    const rules = broken.length > 0 ? this.#made() : undefined;
    if (rules !== undefined) events.push({ type: 'rules-broken', ...head, broken, rules });
    return events;
  }

  /** Pages that may have another template say nothing of the one before. */
  #count({ id }: LayoutTemplate): void {
    if (this.#redesigns.isDoubted) {
      if (!this.#redesigns.isBare) this.#staying.add(id);
      return;
    }
    if (this.#staying.size > 0) this.#staying.clear();
    this.#layouts.push(id);
    if (this.#layouts.length > LAYOUTS) this.#layouts.shift();
  }

  #made(): SiteRules | undefined {
    try {
      return this.#rules();
    } catch (error) {
      if (error instanceof RulesError) return undefined;
      throw error;
    }
  }

  /** The layout that `now` took the place of: itself if it was known, or that of most pages before; null where several may be. */
  #replacedBy(now: number | undefined): number | null {
    if (now !== undefined && this.#layouts.includes(now)) return now;
    const candidates = this.#layouts.filter((id) => !this.#staying.has(id));
    const counts = new Map<number, number>();
    for (const id of candidates) counts.set(id, (counts.get(id) ?? 0) + 1);
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    return most !== undefined && most[1] >= candidates.length * LAYOUT_SHARE ? most[0] : null;
  }

  save(): Checked<typeof SAVED_CHANGES> {
    // Others than the last layouts decide nothing.
    const staying = [...this.#staying].filter((id) => this.#layouts.includes(id));
    return { redesigns: this.#redesigns.save(), layouts: this.#layouts, staying, reported: [...this.#reported] };
  }

  load({ redesigns, layouts, staying, reported }: Checked<typeof SAVED_CHANGES>): void {
    this.#layouts = layouts.slice(-LAYOUTS);
    for (const id of staying) this.#staying.add(id);
    this.#redesigns.load(redesigns);
    for (const rule of reported) this.#reported.add(rule);
  }
}
