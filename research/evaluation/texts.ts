/**
 * Main content by words, as usual for content extraction: precision, recall and F1 of the bag of words that a method keeps, for each
 * page, then the mean over the pages of a site. The reference is a text file beside the page, written by a person, or the text below
 * elements with `data-main="main"`.
 */
import type { ResolvedOptions } from 'refrain';
import { Problem } from '../../bench/command.ts';
import { mean } from '../../bench/figures.ts';
import type { SourcePage } from '../../bench/pages/site-files.ts';
import type { SiteSource } from '../../bench/pages/sites.ts';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { MethodKind } from '../methods/method.ts';
import { readGold } from './gold.ts';
import { type Judged, type JudgeOptions, judge } from './judge.ts';
import { type Bag, bagOfWords, common, mainWords, sizeOf, wordF1 } from './words.ts';

export interface WordScore {
  /** Share of the words kept that are in the main content. */
  readonly precision: number;
  /** Share of the words of the main content that were kept. */
  readonly recall: number;
  readonly f1: number;
}

export interface TextFigures extends WordScore {
  /** Share of the words of the main content that are lost: 1 − recall. */
  readonly contentLost: number;
  /** The same as `f1`, under the name that labelled sites have. */
  readonly contentF1: number;
}

export interface TextSiteFigures extends TextFigures {
  readonly name: string;
  readonly pages: number;
  /** Figures by kind of page, where an index has kinds, and by script. */
  readonly kinds: Readonly<Record<string, GroupFigures>>;
  readonly scripts: Readonly<Record<string, GroupFigures>>;
  readonly millisecondsPerPage: number;
}

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

export type How = Partial<JudgeOptions> & {
  readonly options: ResolvedOptions;
  readonly selection: Selection;
  /** Whether each page with a text is read as the first one of its site. Default: false. */
  readonly alone?: boolean;
};

/** Score of one page. */
interface PageScore extends WordScore {
  readonly kind: string | undefined;
  /** The script of the reference, as Unicode names it. */
  readonly script: string;
  readonly milliseconds: number;
}

/** Mean F1 of the pages of one kind or script, and half the width of its interval of 95 %, where there are two pages or more. */
export interface GroupFigures {
  readonly pages: number;
  readonly f1: number;
  readonly interval: number | undefined;
}

/** Pages of a site that are read a second time, each as the first page of its site. */
const FIRST_PAGES = 40;

/** Words found against words of the gold text. Without a word on either side all figures are 1. */
export function scoreWords(found: Bag, gold: Bag): WordScore {
  const shared = common(found, gold);
  const [all, wanted] = [sizeOf(found), sizeOf(gold)];
  return {
    precision: all === 0 ? Number(wanted === 0) : shared / all,
    recall: wanted === 0 ? 1 : shared / wanted,
    f1: wordF1(found, gold) ?? 1,
  };
}

/** Pages by the host of their URL. Pages without a URL belong to the site `name`. */
export function byHost(name: string, pages: readonly SourcePage[]): Map<string, SourcePage[]> {
  const hosts = new Map<string, SourcePage[]>();
  for (const page of pages) {
    const host = page.url !== undefined && URL.canParse(page.url) ? new URL(page.url).host : name;
    hosts.set(host, [...(hosts.get(host) ?? []), page]);
  }
  return hosts;
}

/** Scores of the pages that have a reference. The method reads the others as well, as it would in a crawl. */
async function scorePages(
  site: string,
  pages: readonly SourcePage[],
  kind: MethodKind,
  how: How,
  goldOf: (judged: Judged, page: SourcePage) => Bag | undefined,
): Promise<PageScore[]> {
  const scores: PageScore[] = [];
  const byName = new Map(pages.map((page) => [page.name, page]));
  for await (const judged of judge(site, pages, kind, { ...how, batch: how.batch ?? 'all' })) {
    const page = byName.get(judged.name);
    const gold = page && goldOf(judged, page);
    if (gold === undefined) continue;
    const score = scoreWords(bagOfWords(judged.content), gold);
    scores.push({ ...score, kind: page?.kind, script: scriptOf(gold), milliseconds: judged.milliseconds });
  }
  return scores;
}

/** @throws {Problem} where no page has a text beside it */
export async function evaluateTexts(site: SiteSource, kind: MethodKind, how: How): Promise<TextSiteFigures> {
  const withText = (await site.read()).filter(({ text }) => text !== undefined);
  const scores: PageScore[] = [];
  for (const [host, own] of byHost(site.name, selectPages(withText, how.selection))) {
    for (const pages of how.alone ? own.map((page) => [page]) : [own])
      scores.push(...(await scorePages(host, pages, kind, how, (_, { text = '' }) => bagOfWords([text]))));
  }
  if (scores.length === 0) throw new Problem(`${site.name}: no page has a .txt file of its main content beside it`);
  return figuresOf(site.name, scores);
}

