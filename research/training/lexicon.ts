/**
 * Log odds of template and of main content for words in names, short texts and headings, from the amounts of text with
 * the word that are template, and that are main content. Words in few groups are omitted to avoid overfitting.
 */
import { readFileSync } from 'node:fs';
import type { Lexicon, WordOdds } from '../../bench/reference/model.ts';
import { hashWord, LEXICON_BITS, wordsIn } from '../../test/reference/prose.ts';
import type { Rows } from './rows.ts';

interface Weight {
  template: number;
  content: number;
  main: number;
  rest: number;
}

/** Weights by word and group. */
export type WordCounts = ReadonlyMap<string, ReadonlyMap<number, Weight>>;

/** Minimum groups that have a word. */
const MIN_GROUPS = 8;
/** The most informative words, without translations. */
const MAX_WORDS = 4000;
/** Smoothing: added to both sides of the odds, as a share of the text of a group. */
const TEMPLATE_SMOOTHING = 0.02;
const MAIN_SMOOTHING = 0.1;
const MAX_ODDS = 3;
const SIXTEENTHS = 16;

/**
 * For template, a single page has less weight than a site. For main content this is not needed, because it differs on
 * every page.
 */
const templateWeightOf = (rows: Rows): number => (rows.from === 'text' ? 0.15 : 1);

export function countWords(sites: readonly Rows[]): WordCounts {
  const groups = new Map<string, Rows[]>();
  for (const rows of sites)
    if (rows.part !== 'mixed') groups.set(rows.group, [...(groups.get(rows.group) ?? []), rows]);
  return new Map([...groups].map(([group, own]) => [group, countGroup(own)]));
}

function massOf(rows: Rows, isCounted: (row: number) => boolean): number {
  let sum = 0;
  for (let row = 0; row < rows.count; row += 1) if (isCounted(row)) sum += Math.sqrt(lengthOf(rows, row));
  return sum;
}

const lengthOf = (rows: Rows, row: number): number => (rows.template[row] ?? 0) + (rows.content[row] ?? 0);

function countGroup(sites: readonly Rows[]): Map<number, Weight> {
  const counts = new Map<number, Weight>();
  const isKnown =
    ({ main }: Rows) =>
    (row: number): boolean =>
      !Number.isNaN(main[row]);
  const masses = sites.map((rows) => massOf(rows, () => true));
  const mainMasses = sites.map((rows) => massOf(rows, isKnown(rows)));
  const knownSites = mainMasses.filter((mass) => mass > 0).length;
  for (const [index, rows] of sites.entries()) {
    const scale = templateWeightOf(rows) / (masses[index] || 1) / sites.length;
    const mainScale = 1 / (mainMasses[index] || 1) / (knownSites || 1);
    const knows = isKnown(rows);
    let from = 0;
    for (let row = 0; row < rows.count; row += 1) {
      const all = lengthOf(rows, row);
      const template = (rows.template[row] ?? 0) / all;
      const main = knows(row) ? (rows.main[row] ?? 0) / all : 0;
      const mass = Math.sqrt(all) * scale;
      const mainMass = knows(row) ? Math.sqrt(all) * mainScale : 0;
      const to = rows.wordsEnd[row] ?? from;
      const keys = Array.from(rows.words.subarray(from, to), (word) => word & LEXICON_BITS);
      for (const key of new Set(keys.map((each) => TRANSLATIONS.get(each) ?? each))) {
        const weight = counts.get(key) ?? { template: 0, content: 0, main: 0, rest: 0 };
        weight.template += mass * template;
        weight.content += mass * (1 - template);
        weight.main += mainMass * main;
        weight.rest += mainMass * (1 - main);
        counts.set(key, weight);
      }
      from = to;
    }
  }
  return counts;
}

