import type { Page } from 'refrain';
import { list, row, type ValueOf, whole } from '../apply/schema.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import { driftOf } from './drift.ts';
import type { TemplateEvent } from './events.ts';
import { Redesigns, SAVED_REDESIGNS } from './redesigns.ts';

/** The layout that a redesign replaced is the one that this share of this number of last pages had. */
const LAYOUTS = 32;
const LAYOUT_SHARE = 0.5;

export const SAVED_CHANGES = row({
  redesigns: SAVED_REDESIGNS,
  /** Layouts of the last pages, oldest first. */
  layouts: list(whole),
  /**
   * Layouts that pages with the old template had since a redesign is suspected. The redesign does not replace these
   * layouts.
   */
  staying: list(whole),
});

type State = Omit<ValueOf<typeof SAVED_CHANGES>, 'redesigns'>;

export interface Observation {
  readonly page: Page;
  readonly id: string;
  /** Undefined if the page has no layout, or a layout that is ignored. */
  readonly layout: LayoutTemplate | undefined;
  readonly isNewLayout: boolean;
  /** True if the element groups of the page were read. */
  readonly isRead: boolean;
}

export class Changes {
  readonly #site: string;
  readonly #redesigns = new Redesigns();
  #state: State = { layouts: [], staying: [] };

  constructor(site: string) {
    this.#site = site;
  }

  observe({ page, id, layout, isNewLayout, isRead }: Observation): TemplateEvent[] {
    const found = this.#redesigns.observe(page, id);
    // Most pages change nothing.
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
      // If the layout continues, it still has the groups of the old template.
      if (layout !== undefined && was === layout.id) layout.restart();
      events.push({ type: 'redesign', ...head, was, first: { page: first, id: firstId }, before, shared, again });
    }
    if (layout !== undefined) this.#count(layout);
    if (layout === undefined || !isRead) return events;
    const regions = driftOf(layout);
    if (regions.length > 0) events.push({ type: 'drift', ...head, regions });
    return events;
  }

  #count({ id }: LayoutTemplate): void {
    const { layouts, staying } = this.#state;
    if (this.#redesigns.isDoubted) {
      if (!this.#redesigns.isBare && layouts.includes(id) && !staying.includes(id)) staying.push(id);
      return;
    }
    // The check is faster than clearing an empty array.
    if (staying.length > 0) staying.length = 0;
    layouts.push(id);
    if (layouts.length > LAYOUTS) layouts.shift();
  }

  /**
   * The layout that the redesign replaced: `now` if it was known before, otherwise that of most earlier pages; null if
   * ambiguous.
   */
  #replacedBy(now: number | undefined): number | null {
    const { layouts, staying } = this.#state;
    if (now !== undefined && layouts.includes(now)) return now;
    const candidates = layouts.filter((id) => !staying.includes(id));
    const counts = new Map<number, number>();
    for (const id of candidates) counts.set(id, (counts.get(id) ?? 0) + 1);
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    return most !== undefined && most[1] >= candidates.length * LAYOUT_SHARE ? most[0] : null;
  }

  save(): ValueOf<typeof SAVED_CHANGES> {
    return { redesigns: this.#redesigns.save(), ...this.#state };
  }

  load({ redesigns, ...state }: ValueOf<typeof SAVED_CHANGES>): void {
    this.#redesigns.load(redesigns);
    this.#state = { ...state, layouts: state.layouts.slice(-LAYOUTS) };
  }
}
