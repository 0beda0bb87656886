/** Word F1 of main content: of pages with a text, of labelled sites, and of several trials. */
import { mean, meanOfKnown } from '../../bench/report.ts';
import { mostF1 } from '../../test/reference/parts.ts';
import type { Judgement } from './figures.ts';
import { type PageWords, scoreRows, type WordScore } from './page-words.ts';

interface PageFigures extends WordScore {
  readonly pages: number;
}

interface SiteWordFigures {
  readonly site: string;
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  /** Mean F1 of the first page, and of pages from the tenth on; undefined where no such page is known. */
  readonly first: number | undefined;
  readonly later: number | undefined;
}

export interface MainFigures {
  /** Pages with a text: means over pages. */
  readonly texts: PageFigures;
  readonly kinds: Readonly<Record<string, PageFigures>>;
  /** Labelled sites: means over sites, and the lowest F1. */
  readonly labelled: Omit<SiteWordFigures, 'site'> & { readonly worst: number };
  readonly sites: readonly SiteWordFigures[];
}

/** Pages from this one on are later ones. */
const LATER = 9;

interface Scored extends WordScore {
  readonly of: PageWords;
}

const pageFigures = (scores: readonly WordScore[]): PageFigures => ({
  pages: scores.length,
  precision: mean(scores.map(({ precision }) => precision)),
  recall: mean(scores.map(({ recall }) => recall)),
  f1: mean(scores.map(({ f1 }) => f1)),
});

const scoresOf = ({ rows, scores }: Judgement, threshold: number): Scored[] =>
  rows.pageWords.map((of) => {
    const isMain = mostF1(
      Array.from(of.sizes, (_, at) => ({
        length: (rows.template[of.first + at] ?? 0) + (rows.content[of.first + at] ?? 0),
        odds: (scores[of.first + at] ?? 0) - threshold,
      })),
    );
    return { ...scoreRows(of, (row) => isMain[row - of.first] ?? false), of };
  });

function siteFigures(judgement: Judgement, threshold: number): SiteWordFigures {
  const scores = scoresOf(judgement, threshold);
  const { f1, precision, recall } = pageFigures(scores);
  const f1Where = (isMeant: (page: number) => boolean): number | undefined =>
    meanOfKnown(scores.filter(({ of }) => isMeant(of.page)).map((score) => score.f1));
  return {
    ...{ site: judgement.rows.site, f1, precision, recall },
    first: f1Where((page) => page === 0),
    later: f1Where((page) => page >= LATER),
  };
}

/** The main content of a page are its blocks with the greatest expected F1, by log odds over the threshold. */
export function mainFiguresOf(judgements: readonly Judgement[], threshold: number): MainFigures {
  const known = judgements.filter(({ rows }) => rows.pageWords.length > 0);
  const texts = known.filter(({ rows }) => rows.from === 'text').flatMap((each) => scoresOf(each, threshold));
  const kinds = [...new Set(texts.flatMap(({ of }) => of.kind ?? []))].sort();
  const sites = known.filter(({ rows }) => rows.from === 'labels').map((each) => siteFigures(each, threshold));
  return {
    texts: pageFigures(texts),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, pageFigures(texts.filter(({ of }) => of.kind === kind))])),
    labelled: {
      f1: mean(sites.map(({ f1 }) => f1)),
      precision: mean(sites.map(({ precision }) => precision)),
      recall: mean(sites.map(({ recall }) => recall)),
      first: meanOfKnown(sites.map(({ first }) => first)),
      later: meanOfKnown(sites.map(({ later }) => later)),
      worst: sites.length === 0 ? 0 : Math.min(...sites.map(({ f1 }) => f1)),
    },
    sites,
  };
}

/** Mean, least and largest value of a figure over several trials. */
export interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  mean: mean(values),
  least: Math.min(...values),
  most: Math.max(...values),
});
