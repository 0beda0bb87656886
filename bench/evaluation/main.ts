/**
 * Main content by the `data-main` labels of pages: bag-of-words precision, recall and F1 of the text that a method keeps, for
 * each page, then the mean over the pages of a site.
 */
import type { ResolvedOptions } from 'refrain';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { SourcePage } from '../corpus/site-files.ts';
import type { SiteSource } from '../corpus/sites.ts';
import type { MethodKind } from '../methods/method.ts';
import { Problem } from '../problem.ts';
import { mean } from './evaluate.ts';
import { readGold } from './gold.ts';
import { type JudgeOptions, judge } from './judge.ts';
import { kindsOf, meanOf, type Score, scoreWords, type TextFigures, type TextSiteFigures } from './texts.ts';
import { bagOfWords, mainWords } from './words.ts';

export interface MainFigures extends TextFigures {
  /** The same as `f1`, under the name of the question. */
  readonly mainF1: number;
  /** F1 of pages that are read as the first page of their site. */
  readonly firstF1: number;
}

export type MainSiteFigures = MainFigures & TextSiteFigures;

export interface MainMacro extends MainFigures {
  readonly worst: { readonly name: string; readonly mainF1: number };
}

/** Pages of a site that are read a second time, each as the first page of its site. */
const FIRST_PAGES = 40;

type How = Partial<JudgeOptions> & { readonly options: ResolvedOptions; readonly selection: Selection };

/** @throws {Problem} where no page has labels of the main content */
export async function evaluateMain(site: SiteSource, kind: MethodKind, how: How): Promise<MainSiteFigures> {
  const pages = selectPages(await site.read(), how.selection);
  const scores = await scorePages(site.name, pages, kind, how);
  if (scores.length === 0) throw new Problem(`${site.name}: no element of its pages has a data-main label`);
  const firsts: Score[] = [];
  for (const page of pages.slice(0, FIRST_PAGES)) firsts.push(...(await scorePages(site.name, [page], kind, how)));
  const figures = meanOf(scores);
  return {
    ...{ name: site.name, pages: scores.length, ...figures, mainF1: figures.f1 },
    firstF1: mean(firsts.map(({ f1 }) => f1)),
    kinds: kindsOf(scores),
    millisecondsPerPage: mean(scores.map(({ milliseconds }) => milliseconds)),
  };
}

/** Scores of the labelled pages. The method reads the others as well, as it would in a crawl. */
async function scorePages(site: string, pages: readonly SourcePage[], kind: MethodKind, how: How): Promise<Score[]> {
  const scores: Score[] = [];
  const kinds = new Map(pages.map(({ name, kind: of }) => [name, of]));
  for await (const judged of judge(site, pages, kind, { ...how, batch: how.batch ?? 'all' })) {
    const gold = readGold(judged.source, `${site}/${judged.name}`);
    if (!gold.hasMain) continue;
    const score = scoreWords(bagOfWords(judged.content), mainWords(gold));
    scores.push({ ...score, kind: kinds.get(judged.name), milliseconds: judged.milliseconds });
  }
  return scores;
}

/** Means over sites with equal weights, and the site with the lowest F1. */
export function macroMain(sites: readonly MainSiteFigures[]): MainMacro {
  const figures = meanOf(sites);
  const [worst] = [...sites].sort((one, other) => one.mainF1 - other.mainF1);
  return {
    ...{ ...figures, mainF1: figures.f1, firstF1: mean(sites.map(({ firstF1 }) => firstF1)) },
    worst: { name: worst?.name ?? '', mainF1: worst?.mainF1 ?? 0 },
  };
}