/** Clipped log odds in sixteenths, and how much information they have about all texts. */
function oddsOf(yes: number, no: number, smoothing: number): { sixteenths: number; information: number } {
  const odds = Math.log((Math.max(0, yes) + smoothing) / (Math.max(0, no) + smoothing));
  return {
    sixteenths: Math.round(Math.max(-MAX_ODDS, Math.min(MAX_ODDS, odds)) * SIXTEENTHS),
    information: Math.abs(odds) * Math.sqrt(Math.max(0, yes + no)),
  };
}

export class LexiconMaker {
  readonly #counts: WordCounts;
  /** Words that enough groups have. */
  readonly #all: ReadonlyMap<number, Weight & { groups: number }>;

  constructor(counts: WordCounts) {
    this.#counts = counts;
    const all = new Map<number, Weight & { groups: number }>();
    for (const words of counts.values()) {
      for (const [word, { template, content, main, rest }] of words) {
        const sum = all.get(word) ?? { template: 0, content: 0, main: 0, rest: 0, groups: 0 };
        sum.template += template;
        sum.content += content;
        sum.main += main;
        sum.rest += rest;
        sum.groups += 1;
        all.set(word, sum);
      }
    }
    this.#all = new Map([...all].filter(([, { groups }]) => groups >= MIN_GROUPS));
  }

  without(group: string | undefined): Lexicon {
    const own = group === undefined ? undefined : this.#counts.get(group);
    const scored: { word: number; odds: WordOdds; information: number }[] = [];
    for (const [word, sum] of this.#all) {
      const less = own?.get(word);
      if (sum.groups - (less === undefined ? 0 : 1) < MIN_GROUPS) continue;
      const { template: isTemplate, content, main: isMain, rest } = less ?? NOTHING;
      const template = oddsOf(sum.template - isTemplate, sum.content - content, TEMPLATE_SMOOTHING);
      const main = oddsOf(sum.main - isMain, sum.rest - rest, MAIN_SMOOTHING);
      if (template.sixteenths === 0 && main.sixteenths === 0) continue;
      const odds = { template: template.sixteenths, main: main.sixteenths };
      scored.push({ word, odds, information: template.information + main.information });
    }
    scored.sort((one, other) => other.information - one.information || one.word - other.word);
    const lexicon = new Map(scored.slice(0, MAX_WORDS).map(({ word, odds }) => [word, odds]));
    for (const [translation, word] of TRANSLATIONS) {
      const odds = lexicon.get(word);
      if (odds !== undefined) lexicon.set(translation, odds);
    }
    return lexicon;
  }
}

const NOTHING: Weight = { template: 0, content: 0, main: 0, rest: 0 };

// Words of menus, share bars and lists of articles in other languages have the log odds of the English word, because
// most languages have too few pages. interface-words.tsv has a line for each language: its code, and
// `word=translation,translation` after each tab.

const TABLE = new URL('interface-words.tsv', import.meta.url);

function readTranslations(): ReadonlyMap<number, number> {
  const translations = new Map<number, number>();
  for (const line of readFileSync(TABLE, 'utf8').trimEnd().split('\n')) {
    const [, ...cells] = line.split('\t');
    for (const [english = '', words = ''] of cells.map((cell) => cell.split('='))) {
      for (const kind of ['text', 'heading'] as const) {
        const [to] = keysOf(english, kind);
        if (to === undefined) throw new RangeError(`${TABLE.pathname}: ${english} is no word`);
        for (const from of words.split(',').flatMap((word) => keysOf(word, kind))) {
          if (from !== to && !translations.has(from)) translations.set(from, to);
        }
      }
    }
  }
  return translations;
}

/** A word without spaces can be several pairs of characters. */
const keysOf = (word: string, kind: 'text' | 'heading'): number[] =>
  wordsIn([word], kind).map((each) => hashWord(each) & LEXICON_BITS);

/** Hashes of English words by hashes of translations: in short texts, and in headings. */
export const TRANSLATIONS = readTranslations();