/** @throws {Problem} where no page has labels of the main content */
export async function evaluateMain(site: SiteSource, kind: MethodKind, how: How): Promise<MainSiteFigures> {
  const pages = selectPages(await site.read(), how.selection);
  const goldOf = ({ source, name }: Judged): Bag | undefined => {
    const gold = readGold(source, `${site.name}/${name}`);
    return gold.hasMain ? mainWords(gold) : undefined;
  };
  const scores = await scorePages(site.name, pages, kind, how, goldOf);
  if (scores.length === 0) throw new Problem(`${site.name}: no element of its pages has a data-main label`);
  const firsts: PageScore[] = [];
  for (const page of pages.slice(0, FIRST_PAGES))
    firsts.push(...(await scorePages(site.name, [page], kind, how, goldOf)));
  const figures = figuresOf(site.name, scores);
  return { ...figures, mainF1: figures.f1, firstF1: mean(firsts.map(({ f1 }) => f1)) };
}

export function meanOf(scores: readonly WordScore[]): TextFigures {
  const recall = mean(scores.map((score) => score.recall));
  const f1 = mean(scores.map((score) => score.f1));
  const precision = mean(scores.map((score) => score.precision));
  return { precision, recall, f1, contentLost: 1 - recall, contentF1: f1 };
}

function figuresOf(name: string, scores: readonly PageScore[]): TextSiteFigures {
  return {
    ...{ name, pages: scores.length, ...meanOf(scores) },
    kinds: groupsOf(scores, ({ kind }) => kind),
    scripts: groupsOf(scores, ({ script }) => script),
    millisecondsPerPage: mean(scores.map(({ milliseconds }) => milliseconds)),
  };
}

function groupsOf(
  scores: readonly PageScore[],
  groupOf: (score: PageScore) => string | undefined,
): Record<string, GroupFigures> {
  const groups = new Map<string, number[]>();
  for (const score of scores) {
    const group = groupOf(score);
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), score.f1]);
  }
  return Object.fromEntries([...groups].sort().map(([group, all]) => [group, groupFigures(all)]));
}

function groupFigures(all: readonly number[]): GroupFigures {
  const f1 = mean(all);
  const variance = all.reduce((sum, each) => sum + (each - f1) ** 2, 0) / (all.length - 1);
  return { pages: all.length, f1, interval: all.length < 2 ? undefined : 1.96 * Math.sqrt(variance / all.length) };
}

/** The groups of many sites, together. */
export function poolGroups(sites: readonly Readonly<Record<string, GroupFigures>>[]): Record<string, GroupFigures> {
  const names = [...new Set(sites.flatMap((groups) => Object.keys(groups)))].sort();
  return Object.fromEntries(names.map((name) => [name, pool(sites.flatMap((groups) => groups[name] ?? []))]));
}

function pool(parts: readonly GroupFigures[]): GroupFigures {
  const pages = parts.reduce((sum, part) => sum + part.pages, 0);
  const f1 = parts.reduce((sum, part) => sum + part.pages * part.f1, 0) / pages;
  const squares = parts.reduce((sum, part) => {
    const within = ((part.interval ?? 0) / 1.96) ** 2 * part.pages * (part.pages - 1);
    return sum + within + part.pages * (part.f1 - f1) ** 2;
  }, 0);
  return { pages, f1, interval: pages < 2 ? undefined : 1.96 * Math.sqrt(squares / (pages - 1) / pages) };
}

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Hangul', 'Han'] as const;
const IN_SCRIPT = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The script of most words. Kana among them make it Japanese. */
function scriptOf(words: Bag): string {
  const counts = new Map<string, number>();
  let kana = 0;
  for (const [word, copies] of words) {
    const script = IN_SCRIPT.find(([, pattern]) => pattern.test(word))?.[0] ?? 'other';
    counts.set(script, (counts.get(script) ?? 0) + copies);
    if (KANA.test(word)) kana += copies;
  }
  const [[script, most] = ['other', 0]] = [...counts].sort(([, one], [, other]) => other - one);
  return kana > most / 4 ? 'Japanese' : script;
}

/** Means over sites with equal weights, and the site with the lowest F1. */
export function macroMain(sites: readonly MainSiteFigures[]): MainMacro {
  const figures = meanOf(sites);
  const [worst] = sites.toSorted((one, other) => one.mainF1 - other.mainF1);
  return {
    ...{ ...figures, mainF1: figures.f1, firstF1: mean(sites.map(({ firstF1 }) => firstF1)) },
    worst: { name: worst?.name ?? '', mainF1: worst?.mainF1 ?? 0 },
  };
}
