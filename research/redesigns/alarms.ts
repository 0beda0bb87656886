/** Events on sites as they are: every redesign among them is a false alarm. */
import { Detector } from 'refrain';
import { Redesigns } from '../../packages/rules/src/changes/redesigns.ts';
import { inOrder, type RedesignSite, served } from './pages.ts';

export interface Alarms {
  readonly site: string;
  readonly seed: number;
  readonly pages: number;
  /** Ids of the pages at which a redesign was reported. */
  readonly redesigns: readonly string[];
}

export async function countAlarms(site: RedesignSite, seed: number, limit: number): Promise<Alarms> {
  const detector = await Detector.create();
  const changes = new Redesigns();
  const pages = inOrder(site.pages, seed).slice(0, limit);
  const redesigns = pages
    .filter((page) => changes.observe(detector.learn(served(page), { id: page.id }), page.id) !== undefined)
    .map(({ id }) => id);
  return { site: site.name, seed, pages: pages.length, redesigns };
}
