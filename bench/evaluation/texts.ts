/**
 * Pages with their main content as a text file, written by a person. Measured by words, as usual for content extraction:
 * precision, recall and F1 of the bag of words that a method judges content, for each page, then the mean.
 */
import type { ResolvedOptions } from 'refrain';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { SourcePage } from '../corpus/site-files.ts';
import type { SiteSource } from '../corpus/sites.ts';
import type { MethodKind } from '../methods/method.ts';
import { Problem } from '../problem.ts';
import { mean } from './evaluate.ts';
import { type JudgeOptions, judge } from './judge.ts';
import { type Bag, bagOfWords, common, sizeOf, wordF1 } from './words.ts';

export interface TextFigures {
  /** Share of the words judged content that are in the main content. */
  readonly precision: number;
  /** Share of the words of the main content that were judged content. */
  readonly recall: number;
  readonly f1: number;
  /** Share of the words of the main content that are lost: 1 − recall. */
  readonly contentLost: number;
  /** The same as `f1`, under the name that labelled sites have. */
  readonly contentF1: number;
}

export interface TextSiteFigures extends TextFigures {
  readonly name: string;
  readonly pages: number;
  /** Figures by kind of page, where an index has kinds. */
  readonly kinds: Readonly<Record<string, { readonly pages: number; readonly f1: number }>>;
  readonly millisecondsPerPage: number;
}

/** Score of one page. */
export interface Score {
  readonly kind: string | undefined;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly milliseconds: number;
}

/** Words found against words of the gold text. Without a word on either side all figures are 1. */
export function scoreWords(found: Bag, gold: Bag): Omit<Score, 'kind' | 'milliseconds'> {
  const shared = common(found, gold);
  const share = (whole: number): number => (whole === 0 ? (sizeOf(gold) === 0 ? 1 : 0) : shared / whole);
  return {
    precision: share(sizeOf(found)),
    recall: sizeOf(gold) === 0 ? 1 : shared / sizeOf(gold),
    f1: wordF1(found, gold) ?? 1,
  };
}

/** Pages by the host of their URL. Pages without a URL belong to the site `name`. */
export function byHost(name: string, pages: readonly SourcePage[]): Map<string, SourcePage[]> {
  const hosts = new Map<string, SourcePage[]>();
  for (const page of pages) {
    const host = page.url !== undefined && URL.canParse(page.url) ? new URL(page.url).host : name;
    const own = hosts.get(host);
    if (own === undefined) hosts.set(host, [page]);
    else own.push(page);
  }
  return hosts;
}

/** @throws {Problem} where no page has a text beside it */
export async function evaluateTexts(
  site: SiteSource,
  kind: MethodKind,
  how: Partial<JudgeOptions> & { readonly options: ResolvedOptions; readonly selection: Selection },
): Promise<TextSiteFigures> {
  const pages = selectPages(
    (await site.read()).filter(({ text }) => text !== undefined),
    how.selection,
  );
  if (pages.length === 0) throw new Problem(`${site.name}: no page has a .txt file of its main content beside it`);
  const scores: Score[] = [];
  for (const [host, own] of byHost(site.name, pages)) {
    const golds = own.map(({ text = '', kind: of }) => ({ bag: bagOfWords([text]), kind: of }));
    let at = 0;
    for await (const judged of judge(host, own, kind, { ...how, batch: how.batch ?? 'all' })) {
      const gold = golds[at];
      at += 1;
      if (gold === undefined) throw new RangeError('the method judged more pages than the site has');
      const score = scoreWords(bagOfWords(judged.content), gold.bag);
      scores.push({ ...score, kind: gold.kind, milliseconds: judged.milliseconds });
    }
  }
  return {
    name: site.name,
    pages: pages.length,
    ...meanOf(scores),
    kinds: kindsOf(scores),
    millisecondsPerPage: mean(scores.map(({ milliseconds }) => milliseconds)),
  };
}

export function meanOf(scores: readonly Omit<Score, 'kind' | 'milliseconds'>[]): TextFigures {
  const recall = mean(scores.map((score) => score.recall));
  const f1 = mean(scores.map((score) => score.f1));
  return {
    precision: mean(scores.map(({ precision }) => precision)),
    recall,
    f1,
    contentLost: 1 - recall,
    contentF1: f1,
  };
}

export function kindsOf(scores: readonly Score[]): TextSiteFigures['kinds'] {
  const kinds = [...new Set(scores.flatMap(({ kind }) => kind ?? []))].sort();
  return Object.fromEntries(
    kinds.map((kind) => {
      const own = scores.filter((score) => score.kind === kind);
      return [kind, { pages: own.length, f1: mean(own.map(({ f1 }) => f1)) }];
    }),
  );
}

export const macroTexts = (sites: readonly TextSiteFigures[]): TextFigures => meanOf(sites);
