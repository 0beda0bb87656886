/** Crawls of labelled sites in which pages of one layout get another template, and all others stay as they are. */
import { SiteTemplate } from '@refrain/rules';
import { Detector } from 'refrain';
import { inOrder, type RedesignPage, type RedesignSite, served } from './pages.ts';
import { AFTER, type Plan } from './simulated.ts';
import { redesign } from './transform.ts';

/** Pages of the layout, and of all others, that a site must have before. */
const LEAST = 12;

export interface PartialOutcome extends Plan {
  readonly site: string;
  /** The layout that is redesigned, and its share of the pages before. */
  readonly layout: number;
  readonly share: number;
  /** Redesigned pages until a new layout, a redesign or a drift was reported, from 1; 0 where it was not. */
  readonly newLayout: number;
  readonly changed: number;
  /** Whether the redesign or drift names the layout that was redesigned. */
  readonly isNamed: boolean;
  /** Redesigns and drifts that were reported before. */
  readonly early: number;
}

/** The layout with most pages; undefined where it, or the rest, has too few. */
function largest(layouts: readonly (number | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const id of layouts) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most !== undefined && most[1] >= LEAST && layouts.length - most[1] >= LEAST ? most[0] : undefined;
}

/** One crawl; undefined where the site has too few pages, or one layout. */
export async function simulatePartial(
  site: RedesignSite,
  plan: Plan,
  host: string,
): Promise<PartialOutcome | undefined> {
  const ordered = inOrder(site.pages, plan.seed);
  const before = ordered.slice(0, plan.before);
  const rest = plan.again ? before : ordered.slice(plan.before);
  const detector = await Detector.create();
  const template = new SiteTemplate();
  let early = 0;
  const observe = (html: string, { id }: RedesignPage) => {
    const page = detector.learn(html, { id });
    return { layout: page.layout, events: template.observe(page, id) };
  };
  const layouts = before.map((page) => {
    const { layout, events } = observe(served(page), page);
    early += events.filter(({ type }) => type === 'redesign' || type === 'drift').length;
    return layout;
  });
  const target = largest(layouts);
  if (before.length < plan.before || target === undefined) return undefined;
  let [redesigned, newLayout, changed, isNamed] = [0, 0, 0, false];
  for (const page of rest) {
    if (redesigned >= AFTER) break;
    const html = served(page);
    const isTarget = detector.label(html).layout === target;
    const source = isTarget ? redesign(page.source, plan.kind, 7, host) : undefined;
    if (source !== undefined) redesigned += 1;
    const { events } = observe(source === undefined ? html : served({ id: page.id, source }), page);
    for (const event of events) {
      if (event.type === 'new-layout' && newLayout === 0 && source !== undefined) newLayout = redesigned;
      if ((event.type !== 'redesign' && event.type !== 'drift') || changed > 0) continue;
      if (redesigned === 0) early += 1;
      else changed = redesigned;
      if (changed === 0) continue;
      isNamed = event.layout === target || (event.type === 'redesign' && event.was === target);
    }
  }
  if (redesigned < LEAST) return undefined;
  const share = layouts.filter((layout) => layout === target).length / layouts.length;
  return { site: site.name, ...plan, layout: target, share, newLayout, changed, isNamed, early };
}
