/** Two generations of a real site: pages of the old one, then those of the new one. */
import { Detector } from 'refrain';
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { Redesigns } from '../../packages/rules/src/changes/redesigns.ts';
import { findSites } from '../corpus/sites.ts';
import { Problem } from '../problem.ts';
import { type RedesignPage, readRedesignSite, served } from './pages.ts';

export interface Generations {
  readonly before: number;
  readonly after: number;
  /** Page of the new generation at which a redesign was reported, from 1; 0 where it was not. */
  readonly reported: number;
  /** Redesigns that were reported before, and after the first. */
  readonly others: number;
}

async function readPages(folder: string): Promise<readonly RedesignPage[]> {
  const [site] = findSites(folder);
  if (site === undefined) throw new Problem(`${folder}: there is no site`);
  const { pages } = await readRedesignSite(site);
  // Both generations are one site, so their names are left out of the ids.
  return shuffle(pages, 1).map((page) => ({ ...page, id: page.id.replace(/^https:\/\/[^/]*/, 'https://site') }));
}

export async function readGenerations(oldFolder: string, newFolder: string, before: number): Promise<Generations> {
  const old = (await readPages(oldFolder)).slice(0, before);
  const after = await readPages(newFolder);
  const detector = await Detector.create();
  const changes = new Redesigns();
  let [reported, others] = [0, 0];
  for (const [at, page] of [...old, ...after].entries()) {
    if (changes.observe(detector.learn(served(page), { id: page.id }), page.id) === undefined) continue;
    if (reported === 0 && at >= old.length) reported = at - old.length + 1;
    else others += 1;
  }
  return { before: old.length, after: after.length, reported, others };
}
