/**
 * Evaluates main content as usual for content extraction: precision, recall and F1 of the bag of kept words, page by
 * page. The reference is a text file next to the page, or the text below elements with `data-main="main"`.
 */
import { extract, type ResolvedOptions } from 'refrain';
import { Problem } from '../../bench/command-line.ts';
import { languageName, type SourcePage } from '../../bench/pages/site-files.ts';
import type { SiteSource } from '../../bench/pages/sites.ts';
import { mean } from '../../bench/report.ts';
import { groupOf, groupOfHost, partsOf, type Selection, selectPages } from '../corpus/selection.ts';
import { type MethodKind, readsPagesAlone, takesBatches } from '../methods/method.ts';
import { readGold } from './gold.ts';
import { type JudgeOptions, judge, type PageResult } from './judge.ts';
import { type Bag, bagOfWords, common, goldTexts, mainWords, sizeOf, wordF1 } from './words.ts';

export interface WordScore {
  /** Share of the kept words that are in the main content. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface PageScore extends WordScore {
  /** The host, or the folder of pages without URLs. */
  readonly site: string;
  readonly number: number;
  readonly kind: string | undefined;
  /** The known, declared or detected language, or the Unicode name of the script. */
  readonly language: string;
  /** F1 if the page is read as the first of its site. Undefined for a method that needs a batch. */
  readonly first: number | undefined;
  readonly milliseconds: number;
}

export interface TextFigures extends WordScore {
  /** Share of words of the main content that are lost: 1 − recall. */
  readonly contentLost: number;
  readonly contentF1: number;
}

export interface TextSiteFigures extends TextFigures {
  readonly name: string;
  readonly pages: number;
  readonly millisecondsPerPage: number;
}

export type EvaluationOptions = Partial<JudgeOptions> & {
  readonly options: ResolvedOptions;
  readonly selection: Selection;
  /** Number of parts of a site; each is read as a separate site. Default: 1. */
  readonly parts?: number;
  /** True if a group of sites is judged. Default: all. */
  readonly isJudged?: ((group: string) => boolean) | undefined;
};

export type Reference = 'text' | 'main';

/** Compares found words with those of the gold text. If neither has words, all figures are 1. */
export function scoreWords(found: Bag, gold: Bag): WordScore {
  const shared = common(found, gold);
  const [all, wanted] = [sizeOf(found), sizeOf(gold)];
  return {
    precision: all === 0 ? Number(wanted === 0) : shared / all,
    recall: wanted === 0 ? 1 : shared / wanted,
    f1: wordF1(found, gold) ?? 1,
  };
}

/** Pages by host. Pages without a URL belong to the site `name`. */
export function byHost(name: string, pages: readonly SourcePage[]): Map<string, SourcePage[]> {
  const hosts = new Map<string, SourcePage[]>();
  for (const page of pages) {
    const host = page.url !== undefined && URL.canParse(page.url) ? new URL(page.url).host : name;
    hosts.set(host, [...(hosts.get(host) ?? []), page]);
  }
  return hosts;
}

/**
 * Scores of the pages with a reference, in order. The method also reads the others, as in a crawl.
 *
 * @throws {Problem} if no page has a reference
 */
export async function scoreSite(
  { name, read }: SiteSource,
  kind: MethodKind,
  how: EvaluationOptions,
  reference: Reference,
): Promise<PageScore[]> {
  const scores: PageScore[] = [];
  // True while all pages are outside the fold: then the site needs no reference.
  let isOutside = how.isJudged !== undefined;
  for (const [host, pages] of byHost(name, selectPages(await read(), how.selection))) {
    const group = reference === 'main' ? groupOf(name) : groupOfHost(host, name);
    if (how.isJudged?.(group) === false) continue;
    isOutside = false;
    const own = new Map(pages.map((page, at) => [page.name, { page, number: at + 1 }]));
    for await (const judged of judgeParts(host, pages, kind, how)) {
      const { page, number } = own.get(judged.name) ?? {};
      const gold = page && goldOf(page, judged, reference);
      if (page === undefined || number === undefined || gold === undefined) continue;
      const score = scoreWords(bagOfWords(judged.content), gold);
      const first = number === 1 || readsPagesAlone(kind) ? score.f1 : await scoreFirst(host, page, kind, how, gold);
      scores.push({
        ...{ ...score, site: host, number, first, kind: page.kind, milliseconds: judged.milliseconds },
        language: page.language ?? (await languageOf(gold, judged.source)),
      });
    }
  }
  if (scores.length > 0 || isOutside) return scores;
  const missing = reference === 'text' ? 'page has a .txt file of its main content beside it' : NO_LABEL;
  throw new Problem(`${name}: no ${missing}`);
}

/** The pages of a site, judged part by part. */
export async function* judgeParts(
  site: string,
  pages: readonly SourcePage[],
  kind: MethodKind,
  { parts = 1, batch = 'all', ...how }: EvaluationOptions,
): AsyncGenerator<PageResult> {
  for (const part of partsOf(pages, parts)) yield* judge(site, part, kind, { ...how, batch });
}

const NO_LABEL = 'element of its pages has a data-main label';

function goldOf(page: SourcePage, { source }: PageResult, reference: Reference): Bag | undefined {
  if (reference === 'text') return page.text === undefined ? undefined : bagOfWords(goldTexts(page));
  const gold = readGold(source, page.name);
  return gold.hasMain ? mainWords(gold) : undefined;
}

async function scoreFirst(
  site: string,
  page: SourcePage,
  kind: MethodKind,
  how: EvaluationOptions,
  gold: Bag,
): Promise<number | undefined> {
  if (takesBatches(kind)) return undefined;
  for await (const { content } of judge(site, [page], kind, { ...how, batch: 'all' }))
    return scoreWords(bagOfWords(content), gold).f1;
  return undefined;
}

export function meanOf(scores: readonly WordScore[]): TextFigures {
  const recall = mean(scores.map((score) => score.recall));
  const f1 = mean(scores.map((score) => score.f1));
  const precision = mean(scores.map((score) => score.precision));
  return { precision, recall, f1, contentLost: 1 - recall, contentF1: f1 };
}

export const figuresOf = (name: string, scores: readonly PageScore[]): TextSiteFigures => ({
  ...{ name, pages: scores.length, ...meanOf(scores) },
  millisecondsPerPage: mean(scores.map(({ milliseconds }) => milliseconds)),
});

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Hangul', 'Han'] as const;
const IN_SCRIPT = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words that are a sixth of English texts, and rare in other languages. */
const ENGLISH = ['the', 'of', 'and', 'to', 'that'];
const ENGLISH_SHARE = 0.04;

/**
 * The language of a page by the script of most words; kana mean Japanese. For Latin script, the declared language, or
 * English if its commonest words are frequent.
 */
async function languageOf(words: Bag, source: string): Promise<string> {
  const counts = new Map<string, number>();
  let kana = 0;
  for (const [word, copies] of words) {
    const script = IN_SCRIPT.find(([, pattern]) => pattern.test(word))?.[0] ?? 'other';
    counts.set(script, (counts.get(script) ?? 0) + copies);
    if (KANA.test(word)) kana += copies;
  }
  const [[script, most] = ['other', 0]] = [...counts].sort(([, one], [, other]) => other - one);
  if (kana > most / 4) return 'Japanese';
  if (script !== 'Latin') return script;
  const declared = languageName((await extract(source)).language ?? '');
  if (declared !== undefined) return declared;
  const english = ENGLISH.reduce((sum, word) => sum + (words.get(word) ?? 0), 0);
  return english > sizeOf(words) * ENGLISH_SHARE ? 'English' : script;
}
