/** Labelled sites as sections of one site, whose pages come mixed at random: each template is on a part of the pages. */
import { Detector } from 'refrain';
import { shuffle } from '../bench/random.ts';
import { align } from './evaluation/align.ts';
import { Counts, countCharacters } from './evaluation/counts.ts';
import { readGold } from './evaluation/gold.ts';
import { verdictsOf } from './methods/refrain.ts';
import { type RedesignPage, type RedesignSite, served } from './redesigns/pages.ts';

export interface SectionResult {
  readonly site: string;
  readonly pages: number;
  /** F1 of the template by characters: one detector for each section, and one for all. */
  readonly apart: number;
  readonly mixed: number;
}

interface Drawn {
  readonly section: number;
  readonly page: RedesignPage;
}

/** F1 of each section, with as many pages of each as the smallest has, `limit` at most. */
export async function mix(sections: readonly RedesignSite[], seed: number, limit: number): Promise<SectionResult[]> {
  const count = Math.min(limit, ...sections.map(({ pages }) => pages.length));
  const drawn = sections.flatMap(({ pages }, section): Drawn[] =>
    shuffle(pages, seed)
      .slice(0, count)
      .map((page) => ({ section, page })),
  );
  const mixed = await Detector.create();
  const apart = await Promise.all(sections.map(() => Detector.create()));
  const separators = new Set<string>(mixed.options.separators);
  const results = sections.map(() => ({ apart: new Counts(), mixed: new Counts() }));
  for (const { section, page } of shuffle(drawn, seed + 1)) {
    const gold = readGold(page.source, page.id);
    const html = served(page);
    const result = results[section];
    if (result === undefined) continue;
    const id = `https://site/${section}/${page.id}`;
    const judge = (detector: Detector | undefined, counts: Counts): void => {
      if (detector === undefined) return;
      countCharacters(counts, gold, align(gold, verdictsOf(detector.learn(html, { id })), separators));
    };
    judge(apart[section], result.apart);
    judge(mixed, result.mixed);
  }
  return sections.map(({ name }, at) => ({
    site: name,
    pages: count,
    apart: results[at]?.apart.f1 ?? 0,
    mixed: results[at]?.mixed.f1 ?? 0,
  }));
}
